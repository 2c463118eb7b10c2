"""The toolchain works in a folder with spaces in its name."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from dev.release import build
from lib.repository import ROOT

HATCH = tomllib.loads((ROOT / "hatch.toml").read_text("utf-8"))


def commands() -> Iterator[str]:
    """Yield every command of every environment."""
    for environment in HATCH["envs"].values():
        for script in environment.get("scripts", {}).values():
            yield from [script] if isinstance(script, str) else script


def test_blanks_in_commands() -> None:
    """Commands quote the repository's folder, whose name may contain spaces."""
    assert [command for command in commands() if "{root}" in command.replace('"{root}', "")] == []


def test_blanks_in_constraints() -> None:
    """The path of the constraints file is given as a URL, because uv splits paths at spaces."""
    named = [environment.get("env-vars", {}).get("UV_CONSTRAINT", "") for environment in HATCH["envs"].values()]
    assert any(named)
    assert [name for name in named if name and not name.startswith("{root:uri}/")] == []


def test_blanks_in_the_build(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The build also passes the path of its constraints file as a URL."""
    environment: dict[str, str] = {}
    monkeypatch.setattr(build, "ROOT", tmp_path / "a folder")
    monkeypatch.setattr(build, "find_hatch", lambda _: "hatch")
    monkeypatch.setattr(build, "run", lambda command, folder, variables: environment.update(variables))
    monkeypatch.setattr(build, "build_others", lambda tree, out: None)
    build.build_here(tmp_path)
    assert environment["UV_CONSTRAINT"] == f"{tmp_path.as_uri()}/a%20folder/constraints.txt"
