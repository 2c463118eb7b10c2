"""What a host said, as Markdown that shows it to the letter; and without what differs from run to run."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any, Final

NOTHING: Final = "nothing"
# Python 3.11 says it otherwise than its successors, whose words are taken.
_ABSTRACT: Final = re.compile(r"(abstract class \w+) with abstract method (\w+)")
# It names its version in each error, and changes nothing else with it.
_PYDANTIC: Final = re.compile(r"(errors\.pydantic\.dev/)[\d.]+")
# So does each object that Python shows, of its place in memory.
_PLACE: Final = re.compile(r"\bat 0x[0-9a-f]+")
# A trace names files and lines of a machine: its first and its last line say all that is the host's.
_TRACE: Final = re.compile(r"(Traceback \(most recent call last\):)\n.*?\n(?=\S)", re.DOTALL)


def code(value: Any) -> str:
    """Return a code span: a text to the letter, anything else as its JSON; line feeds are shown as ``⏎``."""
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    text = text.strip("\n").replace("\n", "⏎")
    if not text:
        return "an empty text"
    longest = max((len(run) for run in re.findall("`+", text)), default=0)
    fence = "`" * (longest + 1)
    blank = " " if longest else ""
    return f"{fence}{blank}{text}{blank}{fence}"


def raised(error: BaseException) -> str:
    """Return an exception as its type and its text."""
    text = _PLACE.sub("at 0x[…]", unversioned(untraced(str(error))))
    text = _ABSTRACT.sub(r"\1 without an implementation for abstract method '\2'", text)
    return f"{code(type(error).__name__)}: {code(text)}" if text else code(type(error).__name__)


def unversioned(text: str) -> str:
    """Return *text* without the version that pydantic's links name."""
    return _PYDANTIC.sub(r"\1[…]", text)


def untraced(text: str) -> str:
    """Return *text* with the middle of each Python traceback left out."""
    return _TRACE.sub(r"\1 […]\n", text)


def without(text: str, replaced: Mapping[str, str]) -> str:
    """Return *text* with what belongs to this run alone replaced by what it is."""
    for own, what in replaced.items():
        text = text.replace(own, what)
    return text
