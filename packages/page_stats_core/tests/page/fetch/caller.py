"""Make many concurrent calls, in threads, on an event loop or in greenlets.

This is a separate program because gevent patches the standard library of its process, and because no code except
these calls may leave a thread or socket open. The arguments are a key of ``WAYS`` and the number of concurrent
calls. The input is a JSON list of calls. The output has each payload and its duration, the total time, and what
was left open.
"""

from __future__ import annotations

import sys

if sys.argv[1] == "greenlets":
    from gevent import monkey

    monkey.patch_all()

import asyncio
import json
import time
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any

from page_stats_core import calls as core
from page_stats_core.page import work
from page_stats_core.page.fetch.network import SYSTEM, Network
from page_stats_core.page.fetch.resolve import Resolver

from harness.servers.dns import table
from harness.servers.leftovers import client_sockets, page_stats_threads
from harness.waiting import eventually

Call = dict[str, Any]
Answer = tuple[dict[str, Any], float]


def network_of(call: Call) -> Network:
    """Return a network that resolves only the call's names, or the system's network if the call has no names."""
    names = call.get("resolver")
    return SYSTEM if names is None else Network(Resolver(table(names)))


def answer(call: Call) -> Answer:
    """Make a blocking call and return its payload and duration."""
    start = time.monotonic()
    payload = core.answer(call["arguments"], call["config"], partial(work.run, network=network_of(call)))
    return payload, time.monotonic() - start


def in_threads(calls: list[Call], at_once: int) -> Iterable[Answer]:
    """Make the calls in threads."""
    with ThreadPoolExecutor(at_once) as pool:
        return list(pool.map(answer, calls))


def in_greenlets(calls: list[Call], at_once: int) -> Iterable[Answer]:
    """Make the calls in greenlets."""
    from gevent.pool import Pool  # noqa: PLC0415  # only greenlets need gevent

    return Pool(at_once).map(answer, calls)


def on_a_loop(calls: list[Call], at_once: int) -> Iterable[Answer]:
    """Make the calls on one event loop."""

    async def all_answers() -> list[Answer]:
        turn = asyncio.Semaphore(at_once)

        async def one(call: Call) -> Answer:
            async with turn:
                start = time.monotonic()
                network = network_of(call)
                payload = await core.aanswer(call["arguments"], call["config"], partial(work.arun, network=network))
                return payload, time.monotonic() - start

        return await asyncio.gather(*map(one, calls))

    return asyncio.run(all_answers())


WAYS: dict[str, Callable[[list[Call], int], Iterable[Answer]]] = {
    "threads": in_threads,
    "greenlets": in_greenlets,
    "loop": on_a_loop,
}


def main() -> None:
    """Make the calls and print the result."""
    calls = json.load(sys.stdin)
    start = time.monotonic()
    answers = list(WAYS[sys.argv[1]](calls, int(sys.argv[2])))
    seconds = time.monotonic() - start
    eventually(lambda: not client_sockets() and not page_stats_threads())
    left = sorted(page_stats_threads()) + [peer for _, peer in sorted(client_sockets())]
    json.dump({"answers": answers, "seconds": seconds, "left": left}, sys.stdout)


if __name__ == "__main__":
    main()
