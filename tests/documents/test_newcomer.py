"""What somebody does who has cloned the repository and has nothing but Python, and later makes the first release."""

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
# Whose caches are used all the same, so that little is downloaded.
KEPT = {"XDG_CACHE_HOME": ".cache", "XDG_CONFIG_HOME": ".config"}


@pytest.fixture(scope="module")
def clone(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of a clone."""
    return porting.copied(tmp_path_factory.mktemp("clone"))


@pytest.fixture(scope="module")
def environment(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """Return the environment of somebody else, in whose home everything is made."""
    home = tmp_path_factory.mktemp("home")
    caches = {name: os.environ.get(name, str(Path.home() / folder)) for name, folder in KEPT.items()}
    own = {"HOME": str(home), "XDG_DATA_HOME": str(home / "data"), "HATCH_DATA_DIR": str(home / "hatch")}
    return outer_environment() | caches | own


def block_with(words: str) -> Block:
    """Return the one block that holds *words*."""
    (found,) = (block for block in BLOCKS if words in block.text)
    return found


@pytest.mark.slow
def test_first_command(clone: Path, environment: dict[str, str]) -> None:
    """The demonstration runs from a clone, and every dialect that can be asked answers the same."""
    said = shell.run(block_with("hatch run demo"), clone, environment=environment)
    assert re.search(r"All \d+ are answered alike by core, core-async, langchain", said), said


@pytest.mark.slow
def test_install(clone: Path, environment: dict[str, str]) -> None:
    """From a clone, the packages and the command are installed into an environment, which is activated."""
    block = block_with("pip install ./")
    lines = replace(block, text=f"{block.text}command -v page-stats\npython -c 'import langchain_page_stats'\n")
    assert f"{clone}/.venv/bin/page-stats\n" in shell.run(lines, clone, environment=environment)


@pytest.mark.slow
def test_keys(clone: Path, environment: dict[str, str]) -> None:
    """The pair of keys is made, and its public half lies where the repository keeps it."""
    shell.run(block_with("difypkg:keys"), clone, clone / ".venv/bin", environment=environment)
    kept = clone / "packages/dify_page_stats/keys/release.public.pem"
    made = Path(environment["HOME"], "page-stats-keys/page_stats.public.pem")
    assert kept.read_bytes() == made.read_bytes()


def test_all() -> None:
    """Each block is looked at above."""
    assert {*BLOCKS} == {block_with(words) for words in ("hatch run demo", "pip install ./", "difypkg:keys")}
