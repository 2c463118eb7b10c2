"""The core as others get it: what its sdist and wheel hold and say, and that the wheel works alone."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest
from servers import Servers


@pytest.fixture(scope="module")
def scripts(core, install) -> Path:
    """Install the wheel into a fresh environment, and return where its commands are."""
    return install(core.wheel)


class TestBuild:
    def test_files(self, core) -> None:
        """There are two files, which are named after the version."""
        assert [path.name for path in core.built] == [
            f"page_stats_core-{core.version}-py3-none-any.whl",
            f"page_stats_core-{core.version}.tar.gz",
        ]

    def test_the_tree_makes_the_wheel_that_the_sdist_makes(self, core, build_from_tree) -> None:
        """A wheel that is built from the tree is the same, byte for byte."""
        (direct,) = build_from_tree(core.folder)
        assert direct.read_bytes() == core.wheel.read_bytes()

    def test_is_reproducible(self, core, build_elsewhere) -> None:
        """The same sources make the same bytes in another folder, at another time."""
        again = build_elsewhere(core.folder)
        assert [path.read_bytes() for path in again] == [path.read_bytes() for path in core.built]


class TestContents:
    def test_wheel(self, core) -> None:
        """The wheel holds the sources, with tables and py.typed, its metadata, and nothing else."""
        info = f"page_stats_core-{core.version}.dist-info"
        metadata = {"METADATA", "WHEEL", "RECORD", "entry_points.txt", "licenses/LICENSE"}
        assert core.wheel_names == core.sources | {f"{info}/{name}" for name in metadata}
        assert "page_stats_core/py.typed" in core.sources
        assert {name for name in core.sources if name.startswith("page_stats_core/tables/")}

    def test_sdist(self, core) -> None:
        """The sdist holds the sources and what builds them, and no tests."""
        others = {"PKG-INFO", "README.md", "LICENSE", "pyproject.toml", ".gitignore"}
        assert core.sdist_names == {f"src/{name}" for name in core.sources} | others


class TestMetadata:
    def test_dependencies(self, core) -> None:
        """The core asks for four distributions and no more."""
        assert set(core.metadata.get_all("Requires-Dist", [])) == {
            "ada-url>=1.32",
            "certifi",
            "h11<1,>=0.16",
            "pydantic<3,>=2.10",
        }

    def test_identity(self, core) -> None:
        """Name, version, licence, Python and a description are stated."""
        metadata = core.metadata
        assert (metadata["Name"], metadata["Version"]) == ("page-stats-core", core.version)
        assert (metadata["License-Expression"], metadata["Requires-Python"]) == ("MIT", ">=3.11")
        assert metadata["Description-Content-Type"] == "text/markdown"


class TestInstalled:
    def test_its_dependencies_agree(self, scripts: Path, run) -> None:
        """Nothing that it needs is missing or of another version."""
        assert run(scripts / "python", "-m", "pip", "check") == "No broken requirements found.\n"

    def test_import(self, scripts: Path, run) -> None:
        """The module that is imported is the installed one."""
        where = run(scripts / "python", "-c", "import page_stats_core; print(page_stats_core.__file__)")
        assert Path(where).is_relative_to(scripts.parent)

    def test_command(self, core, scripts: Path, run) -> None:
        """The command is there and states its version."""
        assert run(scripts / "page-stats", "--version") == f"page-stats {core.version}\n"

    @pytest.mark.skipif(sys.platform != "linux", reason="only Linux has 127.0.0.2 without being asked")
    def test_page(self, scripts: Path, run) -> None:
        """The command answers a page."""
        with Servers() as servers:
            url = f"{servers.places['base']}/ok"
            answer = json.loads(run(scripts / "page-stats", "--allowed-host", "127.0.0.2", url))
        assert (answer["title"], answer["word_count"]) == ("Low water", 4)
