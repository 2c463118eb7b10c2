"""Write the case files in their one form, as ``ruff format`` does with Python: part of ``hatch run lint:fix``.

Cases are sorted by the first paragraph that they show, then by name. With ``--check`` nothing is written.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import Any, Final

from json_text import json_text

CASES: Final = Path(__file__).resolve().parent.parent / "spec" / "cases"


def formatted(text: str) -> str:
    """Return the text of a case file in its one form."""
    document = json.loads(text)
    return json_text(document | {"cases": sorted(document["cases"], key=place)})


def place(case: dict[str, Any]) -> tuple[list[int], str]:
    """Return what a case is sorted by."""
    return [int(number) for number in case["spec"][0].split(".")], case["name"]


def main() -> int:
    """Run the command line."""
    parser = argparse.ArgumentParser(description="Format the case files.")
    parser.add_argument("--check", action="store_true", help="write nothing; fail if a file is not formatted")
    check = parser.parse_args().check
    texts = {path: path.read_text("utf-8") for path in sorted(CASES.glob("*.json"))}
    changed = {path: new for path, text in texts.items() if (new := formatted(text)) != text}
    for path, text in changed.items():
        print(f"spec/cases/{path.name}: {'not formatted' if check else 'formatted'}")
        if not check:
            path.write_text(text, "utf-8", newline="\n")
    if check and changed:
        print("To format them: hatch run lint:fix")
    return int(check and bool(changed))


if __name__ == "__main__":
    sys.exit(main())
