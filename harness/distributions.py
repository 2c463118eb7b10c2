"""Our Python distributions, built from their sdists."""

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

# A function that installs packages into a new environment and returns the folder of the environment's commands.
Install = Callable[..., Path]
# A function that runs a command in a folder without our sources and returns its output.
Run = Callable[..., str]


@dataclass(frozen=True, slots=True)
class Distribution:
    """One of our packages: its sdist, and the wheel that was built from the sdist."""

    folder: Path
    version: str
    built: list[Path]

    @property
    def wheel(self) -> Path:
        return next(path for path in self.built if path.suffix == ".whl")

    @property
    def wheel_names(self) -> set[str]:
        return set(zipfile.ZipFile(self.wheel).namelist())

    @property
    def metadata(self) -> email.message.Message:
        name = f"{self.folder.name}-{self.version}.dist-info/METADATA"
        return email.parser.Parser().parsestr(zipfile.ZipFile(self.wheel).read(name).decode())


def build(folder: Path, out: Path) -> list[Path]:
    """Build the sdist of a package, and a wheel from the sdist."""
    command = [sys.executable, "-m", "build", "--no-isolation", "--outdir", str(out), str(folder)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return sorted(out.iterdir())


def distribution(name: str, out: Path) -> Distribution:
    folder = ROOT / "packages" / name
    version = tomllib.loads((folder / "pyproject.toml").read_text("utf-8"))["project"]["version"]
    return Distribution(folder, version, build(folder, out))
