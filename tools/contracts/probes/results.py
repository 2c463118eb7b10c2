"""What a result may be, and what a model is told of each."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, Final

from contracts.cells import Sighting, saw
from contracts.inputs import INPUTS

if TYPE_CHECKING:
    from contracts.hosts.dify import Dify
    from contracts.hosts.langchain import LangChain
    from contracts.hosts.openclaw import OpenClaw

ROWS: Final = {
    "text": 'a text, `"done"`',
    "object": 'an object, `{"title": "Low tide é"}`',
    "number": "not a number",
    "half": "half a character (a lone surrogate)",
    "stranger": "what has no JSON",
}
COLUMNS: Final = ("langchain", "dify", "openclaw")


def langchain(host: LangChain) -> Iterator[Sighting]:
    """Return each from a tool in an agent."""
    values: Mapping[str, Callable[[], Any]] = {
        "text": lambda: "done",
        "object": lambda: {"title": "Low tide é"},
        "number": lambda: {"seconds": float("nan")},
        "stranger": lambda: {"kind": int},
    }
    for row, value in values.items():
        yield saw(row, "langchain", f"the model gets {host.agent(host.answering(value), INPUTS['a good call']).model}")
    content = host.content(host.answering(lambda: {"title": "\ud800"}))
    try:
        content.encode()
    except UnicodeEncodeError as error:
        yield saw("half", "langchain", f"passed on; it cannot be sent then: `{type(error).__name__}: {error.reason}`")


def dify(host: Dify) -> Iterator[Sighting]:
    """Yield each as a message; what a model is told of messages, Dify's own server decides."""
    with host.more() as toy:
        for row in ("text", "object", "number", "half", "stranger"):
            yield saw(row, "dify", f"the daemon gets {host.call({'url': row}, toy).program}")


def openclaw(host: OpenClaw) -> Iterator[Sighting]:
    """Return each from a tool in an agent that has it listed."""
    for row in ("text", "object", "number", "half", "stranger"):
        yield saw(row, "openclaw", f"the model gets {host.agent({'url': row}, 'more_result').model}")
