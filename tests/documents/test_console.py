"""Terminal sessions and programs in the READMEs print exactly the output shown."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path

import pytest

from harness.documents import Block, claimed
from harness.documents.terminal import Terminal, steps
from lib.repository import ROOT

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="the terminal is one of Linux")

BLOCKS = claimed(__file__)
PROGRAMS = [(block, below) for block, below in pairwise(BLOCKS) if block.language == "python"]
# The reader's folder: a clone for the front README, any folder for the others.
CLONE = "README.md"


@pytest.fixture(scope="module")
def terminal_of(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[[Block], Terminal]]:
    """Return a function from a block to its document's terminal, which all blocks of a document share."""
    terminals: dict[str, Terminal] = {}

    def of(block: Block) -> Terminal:
        if block.document not in terminals:
            folder = ROOT if block.document == CLONE else tmp_path_factory.mktemp("reader")
            terminals[block.document] = Terminal(folder)
        return terminals[block.document]

    yield of
    for terminal in terminals.values():
        terminal.close()


@pytest.mark.parametrize("block", [block for block in BLOCKS if block.language == "console"], ids=str)
def test_console(block: Block, terminal_of: Callable[[Block], Terminal]) -> None:
    """Each command prints the output below it."""
    terminal = terminal_of(block)
    for command, output in steps(block.text):
        assert terminal.type(command) == output


@pytest.mark.parametrize(("block", "printed"), PROGRAMS, ids=[str(program) for program, _ in PROGRAMS])
def test_python(block: Block, printed: Block, terminal_of: Callable[[Block], Terminal], tmp_path: Path) -> None:
    """Each program prints the block below it."""
    terminal = terminal_of(block)
    (tmp_path / "program.py").write_text(terminal.here(block.text))
    done = subprocess.run([sys.executable, tmp_path / "program.py"], capture_output=True, encoding="utf-8", check=False)
    assert (done.stderr, done.stdout) == ("", printed.text)


def test_texts() -> None:
    """Each text block directly follows the program that prints it."""
    above = [first.language for first, second in pairwise(BLOCKS) if second.language == "text"]
    assert above == ["python"] * len(PROGRAMS)
