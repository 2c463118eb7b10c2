"""The core's wheel: its metadata, and the package installed outside the source folder."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from harness.distributions import Distribution, Install, Run
from harness.servers import Servers


@pytest.fixture(scope="module")
def scripts(core: Distribution, install: Install) -> Path:
    """Install the wheel into a fresh environment and return the environment's bin folder."""
    return install(core.wheel)


def test_contents(core: Distribution) -> None:
    """The wheel contains the data tables and py.typed. Another check, `release:inspect`, finds unexpected files."""
    assert "page_stats_core/py.typed" in core.wheel_names
    assert {name for name in core.wheel_names if name.startswith("page_stats_core/page/tables/")}


class TestMetadata:
    def test_dependencies(self, core: Distribution) -> None:
        """The core requires exactly four distributions, and its only extra is `mcp`."""
        asked = set(core.metadata.get_all("Requires-Dist", []))
        extra = {line for line in asked if line.endswith("; extra == 'mcp'")}
        assert asked - extra == {"ada-url>=1.32", "certifi", "h11<1,>=0.16", "pydantic<3,>=2.10"}
        assert {line.partition(";")[0] for line in extra} == {"anyio>=4.9", "mcp<3,>=2.2", "uvicorn>=0.31.1"}
        assert core.metadata.get_all("Provides-Extra") == ["mcp"]

    def test_identity(self, core: Distribution) -> None:
        """The metadata contains the correct name, version, licence, Python version and description format."""
        metadata = core.metadata
        assert (metadata["Name"], metadata["Version"]) == ("page-stats-core", core.version)
        assert (metadata["License-Expression"], metadata["Requires-Python"]) == ("MIT", ">=3.11")
        assert metadata["Description-Content-Type"] == "text/markdown"


class TestInstalled:
    def test_its_dependencies_agree(self, scripts: Path, run: Run) -> None:
        """All dependencies are installed, in versions that are compatible with each other."""
        assert run(scripts / "python", "-m", "pip", "check") == "No broken requirements found.\n"

    def test_import(self, scripts: Path, run: Run) -> None:
        """The module is imported from the environment, not from the source folder."""
        where = run(scripts / "python", "-c", "import page_stats_core; print(page_stats_core.__file__)")
        assert Path(where).is_relative_to(scripts.parent)

    def test_without_the_extra(self, scripts: Path) -> None:
        """If the extra `mcp` is not installed, the error of `page-stats mcp` contains the command that installs it."""
        done = subprocess.run([scripts / "page-stats", "mcp"], capture_output=True, text=True, check=False)
        assert (done.returncode, done.stdout) == (2, "")
        assert done.stderr.endswith('pip install "page-stats-core[mcp]"\n')

    def test_command(self, core: Distribution, scripts: Path, run: Run) -> None:
        """The installed command prints its version."""
        assert run(scripts / "page-stats", "--version") == f"page-stats {core.version}\n"

    @pytest.mark.skipif(sys.platform != "linux", reason="only Linux provides 127.0.0.2 by default")
    def test_page(self, scripts: Path, run: Run) -> None:
        """The installed command fetches a page."""
        with Servers() as servers:
            url = f"{servers.places['base']}/ok"
            answer = json.loads(run(scripts / "page-stats", "--allowed-host", "127.0.0.2", url))
        assert (answer["title"], answer["word_count"]) == ("Low water", 4)
