"""The cost table: the numbers of hand-written files and lines, counted on each run, and stored measurements."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final

from lib.repository import ROOT

MEASURED: Final = ROOT / "docs" / "contracts.costs.json"
TOYS: Final = Path(__file__).with_name("toys")

# The hand-written files of each host's toy (the tool that the probes call).
WRITTEN: Final[Mapping[str, tuple[str, ...]]] = {
    "langchain": ("langchain/echo.py",),
    "dify": (
        *("dify/manifest.yaml", "dify/main.py", "dify/requirements.txt", "dify/_assets/icon.svg"),
        *("dify/provider/echo.yaml", "dify/provider/echo.py", "dify/tools/echo.yaml", "dify/tools/echo.py"),
    ),
    "openclaw": ("openclaw/index.js", "openclaw/package.json", "openclaw/openclaw.plugin.json"),
}


def lines_of(path: Path) -> int:
    """Count the non-blank lines of a file."""
    return sum(bool(line.strip()) for line in path.read_text("utf-8").splitlines())


def rows() -> Iterator[tuple[str, ...]]:
    """Yield the rows of the table: a label, then a value for each host of ``WRITTEN``."""
    files = [[TOYS / name for name in names] for names in WRITTEN.values()]
    yield "files by hand", *(str(len(paths)) for paths in files)
    yield "lines by hand", *(str(sum(map(lines_of, paths))) for paths in files)
    yield "… of these, declarations", *(str(sum(map(lines_of, declared(paths)))) for paths in files)
    if MEASURED.exists():
        for label, values in json.loads(MEASURED.read_text("utf-8"))["rows"].items():
            yield label, *(values[host] for host in WRITTEN)


def declared(paths: list[Path]) -> list[Path]:
    """Return the files in *paths* that contain only declarations, not code."""
    return [path for path in paths if path.suffix in {".yaml", ".json", ".txt", ".svg"}]


def machine() -> str:
    """Describe the machine and the date of the measurements."""
    if not MEASURED.exists():
        return "Nothing has been measured yet: `hatch run compare --costs`."
    measured: dict[str, Any] = json.loads(MEASURED.read_text("utf-8"))
    return f"Measured on {measured['date']}: {measured['machine']}. `hatch run compare --costs` measures anew."
