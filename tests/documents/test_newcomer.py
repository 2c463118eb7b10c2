"""First steps from a fresh clone with only Python, and the commands before a first release."""

from __future__ import annotations

import os
import re
from dataclasses import replace
from pathlib import Path

import pytest

from harness import porting
from harness.documents import Block, claimed, shell
from lib.hatch_env import outer_environment

pytestmark = pytest.mark.timeout(900)

BLOCKS = claimed(__file__)
# Folders whose caches are shared to save downloads.
KEPT = {"XDG_CACHE_HOME": ".cache", "XDG_CONFIG_HOME": ".config"}


@pytest.fixture(scope="module")
def clone(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of a clone."""
    return porting.copied(tmp_path_factory.mktemp("clone"))


@pytest.fixture(scope="module")
def environment(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """Return an environment with a home folder of its own."""
    home = tmp_path_factory.mktemp("home")
    caches = {name: os.environ.get(name, str(Path.home() / folder)) for name, folder in KEPT.items()}
    own = {"HOME": str(home), "XDG_DATA_HOME": str(home / "data"), "HATCH_DATA_DIR": str(home / "hatch")}
    return outer_environment() | caches | own


def block_with(words: str) -> Block:
    """Return the only block that contains *words*."""
    (found,) = (block for block in BLOCKS if words in block.text)
    return found


@pytest.mark.slow
def test_first_command(clone: Path, environment: dict[str, str]) -> None:
    """The demo runs from a clone, and every available dialect gives the same answers."""
    said = shell.run(block_with("hatch run demo"), clone, environment=environment)
    assert re.search(r"All \d+ are answered alike by core, core-async, langchain", said), said


@pytest.mark.slow
def test_install(clone: Path, environment: dict[str, str]) -> None:
    """The packages and the command install from a clone into the activated environment."""
    block = block_with("pip install ./")
    lines = replace(block, text=f"{block.text}command -v page-stats\npython -c 'import langchain_page_stats'\n")
    assert f"{clone}/.venv/bin/page-stats\n" in shell.run(lines, clone, environment=environment)


@pytest.mark.slow
def test_keys(clone: Path, environment: dict[str, str]) -> None:
    """The keys are created, and the public key is copied to its place in the repository."""
    shell.run(block_with("difypkg:keys"), clone, clone / ".venv/bin", environment=environment)
    kept = clone / "packages/dify_page_stats/keys/release.public.pem"
    made = Path(environment["HOME"], "page-stats-keys/page_stats.public.pem")
    assert kept.read_bytes() == made.read_bytes()


def test_all() -> None:
    """Every claimed block is tested above."""
    assert {*BLOCKS} == {block_with(words) for words in ("hatch run demo", "pip install ./", "difypkg:keys")}
