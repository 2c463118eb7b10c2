"""The README of the package as a program: its blocks of Python, and what it says that they print."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

README = Path(__file__).parents[3] / "packages" / "langchain_page_stats" / "README.md"
_FENCE = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


@dataclass(frozen=True, slots=True)
class Block:
    """One block of Python, and what it should print."""

    code: str
    prints: str


def blocks() -> list[Block]:
    """Return the blocks; what stands in the next block, if that is no Python, is printed."""
    found = _FENCE.findall(README.read_text("utf-8"))
    following = [*found[1:], ("python", "")]
    return [
        Block(code, "" if language == "python" else text)
        for (kind, code), (language, text) in zip(found, following, strict=True)
        if kind == "python"
    ]
