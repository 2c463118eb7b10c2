"""Which objects a framework accepts as tools, and how it rejects other objects."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from functools import partial
from typing import Any, Final

from comparison.engine.texts import raised
from comparison.frameworks.framework import Finding, Framework, observe
from comparison.frameworks.toy import Core, echo

ROWS: Final = {
    "function": "a function as it is",
    "undocumented": "a function without a docstring",
    "untyped": "a parameter without a type",
    "shape": "an object of the right shape that derives from nothing",
    "otherwise": "what else a tool may be",
}


class Shape:
    """Callable, with a name and a description, but without a base class of any framework."""

    name = "echo"
    description = "Say what arrived."

    def __repr__(self) -> str:
        return "Shape()"  # errors quote this repr; the default contains an address

    def __call__(self, url: str) -> str:
        """Say what arrived."""
        return url


def undocumented(url: str) -> str:  # no docstring on purpose
    return url


def untyped(url):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN201  # that is the point
    """Say what arrived."""
    return url


async def probe(framework: Framework) -> AsyncIterator[Finding]:
    yield observe("function", await _offering(framework, lambda: echo(Core())))
    for row, function in {"undocumented": undocumented, "untyped": untyped}.items():
        yield observe(row, await _offering(framework, partial(framework.tool, function)))
    yield observe("shape", await _offering(framework, Shape))
    for kind, attempt in framework.other_tool_kinds():
        yield observe("otherwise", await _offering(framework, attempt, kind))


async def _offering(framework: Framework, make: Callable[[], Any], well: str = "taken") -> str:
    """Make an object and give it to an agent as a tool; return *well* and the tool's parameters, or the error."""
    try:
        (offered,) = await framework.offered(make())
    except Exception as error:  # whatever a framework raises
        return f"refused: {raised(error)}"
    parameters = ", ".join(f"`{name}`" for name in offered.parameters.get("properties", {})) or "none"
    return f"{well}; parameters: {parameters}"
