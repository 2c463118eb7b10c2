"""What a failure becomes: for the model, for the program, in the log; and whether the agent goes on."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from comparison.engine.cells import Seen, Sighting
from comparison.engine.inputs import URL, judged_failure
from comparison.platforms.questions import EVERY_WAY

if TYPE_CHECKING:
    from comparison.platforms.hosts.daemon import InDaemon
    from comparison.platforms.hosts.dify import Dify
    from comparison.platforms.hosts.langchain import Called, LangChain
    from comparison.platforms.hosts.openclaw import Called as Ran
    from comparison.platforms.hosts.openclaw import OpenClaw

ROWS: Final = {
    "own error": "raised, as the host's own error for tools",
    "any error": "raised, as any error",
    "beside": "raised, beside a call that succeeds",
    "handled": "raised, and handled as the host offers it",
    "data": "returned, as data that says `ok: false`",
    "nothing": "nothing returned",
}
COLUMNS: Final = EVERY_WAY


def langchain(host: LangChain) -> Iterator[Sighting]:
    """Have the toy fail in each way, by itself and in an agent."""
    toys = {
        "own error": (host.toy.Echo(), "fail:own"),
        "any error": (host.toy.Echo(), "fail:other"),
        "handled": (host.toy.Echo(handle_tool_error=True), "fail:own"),
        "data": (host.toy.Echo(), "fail:data"),
        "nothing": (host.toy.Echo(), "fail:nothing"),
    }
    for row, (toy, url) in toys.items():
        for column, call in (("langchain-invoke", host.invoke), ("langchain-agent", host.agent)):
            yield row, column, _seen(call(toy, {"url": url}), agent=column.endswith("agent"))
    both = host.agent(host.toy.Echo(), {"url": URL}, {"url": "fail:own"})
    yield "beside", "langchain-agent", _seen(both, agent=True)


def _seen(called: Called, *, agent: bool) -> Seen:
    parts = {"the program gets": called.program, "the log gets": called.log}
    if not agent:
        return judged_failure(parts, called.program)
    goes_on = "goes on" if called.goes_on else "ends"
    parts = {"the run": goes_on, "the model gets": called.model, **parts}
    return judged_failure(parts, called.model, ends=not called.goes_on)


def dify(host: Dify) -> Iterator[Sighting]:
    """Have the toy fail in each way; list the errors that the SDK has for tools."""
    listed = "import dify_plugin.errors.tool as e; print(*sorted(n for n in dir(e) if n.endswith('Error')))"
    names = ", ".join(f"`{name}`" for name in host.asked(listed).split())
    yield "own error", "dify-sdk", Seen({"the program gets": f"there is none; `dify_plugin.errors.tool` has {names}"})
    for row, url in {"any error": "fail:other", "data": "fail:data", "nothing": "fail:nothing"}.items():
        called = host.call({"url": url})
        parts = {"the program gets": called.program, "the log gets": called.log}
        yield row, "dify-sdk", judged_failure(parts, called.program)


def daemon(host: InDaemon) -> Iterator[Sighting]:
    """Have the toy fail, called over HTTP."""
    for row, url in {"any error": "fail:other", "data": "fail:data", "nothing": "fail:nothing"}.items():
        program = host.call({"url": url}).program
        yield row, "daemon", judged_failure({"the program gets": program}, program)


URLS: Final = {"own error": "fail:own", "any error": "fail:other", "data": "fail:data", "nothing": "fail:nothing"}


def openclaw(host: OpenClaw) -> Iterator[Sighting]:
    """Have the toy fail in each way, in an agent and over HTTP; its own error is told by its name."""
    for row, url in URLS.items():
        yield row, "openclaw-agent", of_agent(host.agent({"url": url}))
        called = host.http({"url": url})
        parts = {"the program gets": called.program, "the log gets": called.log}
        yield row, "openclaw-http", judged_failure(parts, called.program)


def openclaw_search(host: OpenClaw) -> Iterator[Sighting]:
    """Have the toy fail in each way, found by a search."""
    for row, url in URLS.items():
        yield row, "openclaw-search", of_agent(host.agent({"url": url}))


def of_agent(called: Ran) -> Seen:
    """Return what an agent's call has come to."""
    goes_on = called.status == 200
    parts = {"the run": "goes on" if goes_on else "ends", "the model gets": called.model}
    parts |= {"the program gets": called.program, "the log gets": called.log}
    return judged_failure(parts, called.model, ends=not goes_on)
