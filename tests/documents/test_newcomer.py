"""The documents' commands work: those for a fresh clone, and those for use before the first release."""

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
# Environment variables and default folders of the caches and settings that the tests share with the user.
KEPT = {"XDG_CACHE_HOME": ".cache", "XDG_CONFIG_HOME": ".config"}


@pytest.fixture(scope="module")
def clone(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of a fresh clone of the repository."""
    return porting.copied(tmp_path_factory.mktemp("clone"))


@pytest.fixture(scope="module")
def environment(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """Return environment variables with an empty home folder."""
    home = tmp_path_factory.mktemp("home")
    caches = {name: os.environ.get(name, str(Path.home() / folder)) for name, folder in KEPT.items()}
    own = {"HOME": str(home), "XDG_DATA_HOME": str(home / "data"), "HATCH_DATA_DIR": str(home / "hatch")}
    return outer_environment() | caches | own


def block_with(words: str) -> Block:
    """Return the only block in ``BLOCKS`` that contains *words*."""
    (found,) = (block for block in BLOCKS if words in block.text)
    return found


@pytest.mark.slow
def test_first_command(clone: Path, environment: dict[str, str]) -> None:
    """The demo runs in a fresh clone, and every available integration gives the same answers."""
    said = shell.run(block_with("hatch run demo"), clone, environment=environment)
    assert re.search(r"All \d+ are answered alike by core, core-async, langchain", said), said


@pytest.mark.slow
def test_install(clone: Path, environment: dict[str, str]) -> None:
    """The packages and the command can be installed from a clone into an activated environment."""
    block = block_with("pip install ./")
    lines = replace(block, text=f"{block.text}command -v page-stats\npython -c 'import langchain_page_stats'\n")
    assert f"{clone}/.venv/bin/page-stats\n" in shell.run(lines, clone, environment=environment)


@pytest.mark.slow
def test_keys(clone: Path, environment: dict[str, str]) -> None:
    """The commands create a key pair and copy the public key to its place in the repository."""
    shell.run(block_with("difypkg:keys"), clone, clone / ".venv/bin", environment=environment)
    kept = clone / "packages/dify_page_stats/keys/release.public.pem"
    made = Path(environment["HOME"], "page-stats-keys/page_stats.public.pem")
    assert kept.read_bytes() == made.read_bytes()


def test_all() -> None:
    """Every code block that this file has to test is tested above."""
    assert {*BLOCKS} == {block_with(words) for words in ("hatch run demo", "pip install ./", "difypkg:keys")}
