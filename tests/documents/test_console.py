"""Terminal sessions and Python programs in the READMEs print exactly the output shown there."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path

import pytest

from harness.documents import Block, claimed, example
from harness.documents.terminal import Terminal, steps
from lib.file_server import FileServer

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="the terminal is one of Linux")

BLOCKS = claimed(__file__)
PROGRAMS = [(block, below) for block, below in pairwise(BLOCKS) if block.language == "python"]
# The front README fetches a public page. The tests serve it on localhost, which the configuration must allow.
FRONT = "README.md"
ALLOWED = """import functools, page_stats_core
config = page_stats_core.PageStatsConfig(allowed_hosts=["127.0.0.1"])
page_stats_core.page_stats = functools.partial(page_stats_core.page_stats, config=config)
"""


@pytest.fixture(scope="module")
def terminal_of(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[[Block], Terminal]]:
    """Yield a function that returns the terminal for a block. All blocks of a document share one terminal."""
    terminals: dict[str, Terminal] = {}

    def of(block: Block) -> Terminal:
        if block.document not in terminals:
            terminals[block.document] = Terminal(tmp_path_factory.mktemp("reader"))
        return terminals[block.document]

    yield of
    for terminal in terminals.values():
        terminal.close()


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Serve the page of ``example.URL`` on localhost and yield its local URL."""
    folder = tmp_path_factory.mktemp("site")
    (folder / example.PATH).mkdir()
    (folder / example.PATH / "index.html").write_bytes(example.BODY)
    with FileServer(folder) as server:
        yield f"{server.url}/{example.PATH}"


@pytest.mark.parametrize("block", [block for block in BLOCKS if block.language == "console"], ids=str)
def test_console(block: Block, terminal_of: Callable[[Block], Terminal]) -> None:
    """Each command in a terminal session prints the output shown below it."""
    terminal = terminal_of(block)
    for command, output in steps(block.text):
        assert terminal.type(command) == output


@pytest.mark.parametrize(("block", "printed"), PROGRAMS, ids=[str(program) for program, _ in PROGRAMS])
def test_python(
    block: Block, printed: Block, terminal_of: Callable[[Block], Terminal], page: str, tmp_path: Path
) -> None:
    """Each Python program prints the text in the block below the program."""
    program = terminal_of(block).here(block.text)
    if block.document == FRONT:
        program = ALLOWED + program.replace(example.URL, page)
    (tmp_path / "program.py").write_text(program)
    done = subprocess.run([sys.executable, tmp_path / "program.py"], capture_output=True, encoding="utf-8", check=False)
    assert (done.stderr, done.stdout) == ("", printed.text)


def test_texts() -> None:
    """Each text block directly follows the program that prints it."""
    above = [first.language for first, second in pairwise(BLOCKS) if second.language == "text"]
    assert above == ["python"] * len(PROGRAMS)
