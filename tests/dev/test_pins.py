"""For each dependency, the oldest version that we test is the lower bound that our package declares."""

from __future__ import annotations

import re
import tomllib

import pytest
from packaging.version import Version

from lib.repository import ROOT


def declared(package: str, extra: str = "") -> dict[str, Version]:
    """Return the lower bounds of the dependencies of *package*, or of its extra's dependencies if *extra* is given."""
    project = tomllib.loads((ROOT / "packages" / package / "pyproject.toml").read_text("utf-8"))["project"]
    lines = project["optional-dependencies"][extra] if extra else project["dependencies"]
    return {name: Version(oldest) for line in lines for name, oldest in re.findall(r"^([\w-]+)>=([\d.]+)", line)}


def pinned(name: str) -> dict[str, Version]:
    """Return the pins in a file of ``dev/pins``, except those for the newest Python."""
    text = (ROOT / "dev/pins" / name).read_text("utf-8")
    pins = re.findall(r"^([\w-]+)==([\d.]+)(?=$| #| ; python_version <)", text, re.MULTILINE)
    return {each: Version(release) for each, release in pins}


CORE = declared("page_stats_core")
LANGCHAIN = declared("langchain_page_stats")
MCP = declared("page_stats_core", "mcp")


@pytest.mark.parametrize(
    ("name", "floors"),
    # the MCP SDK needs a newer pydantic than the core
    [("lowest.in", CORE | LANGCHAIN), ("lowest-mcp.in", {**CORE, **MCP, "pydantic": Version("2.12")})],
)
def test_declared(name: str, floors: dict[str, Version]) -> None:
    """The tests pin each dependency to the lower bound that the package declares."""
    pins = pinned("constraints.in") | pinned(name)
    assert {each: pins.get(each) for each in floors} == floors
