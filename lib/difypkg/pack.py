"""Pack the Dify plugin, with the core's sources in it: ``hatch run difypkg``.

The same sources make the same bytes on any machine. What is not named here is not packed.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from lib.difypkg.archive import SUFFIX, Package
from lib.repository import ROOT

PLUGIN: Final = ROOT / "packages" / "dify_page_stats"
CORE: Final = ROOT / "packages" / "page_stats_core" / "src" / "page_stats_core"
DIST: Final = ROOT / "dist"

FILES: Final = (
    *("manifest.yaml", "main.py", "requirements.txt", "LICENSE", "PRIVACY.md", "README.md", "readme/README_*.md"),
    *("_assets/*.svg", "adapter/*.py", "provider/*.py", "provider/*.yaml", "tools/*.py", "tools/*.yaml"),
)
# The command is for terminals, of which Dify has none.
CORE_FILES: Final = ("*.py", "page/*.py", "page/*/*.py", "page/tables/*.json")
CORE_LEFT_OUT: Final = ("__main__.py",)


def pack(plugin: Path = PLUGIN, core: Path = CORE) -> Package:
    """Return the package that the sources make."""
    files = dict(found(plugin, FILES))
    files |= {f"page_stats_core/{name}": path for name, path in found(core, CORE_FILES) if name not in CORE_LEFT_OUT}
    return Package({name: files[name].read_bytes() for name in sorted(files)})


def found(folder: Path, patterns: tuple[str, ...]) -> Iterator[tuple[str, Path]]:
    """Yield the files of *folder* that *patterns* name, each by its path from there."""
    for pattern in patterns:
        for path in folder.glob(pattern):
            yield path.relative_to(folder).as_posix(), path


def uncommitted(folder: Path, patterns: tuple[str, ...]) -> list[str]:
    """Return the files of *folder* that *patterns* name and that differ from the commit; none without git to ask."""
    named = [f":(glob){pattern}" for pattern in patterns]
    asked = ["git", "status", "--porcelain", "--untracked-files=all", "--", *named]
    try:
        done = subprocess.run(asked, cwd=folder, capture_output=True, encoding="utf-8", check=False)
    except OSError:
        return []
    return [line[3:] for line in done.stdout.splitlines()]


def main() -> None:
    """Run the command line."""
    parser = argparse.ArgumentParser(description="Pack the Dify plugin.")
    parser.add_argument("--out", type=Path, default=DIST, help="the folder to write to (default: dist)")
    out = parser.parse_args().out
    package = pack()
    out.mkdir(parents=True, exist_ok=True)
    path = out / f"{package.says('name')}-{package.says('version')}{SUFFIX}"
    path.write_bytes(package.to_bytes())
    print(f"{path}\n{package.identifier()}")
    if changed := [*uncommitted(PLUGIN, FILES), *uncommitted(CORE, CORE_FILES)]:
        print(f"No commit makes these bytes, since these are not committed: {', '.join(changed)}", file=sys.stderr)


if __name__ == "__main__":
    main()
