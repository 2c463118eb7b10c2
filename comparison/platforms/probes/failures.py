"""Failures as the model, the program and the log receive them, and whether the agent run continues."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from comparison.engine.cells import Finding, Observation
from comparison.engine.inputs import URL, failure_with_verdict
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


def langchain(host: LangChain) -> Iterator[Finding]:
    """Make the toy fail in each way, called directly and by an agent."""
    toys = {
        "own error": (host.toy.Echo(), "fail:own"),
        "any error": (host.toy.Echo(), "fail:other"),
        "handled": (host.toy.Echo(handle_tool_error=True), "fail:own"),
        "data": (host.toy.Echo(), "fail:data"),
        "nothing": (host.toy.Echo(), "fail:nothing"),
    }
    for row, (toy, url) in toys.items():
        for column, call in (("langchain-invoke", host.invoke), ("langchain-agent", host.agent)):
            yield row, column, _observation(call(toy, {"url": url}), agent=column.endswith("agent"))
    both = host.agent(host.toy.Echo(), {"url": URL}, {"url": "fail:own"})
    yield "beside", "langchain-agent", _observation(both, agent=True)


def _observation(called: Called, *, agent: bool) -> Observation:
    parts = {"the program gets": called.program, "the log gets": called.log}
    if not agent:
        return failure_with_verdict(parts, called.program)
    goes_on = "goes on" if called.goes_on else "ends"
    parts = {"the run": goes_on, "the model gets": called.model, **parts}
    return failure_with_verdict(parts, called.model, ends=not called.goes_on)


def dify(host: Dify) -> Iterator[Finding]:
    """Make the toy fail in each way; list the SDK's errors for tools."""
    listing = "import dify_plugin.errors.tool as e; print(*sorted(n for n in dir(e) if n.endswith('Error')))"
    names = ", ".join(f"`{name}`" for name in host.run_python(listing).split())
    yield (
        "own error",
        "dify-sdk",
        Observation({"the program gets": f"there is none; `dify_plugin.errors.tool` has {names}"}),
    )
    for row, url in {"any error": "fail:other", "data": "fail:data", "nothing": "fail:nothing"}.items():
        called = host.call({"url": url})
        parts = {"the program gets": called.program, "the log gets": called.log}
        yield row, "dify-sdk", failure_with_verdict(parts, called.program)


def daemon(host: InDaemon) -> Iterator[Finding]:
    for row, url in {"any error": "fail:other", "data": "fail:data", "nothing": "fail:nothing"}.items():
        program = host.call({"url": url}).program
        yield row, "daemon", failure_with_verdict({"the program gets": program}, program)


URLS: Final = {"own error": "fail:own", "any error": "fail:other", "data": "fail:data", "nothing": "fail:nothing"}


def openclaw(host: OpenClaw) -> Iterator[Finding]:
    """Make the toy fail in each way, called by an agent and over HTTP. OpenClaw's own error is identified by name."""
    for row, url in URLS.items():
        yield row, "openclaw-agent", of_agent(host.agent({"url": url}))
        called = host.http({"url": url})
        parts = {"the program gets": called.program, "the log gets": called.log}
        yield row, "openclaw-http", failure_with_verdict(parts, called.program)


def openclaw_search(host: OpenClaw) -> Iterator[Finding]:
    """Make the toy fail in each way, called by an agent that finds it by Tool Search."""
    for row, url in URLS.items():
        yield row, "openclaw-search", of_agent(host.agent({"url": url}))


def of_agent(called: Ran) -> Observation:
    goes_on = called.status == 200
    parts = {"the run": "goes on" if goes_on else "ends", "the model gets": called.model}
    parts |= {"the program gets": called.program, "the log gets": called.log}
    return failure_with_verdict(parts, called.model, ends=not goes_on)
