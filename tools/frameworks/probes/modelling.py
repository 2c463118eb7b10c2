"""What a tool is made of: what a framework takes for one, and what it asks for."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from typing import Any, Final

from contracts.probes.modelling import outcome

from frameworks.framework import Asked, Framework, saw
from frameworks.toy import Core, echo

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


def undocumented(url: str) -> str:  # noqa: D103  # that is the point
    return url


def untyped(url):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN201  # that is the point
    """Say what arrived."""
    return url


async def probe(framework: Framework) -> AsyncIterator[Asked]:
    """Hand each to an agent."""
    yield saw("function", outcome(lambda: framework.hand_over(echo(Core()))))
    for row, function in {"undocumented": undocumented, "untyped": untyped}.items():
        yield saw(row, outcome(_handing_over(framework, function)))
    yield saw("shape", outcome(lambda: framework.hand_over(Shape())))
    for what, attempt in framework.made_otherwise():
        yield saw("otherwise", outcome(attempt, what))


def _handing_over(framework: Framework, function: Callable[..., Any]) -> Callable[[], None]:
    return lambda: framework.hand_over(framework.tool(function))
