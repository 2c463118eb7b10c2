"""How often a host calls a failing tool, by default and with the host's own retries configured."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, Final

from comparison.engine.cells import Finding, Verdict, observe
from comparison.engine.inputs import INPUTS

if TYPE_CHECKING:
    from comparison.platforms.hosts.dify import Dify
    from comparison.platforms.hosts.langchain import LangChain
    from comparison.platforms.hosts.openclaw import OpenClaw

ROWS: Final = {
    "raised": "raised, nobody asked",
    "returned": "returned with `retryable: true`, nobody asked",
    "asked": "raised, the host's retries asked for",
    "asked, returned": "returned, the host's retries asked for",
    "asked, handled": "raised and handled by the tool, the host's retries asked for",
}
COLUMNS: Final = ("langchain", "dify", "openclaw")


def langchain(host: LangChain) -> Iterator[Finding]:
    """Count the calls, without and with a ``ToolRetryMiddleware`` of two retries."""
    from langchain.agents.middleware import ToolRetryMiddleware
    from langchain_core.tools import ToolException

    def fails() -> Any:
        raise ToolException("The server answered 503.")

    def returns() -> Any:
        return {"ok": False, "error_code": "http_error", "retryable": True}

    retries = [ToolRetryMiddleware(max_retries=2, initial_delay=0, jitter=False, on_failure="continue")]
    cases: Mapping[str, tuple[Callable[[], Any], dict[str, Any], list[Any]]] = {
        "raised": (fails, {}, []),
        "returned": (returns, {}, []),
        "asked": (fails, {}, retries),
        "asked, returned": (returns, {}, retries),
        "asked, handled": (fails, {"handle_tool_error": True}, retries),
    }
    for row, (body, options, middleware) in cases.items():
        toy = host.answering(body, **options)
        called = host.agent(toy, INPUTS["a good call"], middleware=middleware)
        how = "" if called.goes_on else ", and the run ends"
        with_what = "`ToolRetryMiddleware(max_retries=2)`: " if middleware else ""
        retried: Verdict = "enforced" if toy.times > 1 else "absent"
        yield observe(
            row, "langchain", f"{with_what}called {in_words(toy.times)}{how}", retried if middleware else None
        )


def dify(host: Dify) -> Iterator[Finding]:
    """Count the calls of a tool that raises. Dify configures retries in workflows, which the probes do not run."""
    with host.more() as toy:
        host.call({"url": "fail"}, toy)
        calls = host.call({"url": "counted"}, toy).returned["calls"]
    yield observe("raised", "dify", f"called {in_words(calls)}")


def openclaw(host: OpenClaw) -> Iterator[Finding]:
    host.agent({"url": "fail"}, "more_fail")
    calls = host.noted()["calls"]
    yield observe("raised", "openclaw", f"called {in_words(calls)}")


def in_words(times: int) -> str:
    return {1: "once", 3: "three times"}.get(times, f"{times} times")
