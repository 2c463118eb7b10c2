"""Find Dify's SDK, which is in hatch environments with Python 3.12; the environments are created on first use."""

from __future__ import annotations

import os
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import Final

from lib.hatch_env import find_hatch, has_python, outer_environment, why_no_python
from lib.repository import ROOT

PYTHON: Final = "3.12"
# The reason that is given if tests that need the SDK are skipped.
NOT_HERE: Final = f"dify-sdk: {why_no_python(PYTHON)}"

# The hatch environment to use. DIFY_SDK may name it; by default it has the SDK version that our package pins.
USUAL: Final = os.environ.get("DIFY_SDK") or "dify.pinned"


@cache
def find_python(environment: str = USUAL) -> Path | None:
    """Return the interpreter of *environment*, or None if there is no Python 3.12."""
    outer = outer_environment()
    if not has_python(PYTHON, outer):
        return None
    command = [find_hatch(outer), "-e", environment, "run", "python", "-c", "import sys; print(sys.executable)"]
    done = subprocess.run(command, cwd=ROOT, env=outer, capture_output=True, encoding="utf-8", check=False)
    if done.returncode:
        sys.exit(f"creating the environment {environment} failed:\n{done.stderr}")
    return Path(done.stdout.splitlines()[-1])
