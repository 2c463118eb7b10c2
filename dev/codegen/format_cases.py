"""Format the case files of spec/cases, as part of ``hatch run lint:fix``.

Cases are sorted by the first paragraph number in their list ``spec``, then by name. ``--check`` writes nothing.
"""

from __future__ import annotations

import argparse
import json
import sys
from typing import Any, Final

from lib.json_format import format_json
from lib.repository import ROOT

CASES: Final = ROOT / "spec" / "cases"


def formatted(text: str) -> str:
    """Return the text of a case file, formatted."""
    document = json.loads(text)
    return format_json(document | {"cases": sorted(document["cases"], key=place)})


def place(case: dict[str, Any]) -> tuple[list[int], str]:
    """Return the sort key of a case."""
    return [int(number) for number in case["spec"][0].split(".")], case["name"]


def main() -> int:
    parser = argparse.ArgumentParser(description="Format the case files.")
    parser.add_argument("--check", action="store_true", help="write nothing, and fail if a file is not formatted")
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
