"""Every code block in the documents is run by a test, or a comment above it says why no test runs it."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

import pytest

from harness.documents import CLAIMS, Block, blocks, documents, parsed, read
from lib.repository import ROOT

DOCUMENTS = documents()
BLOCKS = [block for document in DOCUMENTS for block in blocks(document)]


def faults(block: Block) -> Iterator[str]:
    """Yield an error if zero or several programs run *block*, and another error if *block* names no language."""
    runners = " and ".join(block.runners)
    if not runners and not block.reason:
        yield f"{block}: nothing runs it; claim it in documents/claims.py, or write <!-- not run: … --> before it"
    if len(block.runners) > 1 and not block.reason:
        yield f"{block}: {runners} claim it; one is enough"
    if not block.language:
        yield f"{block}: a word after the fence has to say what it is"


def asks_for_its_blocks(source: str) -> bool:
    """Whether the program with the source text *source* calls ``claimed(__file__)``."""
    calls = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Call)]
    return "claimed(__file__)" in map(ast.unparse, calls)


class TestBlocks:
    def test_run_or_not(self) -> None:
        """Each block is claimed by exactly one program, or has a comment that says why nothing runs it."""
        assert [fault for block in BLOCKS for fault in faults(block)] == []

    @pytest.mark.parametrize("document", DOCUMENTS)
    def test_reasons(self, document: str) -> None:
        """Every comment that gives a reason for not running a block is directly above a block."""
        given = re.findall("(?m)^<!-- *not run", read(document))
        assert len(given) == sum(block.reason is not None for block in blocks(document))

    def test_reader(self) -> None:
        """A reason applies only to the next block. Nested fences and indented blocks are read correctly."""
        text = "<!-- not run: why -->\n\n```sh\na\n```\n\n````console x\n```\n````\n\n    b\n"
        assert [(block.line, block.info, block.text, block.reason) for block in parsed("a.md", text)] == [
            (3, "sh", "a\n", "why"),
            (7, "console x", "```\n", None),
            (11, "", "b\n", None),
        ]

    def test_faults(self) -> None:
        """If no program runs a block, the error contains the block's file and line."""
        (fault,) = faults(Block("README.md", 5, "ruby", "", None))
        assert fault.startswith("README.md:5: nothing runs it")
        assert [*faults(Block("README.md", 5, "ruby", "", "no Ruby"))] == []


class TestClaims:
    @pytest.mark.parametrize("runner", CLAIMS)
    def test_honest(self, runner: str) -> None:
        """Every program listed in CLAIMS calls ``claimed(__file__)``."""
        assert asks_for_its_blocks((ROOT / runner).read_text("utf-8"))

    @pytest.mark.parametrize("runner", CLAIMS)
    def test_needed(self, runner: str) -> None:
        """For every document and language that a program claims, there is a block that the program runs."""
        claims = {(document, language) for document, languages in CLAIMS[runner].items() for language in languages}
        assert claims == {(b.document, b.language) for b in BLOCKS if not b.reason and runner in b.runners}

    def test_asks(self) -> None:
        """A call of ``claimed`` does not count if it is in a comment or names another program's file."""
        assert asks_for_its_blocks("for block in claimed(__file__): run(block)")
        assert not asks_for_its_blocks("# claimed(__file__)\nclaimed('other.py')")
