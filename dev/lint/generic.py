"""Find words about web pages in the files that ``generic.toml`` lists. Run it with ``python -m dev.lint.generic``."""

from __future__ import annotations

import re
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

from lib.repository import ROOT


def found(root: Path = ROOT) -> Iterator[str]:
    """Yield an error for each line that contains one of the words, and for each file pattern that matches no file."""
    listed = tomllib.loads((root / "generic.toml").read_text("utf-8"))
    word = re.compile(rf"\b(?:{'|'.join(listed['words'])})\b", re.IGNORECASE)
    for pattern in listed["files"]:
        paths = sorted(root.glob(pattern))
        if not paths:
            yield f"generic.toml: {pattern} matches no file"
        for path in paths:
            for number, line in enumerate(path.read_text("utf-8").splitlines(), 1):
                if match := word.search(line):
                    yield f"{path.relative_to(root)}:{number}: {match[0]!r} is about web pages: move it into page/"


def main() -> int:
    """Run the command line."""
    lines = [*found()]
    print("\n".join(lines))
    return int(bool(lines))


if __name__ == "__main__":
    sys.exit(main())
