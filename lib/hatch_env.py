"""Find hatch and Python interpreters, and build the environments of child processes."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

from lib.repository import ROOT


def outer_environment() -> dict[str, str]:
    """Return the environment variables without those that hatch set for this process.

    If these variables were set, a hatch command that we run would use the hatch environment of this process.
    """
    inner = {"HATCH_ENV_ACTIVE", "UV_CONSTRAINT", "VIRTUAL_ENV"}
    environment = {name: value for name, value in os.environ.items() if name not in inner}
    scripts = Path(sys.executable).parent
    path = environment["PATH"].split(os.pathsep)
    return environment | {"PATH": os.pathsep.join(part for part in path if Path(part) != scripts)}


def find_hatch(environment: Mapping[str, str]) -> str:
    """Return hatch's path. The folder of hatch's uv is searched first, because hatch need not be on the PATH."""
    folder = str(Path(environment.get("HATCH_UV", "")).parent)
    hatch = shutil.which("hatch", path=folder) or shutil.which("hatch", path=environment["PATH"])
    return hatch or sys.exit("hatch not found: run this as `hatch run check`")


def why_no_python(version: str) -> str:
    """Return the message for a version for which ``has_python`` is false."""
    return f"no working python{version} on the PATH"


def has_python(version: str, environment: Mapping[str, str]) -> bool:
    """Whether ``pythonX.Y`` is on the PATH and starts. Check this first, because hatch downloads a missing Python."""
    python = shutil.which(f"python{version}", path=environment["PATH"])
    if not python:
        return False
    return subprocess.run([python, "-c", ""], env=environment, capture_output=True, check=False).returncode == 0


def python_path(*folders: str, root: Path = ROOT) -> dict[str, str]:
    """Return the environment variable that lets Python import from *root* and from *folders* in it.

    A process that is started in *root* with ``-m`` can import from *root* without the variable.
    """
    return {"PYTHONPATH": os.pathsep.join(str(root / folder) for folder in ("", *folders))}
