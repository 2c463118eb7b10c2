"""Our distributions: built once from their sdists, and installed where no source is near."""

from __future__ import annotations

import email.message
import email.parser
import os
import subprocess
import sys
import tomllib
import zipfile
from dataclasses import dataclass
from pathlib import Path

import pytest
from difypkg_keys import make_pair

ROOT = Path(__file__).resolve().parents[2]


@dataclass(frozen=True, slots=True)
class Distribution:
    """A package of ours, with its sdist and the wheel that was built from that."""

    folder: Path
    version: str
    built: list[Path]

    @property
    def wheel(self) -> Path:
        """The wheel."""
        return next(path for path in self.built if path.suffix == ".whl")

    @property
    def wheel_names(self) -> set[str]:
        """The files in the wheel."""
        return set(zipfile.ZipFile(self.wheel).namelist())

    @property
    def metadata(self) -> email.message.Message:
        """The wheel's metadata."""
        name = f"{self.folder.name}-{self.version}.dist-info/METADATA"
        return email.parser.Parser().parsestr(zipfile.ZipFile(self.wheel).read(name).decode())


def build(folder: Path, out: Path) -> list[Path]:
    """Build an sdist, and a wheel from the sdist; return the files."""
    command = [sys.executable, "-m", "build", "--no-isolation", "--outdir", str(out), str(folder)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return sorted(out.iterdir())


def distribution(name: str, out: Path) -> Distribution:
    """Build a package of ours."""
    folder = ROOT / "packages" / name
    version = tomllib.loads((folder / "pyproject.toml").read_text("utf-8"))["project"]["version"]
    return Distribution(folder, version, build(folder, out))


@pytest.fixture(scope="session")
def core(tmp_path_factory: pytest.TempPathFactory) -> Distribution:
    """Return the core."""
    return distribution("page_stats_core", tmp_path_factory.mktemp("core"))


@pytest.fixture(scope="session")
def langchain(tmp_path_factory: pytest.TempPathFactory) -> Distribution:
    """Return the LangChain package."""
    return distribution("langchain_page_stats", tmp_path_factory.mktemp("langchain"))


@pytest.fixture(scope="session")
def keys(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """Return a pair of keys for the Dify package, smaller than a release's, which take longer to be made."""
    return make_pair(tmp_path_factory.mktemp("keys"), 2048)


@pytest.fixture(scope="session")
def install(tmp_path_factory: pytest.TempPathFactory):
    """Return what installs into a fresh environment; it returns where the commands of that are."""

    def into_fresh(*wanted: str | Path) -> Path:
        folder = tmp_path_factory.mktemp("fresh") / "venv"
        subprocess.run([sys.executable, "-m", "venv", folder], check=True)
        pip = [folder / "bin" / "python", "-m", "pip", "--disable-pip-version-check"]
        subprocess.run([*pip, "install", "-q", "-c", ROOT / "constraints.txt", *wanted], check=True)
        return folder / "bin"

    return into_fresh


@pytest.fixture(scope="session")
def run():
    """Return what runs a command away from the sources, and returns what it says."""

    def away(command: Path, *arguments: str, **environment: str) -> str:
        inherited = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
        done = subprocess.run(
            [command, *arguments],
            cwd=command.parent,
            env=inherited | environment,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    return away
