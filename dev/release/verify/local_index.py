"""Serve a package index on localhost, and create environments that get our packages only from this index."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Sequence
from pathlib import Path
from typing import Final, Self

from lib import artefacts
from lib.file_server import FileServer
from lib.repository import ROOT

OURS: Final = {"page_stats_core": "page-stats-core", "langchain_page_stats": "langchain-page-stats"}


class Index:
    """A package index of the distributions in *dist*, made in *folder*; a context manager."""

    def __init__(self, folder: Path, dist: Path) -> None:
        for stem, name in OURS.items():
            (folder / "simple" / name).mkdir(parents=True)
            for path in (*dist.glob(f"{stem}-*.whl"), *dist.glob(f"{stem}-*.tar.gz")):
                shutil.copyfile(path, folder / "simple" / name / path.name)
        self._server = FileServer(folder)
        self.url = f"{self._server.url}/simple/"

    def __enter__(self) -> Self:
        self._server.__enter__()
        return self

    def __exit__(self, *exception: object) -> None:
        self._server.__exit__(*exception)


def install(folder: Path, index: Index, wanted: Sequence[str]) -> Path:
    """Install *wanted* into a new environment, taking our packages only from *index*; return the interpreter."""
    uv(["venv", "--quiet", "--python", sys.executable, str(folder)])
    python = folder / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    # uv uses the first index that has a package. Refresh our packages, because uv may have cached another build.
    fresh = [option for name in OURS.values() for option in ("--refresh-package", name)]
    pins = ["--constraint", str(ROOT / "constraints.txt")]
    uv(["pip", "install", "--quiet", "--python", str(python), "--index", index.url, *fresh, *pins, *wanted])
    uv(["pip", "check", "--quiet", "--python", str(python)])
    return python


def uv(arguments: Sequence[str]) -> None:
    """Run the uv that hatch provides; ends the program if it fails."""
    environment = {name: value for name, value in os.environ.items() if name not in {"UV_CONSTRAINT", "VIRTUAL_ENV"}}
    command = [os.environ["HATCH_UV"], *arguments]
    done = subprocess.run(command, env=environment, capture_output=True, encoding="utf-8", check=False)
    if done.returncode:
        sys.exit(f"uv {arguments[0]} failed:\n{done.stdout}{done.stderr}")


def requirements() -> list[str]:
    """Return our optional features and the test dependencies of the hosts, from hatch.toml."""
    environments = tomllib.loads((ROOT / "hatch.toml").read_text("utf-8"))["envs"]
    default = environments["default"]
    members = [member for member in default["workspace"]["members"] if isinstance(member, dict)]
    features = [f"{OURS[Path(member['path']).name]}[{','.join(member['features'])}]" for member in members]
    return [*features, *default["dependencies"], *environments["hosts"]["extra-dependencies"]]


def differing(python: Path, wheel: Path) -> list[str]:
    """Return the files of *wheel* that are missing or changed in the environment of *python*."""
    command = [str(python), "-c", "import sysconfig; print(sysconfig.get_path('purelib'))"]
    installed = Path(subprocess.run(command, capture_output=True, encoding="utf-8", check=True).stdout.strip())
    return [
        name
        for name, content in artefacts.contents(wheel).items()
        if not name.endswith(".dist-info/RECORD")  # installers add lines to it
        and not ((installed / name).is_file() and (installed / name).read_bytes() == content)
    ]
