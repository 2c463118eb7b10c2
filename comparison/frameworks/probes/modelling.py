"""What a tool is made of: what a framework takes for one, and what it asks for."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from functools import partial
from typing import Any, Final

from comparison.engine.texts import raised
from comparison.frameworks.framework import Asked, Framework, saw
from comparison.frameworks.toy import Core, echo

ROWS: Final = {
    "function": "a function as it is",
    "undocumented": "a function without a docstring",
    "untyped": "a parameter without a type",
    "shape": "an object of the right shape that derives from nothing",
    "otherwise": "what else a tool may be",
}


class Shape:
    """What has a name, a description and a way to be called, and is no framework's."""

    name = "echo"
    description = "Say what arrived."

    def __call__(self, url: str) -> str:
        """Say what arrived."""
        return url


def undocumented(url: str) -> str:  # no docstring on purpose
    return url


def untyped(url):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN201  # that is the point
    """Say what arrived."""
    return url


async def probe(framework: Framework) -> AsyncIterator[Asked]:
    """Hand each to an agent."""
    yield saw("function", await _offering(framework, lambda: echo(Core())))
    for row, function in {"undocumented": undocumented, "untyped": untyped}.items():
        yield saw(row, await _offering(framework, partial(framework.tool, function)))
    yield saw("shape", await _offering(framework, Shape))
    for what, attempt in framework.made_otherwise():
        yield saw("otherwise", await _offering(framework, attempt, what))


async def _offering(framework: Framework, make: Callable[[], Any], well: str = "taken") -> str:
    """Return what comes of making something and offering it to a model: *well*, or the error."""
    try:
        (told,) = await framework.offered(make())
    except Exception as error:  # whatever a framework raises
        return f"refused: {raised(error)}"
    parameters = ", ".join(f"`{name}`" for name in told.parameters.get("properties", {})) or "none"
    return f"{well}; parameters: {parameters}"
