"""Formats the output of a host as Markdown, unchanged except for parts that differ from run to run."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any, Final

NOTHING: Final = "nothing"
# The message of this error differs in Python 3.11; it is replaced by the message of later versions.
_ABSTRACT: Final = re.compile(r"(abstract class \w+) with abstract method (\w+)")
# pydantic links each error to the documentation of its own version.
_PYDANTIC: Final = re.compile(r"(errors\.pydantic\.dev/)[\d.]+")
# The default repr of an object contains its address in memory.
_PLACE: Final = re.compile(r"\bat 0x[0-9a-f]+")
# A traceback names files of this machine; only its first and last lines depend on the host.
_TRACE: Final = re.compile(r"(Traceback \(most recent call last\):)\n.*?\n(?=\S)", re.DOTALL)


def code(value: Any) -> str:
    """Return *value* as a Markdown code span: text verbatim, any other value as JSON, line feeds as ``⏎``."""
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    text = text.strip("\n").replace("\n", "⏎")
    if not text:
        return "an empty text"
    longest = max((len(run) for run in re.findall("`+", text)), default=0)
    fence = "`" * (longest + 1)
    blank = " " if longest else ""
    return f"{fence}{blank}{text}{blank}{fence}"


def raised(error: BaseException) -> str:
    """Return an exception's type and message."""
    text = _PLACE.sub("at 0x[…]", unversioned(untraced(str(error))))
    text = _ABSTRACT.sub(r"\1 without an implementation for abstract method '\2'", text)
    return f"{code(type(error).__name__)}: {code(text)}" if text else code(type(error).__name__)


def unversioned(text: str) -> str:
    """Remove pydantic's version from links to its documentation."""
    return _PYDANTIC.sub(r"\1[…]", text)


def untraced(text: str) -> str:
    """Remove the middle of each Python traceback."""
    return _TRACE.sub(r"\1 […]\n", text)


def without(text: str, replaced: Mapping[str, str]) -> str:
    """In *text*, replace each key of *replaced* by the key's value. The keys are parts that differ from run to run."""
    for own, placeholder in replaced.items():
        text = text.replace(own, placeholder)
    return text
