"""The signed package's files and credentials, and the uv and Python with which Dify starts plugins."""

from __future__ import annotations

import os
import subprocess
from dataclasses import dataclass
from pathlib import Path

from harness.servers import PUBLIC
from lib.difypkg.archive import Package
from lib.difypkg.keys import make_pair, read_private
from lib.difypkg.sign import sign

CREDENTIALS = {"allowed_hosts": PUBLIC}

# Values that arrive as timeout_seconds, and whether each is valid. Dify casts types, but ignores bounds and defaults.
ARRIVING = [
    *[("30", True), (30, True), (30.0, True), (None, True), ("", True)],
    *[(30.5, False), (0, False), (61, False), (True, False), ("soon", False)],
]


@dataclass(frozen=True, slots=True)
class Files:
    """Paths of the package, unsigned and signed, and of the public key."""

    folder: Path
    unsigned: Path
    signed: Path
    public_key: Path


def new_files(folder: Path, package: Package) -> Files:
    """Write *package* to *folder*, unsigned and signed with a new key."""
    private, public = make_pair(folder, 2048)
    files = Files(folder, folder / "page_stats.difypkg", folder / "page_stats.signed.difypkg", public)
    files.unsigned.write_bytes(package.to_bytes())
    files.signed.write_bytes(sign(package, read_private(private)).to_bytes())
    return files


def uv_path() -> str:
    """Return the path of hatch's uv."""
    return os.environ["HATCH_UV"]


def base_python(python: Path) -> str:
    """Return the base interpreter of *python*'s environment; uv creates environments only from base interpreters."""
    asked = [str(python), "-c", "import sys; print(sys._base_executable)"]
    return subprocess.run(asked, capture_output=True, text=True, check=True).stdout.strip()


def path_with(program: str) -> str:
    """Return a PATH on which *program* is found first."""
    return f"{Path(program).parent}{os.pathsep}{os.environ['PATH']}"


def uv(arguments: list[str]) -> str:
    """Run hatch's uv as Dify's daemon does and return its stderr."""
    environment = {name: value for name, value in os.environ.items() if name != "UV_CONSTRAINT"}
    done = subprocess.run([uv_path(), *arguments], env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stderr
