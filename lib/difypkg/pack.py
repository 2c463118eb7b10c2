"""Pack the Dify plugin together with the core's sources. Run it with ``hatch run difypkg``.

The same sources produce the same bytes on any machine. Only files that match the patterns below are packed.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from lib.difypkg.archive import Package
from lib.repository import ROOT

PLUGIN: Final = ROOT / "packages" / "dify_page_stats"
CORE: Final = ROOT / "packages" / "page_stats_core" / "src" / "page_stats_core"
DIST: Final = ROOT / "dist"

FILES: Final = (
    *("manifest.yaml", "main.py", "requirements.txt", "LICENSE", "PRIVACY.md", "README.md", "readme/README_*.md"),
    *("_assets/*.svg", "adapter/*.py", "provider/*.py", "provider/*.yaml", "tools/*.py", "tools/*.yaml"),
)
# The core's command is left out, because Dify has no terminal to run it in.
CORE_FILES: Final = ("*.py", "page/*.py", "page/*/*.py", "page/tables/*.json")
CORE_LEFT_OUT: Final = ("__main__.py", "page/command.py")


def pack(plugin: Path = PLUGIN, core: Path = CORE) -> Package:
    files = dict(matching_files(plugin, FILES))
    sources = {name: path for name, path in matching_files(core, CORE_FILES) if name not in CORE_LEFT_OUT}
    files |= {f"page_stats_core/{name}": path for name, path in sources.items()}
    return Package({name: files[name].read_bytes() for name in sorted(files)})


def matching_files(folder: Path, patterns: tuple[str, ...]) -> Iterator[tuple[str, Path]]:
    """Yield the files of *folder* that match *patterns*, with their relative paths."""
    for pattern in patterns:
        for path in folder.glob(pattern):
            yield path.relative_to(folder).as_posix(), path


def uncommitted(folder: Path, patterns: tuple[str, ...]) -> list[str]:
    """Return the files of *folder* that match *patterns* and have uncommitted changes; empty if git is missing."""
    named = [f":(glob){pattern}" for pattern in patterns]
    command = ["git", "status", "--porcelain", "--untracked-files=all", "--", *named]
    try:
        done = subprocess.run(command, cwd=folder, capture_output=True, encoding="utf-8", check=False)
    except OSError:
        return []
    return [line[3:] for line in done.stdout.splitlines()]


def main() -> None:
    parser = argparse.ArgumentParser(description="Pack the Dify plugin.")
    parser.add_argument("--out", type=Path, default=DIST, help="output folder (default: dist)")
    out = parser.parse_args().out
    package = pack()
    out.mkdir(parents=True, exist_ok=True)
    path = out / package.filename()
    path.write_bytes(package.to_bytes())
    print(f"{path}\n{package.identifier()}")
    if changed := [*uncommitted(PLUGIN, FILES), *uncommitted(CORE, CORE_FILES)]:
        print(f"warning: the package contains uncommitted changes: {', '.join(changed)}", file=sys.stderr)


if __name__ == "__main__":
    main()
