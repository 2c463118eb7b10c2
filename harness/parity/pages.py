"""Compare the Python and TypeScript code on a folder of pages: ``hatch run parity:pages DIR [--json]``.

The Content-Type of a page is read from the file ``NAME.content-type`` next to it; the default is ``text/html``.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from harness.fuzz.compare import Difference, Input, Languages, differs

SUFFIX: Final = ".content-type"
# The name of each dialect's language in the output.
NAMES: Final = {"core": "python", "typescript": "typescript"}


@dataclass(slots=True)
class Totals:
    files: int = 0
    bytes: int = 0
    disagreements: int = 0
    seconds: dict[str, float] = field(default_factory=lambda: dict.fromkeys(NAMES, 0.0))

    def __str__(self) -> str:
        speeds = ", ".join(
            f"{NAMES[name]} {self.bytes / 1e6 / seconds if seconds else 0:.1f} MB/s"
            for name, seconds in self.seconds.items()
        )
        return f"{self.files} files, {self.bytes:,} bytes, {self.disagreements} disagreements; {speeds}"


def pages(folder: Path) -> Iterator[tuple[str, Input]]:
    """Yield each page below *folder* with its relative path."""
    for path in sorted(folder.rglob("*")):
        if path.is_file() and path.suffix != SUFFIX:
            beside = path.with_name(path.name + SUFFIX)
            content_type = beside.read_text("utf-8").strip() if beside.exists() else "text/html"
            name = path.relative_to(folder).as_posix()
            yield name, Input(name, "parse", {"body": path.read_bytes(), "content_type": content_type})


def ask(languages: Languages, page: Input, totals: Totals) -> Difference:
    """Send *page* to each language in turn, and add the time that each takes to *totals*."""
    answers: dict[str, Any] = {}
    for name in NAMES:
        began = time.perf_counter()
        answers[name] = languages.answer(name, page)
        totals.seconds[name] += time.perf_counter() - began
    found = Difference(page, answers)
    totals.files += 1
    totals.bytes += len(page.given["body"])
    totals.disagreements += differs(found)
    return found


def line(name: str, found: Difference) -> str:
    """Return the JSON line for one file."""
    answers = {NAMES[dialect]: answer for dialect, answer in found.answers.items()}
    return json.dumps({"file": name, **answers, "agree": not differs(found)})


def main() -> int:
    parser = argparse.ArgumentParser(description="Compare the languages on a folder of pages.")
    parser.add_argument("folder", type=Path, help="the folder, with those in it")
    parser.add_argument("--json", action="store_true", help="print one line of JSON for each file, and nothing else")
    options = parser.parse_args()
    if not options.folder.is_dir():
        parser.error(f"{options.folder} is no folder")
    totals = Totals()
    with Languages() as languages:
        ask(languages, Input("", "parse", {"body": b"", "content_type": None}), Totals())  # wait for both to start
        for name, page in pages(options.folder):
            found = ask(languages, page, totals)
            if options.json or differs(found):
                print(line(name, found), flush=True)
    if not options.json:
        print(totals)
    return int(totals.disagreements > 0)


if __name__ == "__main__":
    sys.exit(main())
