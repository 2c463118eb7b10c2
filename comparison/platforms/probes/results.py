"""What a result may be, and what a model is told of each."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, Final

from comparison.engine.cells import Sighting, saw
from comparison.engine.inputs import INPUTS
from comparison.engine.texts import code

if TYPE_CHECKING:
    from comparison.platforms.hosts.dify import Dify
    from comparison.platforms.hosts.langchain import LangChain
    from comparison.platforms.hosts.openclaw import OpenClaw

ROWS: Final = {
    "text": 'a text, `"done"`',
    "object": 'an object, `{"title": "Low tide é"}`',
    "number": "not a number",
    "half": "half a character (a lone surrogate)",
    "stranger": "what has no JSON",
    "network": "text of strangers, marked as such",
}
COLUMNS: Final = ("langchain", "dify", "openclaw")
_RANDOM: Final = re.compile(r'id="[0-9a-f]+"')


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


def openclaw_search(host: OpenClaw) -> Iterator[Sighting]:
    """Return text that is marked as the network's, from a tool that a factory makes and from one that is none."""
    marked, claimed = (host.agent({"url": "x"}, tool).told[0] for tool in ("more_network", "more_claims"))
    assert "UNTRUSTED" not in claimed
    text = _RANDOM.sub('id="[…]"', marked)
    told = f"by a factory's `resultContentSource`, under Tool Search: {code(text)}; by any other tool's: not"
    yield saw("network", "openclaw", told, "told")
