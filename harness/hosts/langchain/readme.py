"""Runs the package's README as a program: its Python blocks and their expected output.

``python -m harness.hosts.langchain.readme PAGE`` runs them all; PAGE is the URL of the example page on 127.0.0.2.
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
    """A Python block and its expected output."""

    code: str
    prints: str


def blocks() -> list[Block]:
    """Return the Python blocks. A block in another language is the expected output of the Python block before it."""
    found: list[Block] = []
    for block in claimed(__file__):
        if block.language == "python":
            found.append(Block(block.text, ""))
        else:
            assert not found[-1].prints, f"{block}: no program directly above it"
            found[-1] = Block(found[-1].code, block.text)
    return found


class Reader:
    """Runs the README's code; the page is on a fixture server that the tool is allowed to reach.

    ``names`` are the variables that the blocks define.
    """

    def __init__(self, page: str) -> None:
        self._page = page
        call = {"type": "tool_call", "id": "1", "name": "page_stats", "args": {"url": self._page}}
        model = ScriptedModel(script=[AIMessage("", tool_calls=[call]), AIMessage("It has 19 words.")])
        self.names: dict[str, Any] = {"model": model}

    def read(self, waits: float = 5) -> list[tuple[list[str], list[str]]]:
        """Run every block; return each block's printed lines and expected lines."""
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
    """Return the lines without the trailing spaces that LangChain prints."""
    return [line.rstrip() for line in text.strip().splitlines()]


if __name__ == "__main__":
    differing = [pair for pair in Reader(sys.argv[1]).read() if pair[0] != pair[1]]
    sys.exit("\n".join(map(str, differing)) or None)
