"""What a reader does who copies a block of shell commands, with the words in capitals filled in."""

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
    """Run *block* in *folder*, where the folders *programs* come first on the PATH; return what it says.

    Every command has to succeed. *filled* is what the reader writes for a word, *environment* all variables.
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
