"""Write the labels of the Encoding Standard, taken from webencodings, to spec/tables/labels.json."""

from __future__ import annotations

import importlib
import sys
from importlib.metadata import version
from typing import Any

from dev.codegen.tables.written import keep


def main() -> int:
    return keep("labels", table(), __doc__ or "")


def table() -> dict[str, Any]:
    encodings: dict[str, list[str]] = {}
    for label, encoding in sorted(importlib.import_module("webencodings.labels").LABELS.items()):
        encodings.setdefault(encoding, []).append(label)
    return {
        "about": [
            "The labels of each encoding of the Encoding Standard.",
            f"Made by `hatch run tables:write` from webencodings {version('webencodings')} (PyPI).",
        ],
        "labels": dict(sorted(encodings.items())),
    }


if __name__ == "__main__":
    sys.exit(main())
