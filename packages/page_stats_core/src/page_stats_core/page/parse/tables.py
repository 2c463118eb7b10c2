"""The tables of the parse, which are data: they are written in spec/tables, and each package carries a copy."""

from __future__ import annotations

import json
from collections.abc import Iterable
from importlib.resources import files
from typing import Any


def load(name: str) -> Any:
    """Return what the table *name* holds."""
    return json.loads((files("page_stats_core.page") / "tables" / f"{name}.json").read_text("utf-8"))


def character_class(ranges: Iterable[str]) -> str:
    r"""Return what stands between the brackets of a regular expression for *ranges*: "0009-000D" is \t-\r."""
    return "".join("-".join(rf"\U{int(end, 16):08x}" for end in span.split("-")) for span in ranges)
