"""The README of the package as a program: its blocks of Python, and what it says that they print.

``python -m hosts.langchain.readme PAGE`` (in tests/) runs them all; PAGE is a URL on 127.0.0.2 that serves the example.
"""

from __future__ import annotations

import contextlib
import io
import sys
from dataclasses import dataclass
from typing import Any

from langchain_core.messages import AIMessage

from harness.documents import claimed
from harness.documents.example import URL
from harness.hosts.langchain.scripted import ScriptedModel

PERMITTED = "allowed_hosts=['127.0.0.2']"


@dataclass(frozen=True, slots=True)
class Block:
    """One block of Python, and what it should print."""

    code: str
    prints: str


def blocks() -> list[Block]:
    """Return the blocks; what stands in the next block, if that is no Python, is printed."""
    found: list[Block] = []
    for block in claimed(__file__):
        if block.language == "python":
            found.append(Block(block.text, ""))
        else:
            assert not found[-1].prints, f"{block}: no program stands right above it"
            found[-1] = Block(found[-1].code, block.text)
    return found


class Reader:
    """Does what a reader would, but for where the page is: on a fixture server, which is permitted.

    ``names`` are those that the blocks define.
    """

    def __init__(self, page: str) -> None:
        self._page = page
        call = {"type": "tool_call", "id": "1", "name": "page_stats", "args": {"url": self._page}}
        model = ScriptedModel(script=[AIMessage("", tool_calls=[call]), AIMessage("It has 19 words.")])
        self.names: dict[str, Any] = {"model": model}

    def read(self, waits: float = 5) -> list[tuple[list[str], list[str]]]:
        """Run every block; return the lines that each prints, and those that it should."""
        return [(_lines(self._run(block.code, waits)), _lines(block.prints)) for block in blocks()]

    def _run(self, code: str, waits: float) -> str:
        for theirs, ours in {
            URL: self._page,
            "PageStatsTool()": f"PageStatsTool({PERMITTED})",
            "(handle_tool_error=False)": f"(handle_tool_error=False, {PERMITTED})",
            "page_stats_tool()": f"page_stats_tool({PERMITTED})",
            "WAIT = 5": f"WAIT = {waits}",
        }.items():
            code = code.replace(theirs, ours)
        with contextlib.redirect_stdout(io.StringIO()) as printed:
            exec(compile(code, "README.md", "exec"), self.names)
        return printed.getvalue().replace(self._page, URL)


def _lines(text: str) -> list[str]:
    """Return the lines, without the blanks with which LangChain ends some."""
    return [line.rstrip() for line in text.strip().splitlines()]


if __name__ == "__main__":
    differing = [pair for pair in Reader(sys.argv[1]).read() if pair[0] != pair[1]]
    sys.exit("\n".join(map(str, differing)) or None)
