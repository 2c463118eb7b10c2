"""Load the data tables that parsing needs. They are maintained in spec/tables; each package has a copy."""

from __future__ import annotations

import json
from collections.abc import Iterable
from importlib.resources import files
from typing import Any


def load(name: str) -> Any:
    """Return the content of the table *name*."""
    return json.loads((files("page_stats_core.page") / "tables" / f"{name}.json").read_text("utf-8"))


def character_class(ranges: Iterable[str]) -> str:
    r"""Return *ranges* for use in the brackets of a regular expression: "0009-000D" becomes \U00000009-\U0000000d."""
    return "".join("-".join(rf"\U{int(end, 16):08x}" for end in span.split("-")) for span in ranges)
