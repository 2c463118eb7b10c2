"""Run a block of shell commands after replacing its placeholders, as a reader would."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Mapping
from pathlib import Path

from harness.documents import Block


def run(
    block: Block,
    folder: Path,
    *programs: Path,
    filled: Mapping[str, str] | None = None,
    environment: Mapping[str, str] | None = None,
) -> str:
    """Run *block* in *folder*, with the folders in *programs* first on the PATH; return its output.

    Every command must succeed. *filled* maps placeholders to values. *environment* replaces the inherited variables.
    """
    text = block.text
    for word, value in (filled or {}).items():
        text = text.replace(word, value)
    variables = os.environ if environment is None else environment
    path = os.pathsep.join([*map(str, programs), variables["PATH"]])
    done = subprocess.run(
        ["bash", "-euxo", "pipefail", "-c", text],
        cwd=folder,
        env={**variables, "PATH": path},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        check=False,
    )
    assert done.returncode == 0, f"{block}: {done.stdout}"
    return done.stdout
