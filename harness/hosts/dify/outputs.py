"""The outputs that the Dify tool declares."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import yaml

from lib.difypkg.archive import Package

EMPTY: Final[Mapping[str, Any]] = {"boolean": False, "integer": 0, "string": ""}


def empty_outputs(package: Package) -> dict[str, Any]:
    """Return every declared output with the empty value that is used if a result lacks this output."""
    declared = yaml.safe_load(package.entries["tools/page_stats.yaml"])["output_schema"]["properties"]
    return {name: EMPTY[each["type"]] for name, each in declared.items()}
