"""The install commands in the READMEs work with a local package index that serves our packages."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from harness.distributions import Distribution
from harness.documents import Block, claimed, shell
from lib.repository import ROOT

BLOCKS = claimed(__file__)
# For each install command, another command that succeeds only after this installation.
BRINGS = {
    "pip install page-stats-core\n": ["page-stats", "--version"],
    'pip install "page-stats-core[mcp]"\n': ["python", "-c", "import mcp"],
    "pip install langchain-page-stats\n": ["python", "-c", "import langchain_page_stats"],
}


@pytest.fixture(scope="module")
def scripts(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Create a fresh environment and return its bin folder."""
    folder = tmp_path_factory.mktemp("reader") / "venv"
    subprocess.run([sys.executable, "-m", "venv", folder], check=True)
    return folder / "bin"


@pytest.mark.parametrize("block", BLOCKS, ids=str)
def test_install(block: Block, scripts: Path, index: str, core: Distribution, tmp_path: Path) -> None:
    """The commands of a code block install the version that the tests have built, not a version from another index."""
    ours = tmp_path / "ours.txt"
    ours.write_text("".join(f"{name}=={core.version}\n" for name in ("page-stats-core", "langchain-page-stats")))
    constraints = f"{ROOT.as_uri()}/constraints.txt {ours.as_uri()}"
    settings = os.environ | {"PIP_EXTRA_INDEX_URL": index, "PIP_CONSTRAINT": constraints, "PYTHONPATH": ""}
    shell.run(block, tmp_path, scripts, environment=settings)
    command, *arguments = BRINGS[block.text]
    subprocess.run([scripts / command, *arguments], cwd=tmp_path, capture_output=True, check=True)
