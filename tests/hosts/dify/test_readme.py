"""In every language of the README, the instructions for a signed package work with Dify's CLI."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
import yaml

from harness.documents import Block, claimed, shell
from harness.documents.claims import DIFY
from harness.hosts.dify.environment import Files
from harness.hosts.dify.services import ENFORCED
from lib.difypkg.archive import Package
from lib.locate.dify_cli import find_cli

VERSION = "1.2.3"
BLOCKS = claimed(__file__)
COPYING, JUDGING = (
    [block for block in BLOCKS if block.language == "sh" and word in block.text] for word in ("cp ", "dify ")
)
SETTINGS = [block for block in BLOCKS if block.language == "yaml"]
KEYS = "THIRD_PARTY_SIGNATURE_VERIFICATION_PUBLIC_KEYS"
# Dify's compose file mounts its folder `docker/SHOWN` at the path MOUNTED in the daemon's container.
SHOWN, MOUNTED = "volumes/plugin_daemon", "/app/storage"


def by_language(blocks: list[Block]) -> pytest.MarkDecorator:
    """Parametrize a test with *blocks*, one for each language of the README."""
    assert [block.document for block in blocks] == list(DIFY)
    return pytest.mark.parametrize("block", blocks, ids=[Path(name).stem for name in DIFY])


@pytest.fixture
def release(files: Files, tmp_path: Path) -> Path:
    """Return a folder with the signed package and the public key, named as in a release."""
    shutil.copy(files.signed, tmp_path / f"page_stats-{VERSION}.signed.difypkg")
    shutil.copy(files.public_key, tmp_path / f"page_stats-{VERSION}.public.pem")
    return tmp_path


def test_all() -> None:
    """Every code block that this file has to test is tested below."""
    assert {*BLOCKS} == {*COPYING, *JUDGING, *SETTINGS}


@by_language(COPYING)
def test_copies_the_key(block: Block, release: Path, files: Files) -> None:
    """The commands copy the public key to the path that the settings in the same README use."""
    shell.run(block, release, filled={"VERSION": VERSION})
    (settings,) = (each.text for each in SETTINGS if each.document == block.document)
    environment = yaml.safe_load(settings)["services"]["plugin_daemon"]["environment"]
    place = Path(environment[KEYS]).relative_to(MOUNTED)
    assert (release / SHOWN / place).read_bytes() == files.public_key.read_bytes()


@by_language(SETTINGS)
def test_settings(block: Block) -> None:
    """The README has the same settings that our tests use to make the daemon enforce signatures."""
    environment = yaml.safe_load(block.text)["services"]["plugin_daemon"]["environment"]
    del environment[KEYS]
    assert environment == ENFORCED


@by_language(JUDGING)
def test_judges(block: Block, release: Path, files: Files) -> None:
    """The README's command for Dify's CLI verifies the signature and prints the published identifier's checksum."""
    cli, why = find_cli()
    if cli is None:
        pytest.skip(f"dify-cli: {why}")
    programs = release / "bin"
    programs.mkdir()
    (programs / "dify").symlink_to(cli)
    said = shell.run(block, release, programs, filled={"VERSION": VERSION})
    assert "plugin verified successfully" in said
    assert f"checksum={Package.read(files.signed).identifier().partition('@')[2]}" in said
