"""An index of packages on loopback, and an environment that takes ours from nowhere else."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from lib import artefacts
from lib.file_server import file_server
from lib.repository import ROOT

OURS: Final = {"page_stats_core": "page-stats-core", "langchain_page_stats": "langchain-page-stats"}


@contextmanager
def index(folder: Path, dist: Path) -> Iterator[str]:
    """Serve an index in *folder* of the distributions of *dist*, and yield its URL."""
    for stem, name in OURS.items():
        (folder / "simple" / name).mkdir(parents=True)
        for path in (*dist.glob(f"{stem}-*.whl"), *dist.glob(f"{stem}-*.tar.gz")):
            shutil.copyfile(path, folder / "simple" / name / path.name)
    with file_server(folder) as url:
        yield f"{url}/simple/"


def install(folder: Path, url: str, wanted: Sequence[str]) -> Path:
    """Install *wanted* into a new environment in *folder*, ours from the index at *url*; return its interpreter."""
    uv(["venv", "--quiet", "--python", sys.executable, str(folder)])
    python = folder / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    # uv asks the first index that knows a name, and no other; what it remembers of an earlier one is not looked at
    fresh = [option for name in OURS.values() for option in ("--refresh-package", name)]
    pins = ["--constraint", str(ROOT / "constraints.txt")]
    uv(["pip", "install", "--quiet", "--python", str(python), "--index", url, *fresh, *pins, *wanted])
    uv(["pip", "check", "--quiet", "--python", str(python)])
    return python


def uv(arguments: Sequence[str]) -> None:
    """Run the uv that hatch brings; ends the program with its words if it fails."""
    environment = {name: value for name, value in os.environ.items() if name not in {"UV_CONSTRAINT", "VIRTUAL_ENV"}}
    command = [os.environ["HATCH_UV"], *arguments]
    done = subprocess.run(command, env=environment, capture_output=True, encoding="utf-8", check=False)
    if done.returncode:
        sys.exit(f"uv {arguments[0]} failed.\n{done.stdout}{done.stderr}")


def requirements() -> list[str]:
    """Return what the tests of the hosts need besides ours, as hatch.toml says it, and our optional features."""
    environments = tomllib.loads((ROOT / "hatch.toml").read_text("utf-8"))["envs"]
    default = environments["default"]
    members = [member for member in default["workspace"]["members"] if isinstance(member, dict)]
    features = [f"{OURS[Path(member['path']).name]}[{','.join(member['features'])}]" for member in members]
    return [*features, *default["dependencies"], *environments["hosts"]["extra-dependencies"]]


def differing(python: Path, wheel: Path) -> list[str]:
    """Return the files of *wheel* that are not in the environment of *python*, as they are in the wheel."""
    asked = [str(python), "-c", "import sysconfig; print(sysconfig.get_path('purelib'))"]
    installed = Path(subprocess.run(asked, capture_output=True, encoding="utf-8", check=True).stdout.strip())
    return [
        name
        for name, content in artefacts.contents(wheel).items()
        if not name.endswith(".dist-info/RECORD")  # to which an installer adds
        and not ((installed / name).is_file() and (installed / name).read_bytes() == content)
    ]
