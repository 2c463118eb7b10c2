"""The core as a dialect, asynchronous with ``--async``; harness/parity/README.md describes the protocol."""

from __future__ import annotations

import asyncio
import base64
import socket
import sys
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from page_stats_core import calls
from page_stats_core.arguments import accept
from page_stats_core.contract import PageStatsError, config_from
from page_stats_core.page.addresses import AddressPolicy
from page_stats_core.page.fetch.network import SYSTEM, Network
from page_stats_core.page.fetch.resolve import Resolver
from page_stats_core.page.parse import parse_page
from page_stats_core.page.urls import parse_input, resolve_redirect
from page_stats_core.page.work import arun, run

from harness.dialects.ndjson_loop import Request, answer_requests

Call = Callable[[Any, Mapping[str, Any], Network], dict[str, Any]]

# The host name to use if a case gives only addresses. It is not in the allowed_hosts of any case.
HOST = "example.com"


def call(arguments: Any, config: Mapping[str, Any], network: Network = SYSTEM) -> dict[str, Any]:
    return calls.answer(arguments, config, partial(run, network=network))


def call_async(arguments: Any, config: Mapping[str, Any], network: Network = SYSTEM) -> dict[str, Any]:
    """Make the public asynchronous call in its own event loop."""
    return asyncio.run(calls.aanswer(arguments, config, partial(arun, network=network)))


def answer(request: Request, call: Call) -> Any:
    match request["family"]:
        case "arguments" | "configuration":
            return answer_check(request, call)
        case "url":
            return answer_url(request)
        case "address":
            return answer_address(request)
        case "parse":
            parsed = parse_page(base64.b64decode(request["body_base64"]), request["content_type"])
            return parsed._asdict()
        case "fetch":
            return call(request["arguments"], request["config"], network_of(request.get("resolver")))
    raise ValueError(request["family"])


def answer_check(request: Request, call: Call) -> Any:
    """Check arguments and configuration. If they are invalid, make the public call, which must reject them too."""
    arguments, config = request["arguments"], request["config"]
    try:
        accepted = accept(arguments).input.model_dump()
        config_from(config)
    except PageStatsError:
        return call(arguments, config, SYSTEM)
    return {"accepted": accepted if request["family"] == "arguments" else True}


def answer_url(request: Request) -> Any:
    """Parse a URL or a redirect target."""
    try:
        if "base" in request:
            url = resolve_redirect(request["url"], parse_input(request["base"]))
        else:
            url = parse_input(request["url"])
    except PageStatsError as error:
        return error.failure.payload()
    return {"href": url.href, "host": url.host, "port": url.port}


def answer_address(request: Request) -> Any:
    """Return whether a connection to a host's addresses, or to a host through a proxy, is allowed."""
    policy = AddressPolicy.from_config(config_from(request["config"]))
    host = request.get("host", HOST)
    try:
        if request.get("proxied"):
            policy.check_proxied(host)
        else:
            policy.check(host, request.get("addresses", [request.get("address")]))
    except PageStatsError as error:
        return {"permitted": False, "message": error.failure.message}
    return {"permitted": True}


def network_of(names: Mapping[str, list[str]] | None) -> Network:
    """Return a network that resolves only *names*, or the system's network if *names* is None."""
    if names is None:
        return SYSTEM

    def lookup(host: str, port: int) -> list[str]:
        if not names.get(host):
            raise socket.gaierror(socket.EAI_NONAME, "no such name")
        return names[host]

    return Network(resolver=Resolver(lookup))


def main() -> None:
    chosen = call_async if "--async" in sys.argv[1:] else call
    answer_requests(lambda request: answer(request, chosen))


if __name__ == "__main__":
    main()
