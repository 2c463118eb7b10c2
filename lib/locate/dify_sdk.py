"""Where Dify's SDK is: in environments of hatch with Python 3.12, which are made when first asked for."""

from __future__ import annotations

import os
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import Final

from lib.hatch_env import find_hatch, has_python, no_python, outer_environment
from lib.repository import ROOT

PYTHON: Final = "3.12"
# Why tests that need it are not run where there is none.
NOT_HERE: Final = f"dify-sdk: {no_python(PYTHON)}"

# The environment with the SDK that the package pins, or another that is to be taken for it.
USUAL: Final = os.environ.get("DIFY_SDK") or "dify.pinned"


@cache
def find_python(environment: str = USUAL) -> Path | None:
    """Return the interpreter of *environment*, or None where there is no Python 3.12."""
    outer = outer_environment()
    if not has_python(PYTHON, outer):
        return None
    command = [find_hatch(outer), "-e", environment, "run", "python", "-c", "import sys; print(sys.executable)"]
    done = subprocess.run(command, cwd=ROOT, env=outer, capture_output=True, encoding="utf-8", check=False)
    if done.returncode:
        sys.exit(f"The environment {environment} cannot be made.\n{done.stderr}")
    return Path(done.stdout.splitlines()[-1])
