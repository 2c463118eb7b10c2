"""Our distributions for Python, built from their sdists; and what the tests of them do with others' environments."""

from __future__ import annotations

import email.message
import email.parser
import subprocess
import sys
import tomllib
import zipfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from lib.repository import ROOT

# Installs into a fresh environment what is named, and returns where the commands of that are.
Install = Callable[..., Path]
# Runs a command away from the sources, and returns what it says.
Run = Callable[..., str]


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
