"""What a failure becomes: for the model, for the program, in the log; and whether the agent goes on."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from contracts.cells import Seen, Sighting

if TYPE_CHECKING:
    from contracts.hosts.dify import Dify
    from contracts.hosts.langchain import Called, LangChain

ROWS: Final = {
    "own error": "raised, as the host's own error for tools",
    "any error": "raised, as any error",
    "handled": "raised, and handled as the host offers it",
    "data": "returned, as data that says `ok: false`",
    "nothing": "nothing returned",
}
COLUMNS: Final = ("langchain-invoke", "langchain-agent", "dify-sdk")


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


def _seen(called: Called, *, agent: bool) -> Seen:
    parts = {"the program gets": called.program, "the log gets": called.log}
    if not agent:
        return Seen(parts)
    goes_on = "goes on" if called.goes_on else "ends"
    return Seen({"the run": goes_on, "the model gets": called.model, **parts})


def dify(host: Dify) -> Iterator[Sighting]:
    """Have the toy fail in each way; list the errors that the SDK has for tools."""
    listed = "import dify_plugin.errors.tool as e; print(*sorted(n for n in dir(e) if n.endswith('Error')))"
    names = ", ".join(f"`{name}`" for name in host.asked(listed).split())
    yield "own error", "dify-sdk", Seen({"the program gets": f"there is none; `dify_plugin.errors.tool` has {names}"})
    for row, url in {"any error": "fail:other", "data": "fail:data", "nothing": "fail:nothing"}.items():
        called = host.call({"url": url})
        yield row, "dify-sdk", Seen({"the program gets": called.program, "the log gets": called.log})
