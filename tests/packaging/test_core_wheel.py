"""The core as others get it: what its sdist and wheel hold and say, and that the wheel works alone."""

from __future__ import annotations

import email.message
import email.parser
import json
import os
import shutil
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from pathlib import Path

import pytest
from servers import Servers

ROOT = Path(__file__).resolve().parents[2]
CORE = ROOT / "packages" / "page_stats_core"
VERSION = tomllib.loads((CORE / "pyproject.toml").read_text("utf-8"))["project"]["version"]
SOURCES = {
    path.relative_to(CORE / "src").as_posix()
    for path in (CORE / "src").rglob("*")
    if path.is_file() and "__pycache__" not in path.parts
}


def build(package: Path, out: Path, *options: str) -> list[Path]:
    """Build what *options* ask for, by default an sdist, and a wheel from the sdist; return the files."""
    command = [sys.executable, "-m", "build", "--no-isolation", "--outdir", str(out), *options, str(package)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return sorted(out.iterdir())


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """Return the sdist and the wheel that was built from it."""
    return build(CORE, tmp_path_factory.mktemp("built"))


@pytest.fixture(scope="module")
def sdist(built: list[Path]) -> Path:
    """Return the sdist."""
    return next(path for path in built if path.name.endswith(".tar.gz"))


@pytest.fixture(scope="module")
def wheel(built: list[Path]) -> Path:
    """Return the wheel."""
    return next(path for path in built if path.suffix == ".whl")


@pytest.fixture(scope="module")
def scripts(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Install the wheel into a fresh environment, and return where its commands are."""
    folder = tmp_path_factory.mktemp("fresh") / "venv"
    subprocess.run([sys.executable, "-m", "venv", folder], check=True)
    pip = [folder / "bin" / "python", "-m", "pip", "--disable-pip-version-check"]
    subprocess.run([*pip, "install", "-q", "-c", ROOT / "constraints.txt", wheel], check=True)
    return folder / "bin"


def run(command: Path, *arguments: str) -> str:
    """Return what a command says, away from the sources."""
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    done = subprocess.run(
        [command, *arguments], cwd=command.parent, env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


class TestBuild:
    def test_files(self, built: list[Path]) -> None:
        """There are two files, which are named after the version."""
        assert [path.name for path in built] == [
            f"page_stats_core-{VERSION}-py3-none-any.whl",
            f"page_stats_core-{VERSION}.tar.gz",
        ]

    def test_the_tree_makes_the_wheel_that_the_sdist_makes(self, wheel: Path, tmp_path: Path) -> None:
        """A wheel that is built from the tree is the same, byte for byte."""
        (direct,) = build(CORE, tmp_path, "--wheel")
        assert direct.read_bytes() == wheel.read_bytes()

    def test_is_reproducible(self, built: list[Path], tmp_path: Path) -> None:
        """The same sources make the same bytes in another folder, at another time."""
        elsewhere = tmp_path / "packages" / "other_name"
        shutil.copyfile(ROOT / ".gitignore", tmp_path / ".gitignore")
        shutil.copytree(CORE, elsewhere, copy_function=shutil.copyfile)
        again = build(elsewhere, tmp_path / "dist")
        assert [path.read_bytes() for path in again] == [path.read_bytes() for path in built]


class TestContents:
    def test_wheel(self, wheel: Path) -> None:
        """The wheel holds the sources, with tables and py.typed, its metadata, and nothing else."""
        info = f"page_stats_core-{VERSION}.dist-info"
        metadata = {"METADATA", "WHEEL", "RECORD", "entry_points.txt", "licenses/LICENSE"}
        assert set(zipfile.ZipFile(wheel).namelist()) == SOURCES | {f"{info}/{name}" for name in metadata}
        assert "page_stats_core/py.typed" in SOURCES
        assert {name for name in SOURCES if name.startswith("page_stats_core/tables/")}

    def test_sdist(self, sdist: Path) -> None:
        """The sdist holds the sources and what builds them, and no tests."""
        with tarfile.open(sdist) as archive:
            names = {member.name.partition("/")[2] for member in archive.getmembers() if member.isfile()}
        others = {"PKG-INFO", "README.md", "LICENSE", "pyproject.toml", ".gitignore"}
        assert names == {f"src/{name}" for name in SOURCES} | others


class TestMetadata:
    @pytest.fixture
    def metadata(self, wheel: Path) -> email.message.Message:
        """Return the wheel's metadata."""
        name = f"page_stats_core-{VERSION}.dist-info/METADATA"
        return email.parser.Parser().parsestr(zipfile.ZipFile(wheel).read(name).decode())

    def test_dependencies(self, metadata: email.message.Message) -> None:
        """The core asks for four distributions and no more."""
        assert set(metadata.get_all("Requires-Dist", [])) == {
            "ada-url>=1.32",
            "certifi",
            "h11<1,>=0.16",
            "pydantic<3,>=2.10",
        }

    def test_identity(self, metadata: email.message.Message) -> None:
        """Name, version, licence, Python and a description are stated."""
        assert (metadata["Name"], metadata["Version"]) == ("page-stats-core", VERSION)
        assert (metadata["License-Expression"], metadata["Requires-Python"]) == ("MIT", ">=3.11")
        assert metadata["Description-Content-Type"] == "text/markdown"


class TestInstalled:
    def test_its_dependencies_agree(self, scripts: Path) -> None:
        """Nothing that it needs is missing or of another version."""
        assert run(scripts / "python", "-m", "pip", "check") == "No broken requirements found.\n"

    def test_import(self, scripts: Path) -> None:
        """The module that is imported is the installed one."""
        where = run(scripts / "python", "-c", "import page_stats_core; print(page_stats_core.__file__)")
        assert Path(where).is_relative_to(scripts.parent)

    def test_command(self, scripts: Path) -> None:
        """The command is there and states its version."""
        assert run(scripts / "page-stats", "--version") == f"page-stats {VERSION}\n"

    @pytest.mark.skipif(sys.platform != "linux", reason="only Linux has 127.0.0.2 without being asked")
    def test_page(self, scripts: Path) -> None:
        """The command answers a page."""
        with Servers() as servers:
            url = f"{servers.places['base']}/ok"
            answer = json.loads(run(scripts / "page-stats", "--allowed-host", "127.0.0.2", url))
        assert (answer["title"], answer["word_count"]) == ("Low water", 4)
