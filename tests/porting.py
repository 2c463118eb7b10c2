"""The tool of docs/porting.md: a copy of this repository to which the page's changes were made, block by block."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from documents import claimed
from work_tree import tracked

ROOT: Final = Path(__file__).resolve().parents[1]
CORE: Final = "packages/page_stats_core/src"
LANGCHAIN: Final = "packages/langchain_page_stats/src"
DIFY: Final = "packages/dify_page_stats"
OPENCLAW: Final = "packages/openclaw-page-stats"


def blocks() -> list[tuple[str, str, str]]:
    """Return the changes on the page: language, the file that it is the whole of (or nothing), text."""
    return [(block.language, block.info.partition(" ")[2], block.text) for block in claimed(__file__)]


def copied(folder: Path) -> Path:
    """Copy what git knows of this work tree into *folder*."""
    for name in tracked("."):
        if (ROOT / name).is_file():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(ROOT / name, folder / name)
    return folder


def ported(folder: Path) -> Path:
    """Make the tool in *folder*: the changes of the page, and what is written from them."""
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
    """Run Python in *folder*, where it finds the core and *paths* first."""
    environment = {"PYTHONPATH": ":".join(str(folder / path) for path in (CORE, "tools", *paths)), "PATH": "/usr/bin"}
    command = [sys.executable, *arguments]
    return subprocess.run(command, cwd=folder, env=environment, capture_output=True, encoding="utf-8", check=False)


def manifests(folder: Path, *options: str) -> subprocess.CompletedProcess[str]:
    """Run `hatch run manifests` there."""
    return run(folder, "tools/manifests.py", *options)


def answers() -> Mapping[str, Mapping[str, object]]:
    """Return calls of the tool as JSON has them, and what of each answer must be so on every platform."""
    return {
        '{"text": "Low water at noon"}': {"ok": True, "word_count": 4},
        '{"text": 5}': {"ok": False, "error_code": "invalid_text"},
        '{"text": "a", "timeout_seconds": 999}': {"ok": False, "parameter": "timeout_seconds"},
        '{"text": "a", "depth": 1}': {"ok": False, "error_code": "invalid_parameter"},
        "{}": {"ok": False, "message": "text is missing: give the text to count."},
    }
