"""Make the tool that docs/porting.md describes, by applying the document's changes to a copy of this repository."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from harness.documents import claimed
from lib.hatch_env import python_path
from lib.repository import ROOT, tracked

CORE: Final = "packages/page_stats_core/src"
LANGCHAIN: Final = "packages/langchain_page_stats/src"
DIFY: Final = "packages/dify_page_stats"
OPENCLAW: Final = "packages/openclaw-page-stats"


def blocks() -> list[tuple[str, str, str]]:
    """Return each code block of the document: language, path (empty unless the block is a whole file), and text."""
    return [(block.language, block.info.partition(" ")[2], block.text) for block in claimed(__file__)]


def copied(folder: Path) -> Path:
    """Copy the tracked files of this work tree into *folder*."""
    for name in tracked("."):
        if (ROOT / name).is_file():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(ROOT / name, folder / name)
    return folder


def ported(folder: Path) -> Path:
    """Create the tool in *folder*: a copy of this repository with the document's changes."""
    copied(folder)
    for kind, path, text in blocks():
        if kind == "diff":
            command = ["git", "apply", "--recount", "-C1", "-"]
            done = subprocess.run(command, cwd=folder, input=text, capture_output=True, encoding="utf-8", check=False)
            assert done.returncode == 0, f"{done.stderr}\n{text}"
        else:
            assert (folder / path).exists(), path
            (folder / path).write_text(text, "utf-8")
    return folder


def run(folder: Path, *arguments: str, paths: tuple[str, ...] = ()) -> subprocess.CompletedProcess[str]:
    """Run Python in *folder*, with the core and *paths* first on the import path."""
    environment = {**python_path(CORE, *paths, root=folder), "PATH": "/usr/bin"}
    command = [sys.executable, *arguments]
    return subprocess.run(command, cwd=folder, env=environment, capture_output=True, encoding="utf-8", check=False)


def manifests(folder: Path, *options: str) -> subprocess.CompletedProcess[str]:
    """Run `hatch run manifests` in *folder*."""
    return run(folder, "-m", "dev.codegen.manifests", *options)


def answers() -> Mapping[str, Mapping[str, object]]:
    """Map the arguments of calls, as JSON, to the part of each result that is the same on all platforms."""
    return {
        '{"text": "Low water at noon"}': {"ok": True, "word_count": 4},
        '{"text": 5}': {"ok": False, "error_code": "invalid_text"},
        '{"text": "a", "timeout_seconds": 999}': {"ok": False, "parameter": "timeout_seconds"},
        '{"text": "a", "depth": 1}': {"ok": False, "error_code": "invalid_parameter"},
        "{}": {"ok": False, "message": "text is missing: give the text to count."},
    }
