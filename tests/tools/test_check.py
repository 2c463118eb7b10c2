"""What ``hatch run check`` makes of what was not run."""

from __future__ import annotations

import sys
from pathlib import Path

import check
import pytest
from check import Report, Stage


class TestRequirements:
    @pytest.mark.parametrize(
        ("value", "names"),
        [
            ("", set()),
            ("python-3.12", {"python-3.12"}),
            (" python-3.11 , python-3.14,", {"python-3.11", "python-3.14"}),
        ],
    )
    def test_names(self, value: str, names: set[str], monkeypatch: pytest.MonkeyPatch) -> None:
        """CHECK_REQUIRE is a list with commas; blanks and empty entries do not count."""
        monkeypatch.setenv("CHECK_REQUIRE", value)
        assert check.requirements() == names

    def test_unknown(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """A name that stands for nothing is refused, since it would never be missed."""
        monkeypatch.setenv("CHECK_REQUIRE", "python-2.7")
        with pytest.raises(SystemExit, match=r"names python-2\.7; it may name python-3\.11"):
            check.requirements()


class TestMissed:
    @pytest.mark.parametrize(
        ("not_run", "missed"),
        [
            ({"python-3.14": "not on the PATH"}, ["python-3.14"]),
            ({"test_host": "python-3.14: not on the PATH"}, ["python-3.14"]),
            ({"python-3.12": "not on the PATH", "test_host": "another reason"}, []),
        ],
        ids=["a stage", "a test that says what it wants", "others"],
    )
    def test_required(self, not_run: dict[str, str], missed: list[str]) -> None:
        """What is required is missed when a stage of that name, or a test for want of it, was not run."""
        assert check.missed(Report(not_run=not_run), {"python-3.14"}) == missed


def test_skipped(tmp_path: Path) -> None:
    """Skipped tests are read from pytest's own report, with the reason."""
    results = tmp_path / "results.xml"
    results.write_text(
        '<testsuites><testsuite><testcase classname="a.b" name="test_c"><skipped message="no d"/></testcase>'
        '<testcase classname="a.b" name="test_e"/></testsuite></testsuites>'
    )
    assert check.skipped(results) == {"a.b.test_c": "no d"}


class TestHasPython:
    def test_running(self) -> None:
        """The interpreter of this very process starts."""
        version = f"{sys.version_info[0]}.{sys.version_info[1]}"
        assert check.has_python(version, {"PATH": str(Path(sys.executable).parent)})

    def test_absent(self, tmp_path: Path) -> None:
        """One that is nowhere on the PATH is absent."""
        assert not check.has_python("3.11", {"PATH": str(tmp_path)})

    def test_broken(self, tmp_path: Path) -> None:
        """One that is there and does not start is absent, as a shim without a version behind it is."""
        shim = tmp_path / "python3.11"
        shim.write_text("#!/bin/sh\nexit 127\n")
        shim.chmod(0o755)
        assert not check.has_python("3.11", {"PATH": str(tmp_path)})


class TestChosen:
    def test_all(self) -> None:
        """Without a name every stage is run."""
        assert check.chosen([], fast=False) == list(check.STAGES)

    def test_fast(self) -> None:
        """The fast ones are some of them, the units among them and another Python not."""
        names = {stage.name for stage in check.chosen([], fast=True)}
        assert "units" in names
        assert not names & {stage.name for stage in check.STAGES if stage.python}

    def test_named(self) -> None:
        """Stages that are named are run alone, in the order of the table."""
        assert [stage.name for stage in check.chosen(["parity", "lint"], fast=False)] == ["lint", "parity"]

    def test_unknown(self) -> None:
        """A name that is none is refused, since it would be a stage that always passes."""
        with pytest.raises(SystemExit, match="There is no stage linth; there are lint, types"):
            check.chosen(["linth"], fast=False)


def test_every_python_is_a_stage_or_runs_this() -> None:
    """All supported Pythons are checked: one runs everything, each other the units."""
    stages = {stage.name for stage in check.STAGES}
    assert {f"python-{check.CURRENT}", *stages, *check.DIFY, *check.MCP} >= set(check.REQUIRABLE)


class TestObstacle:
    def test_not_committed(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """What is built only of what is committed is not run otherwise, and the files are named."""
        monkeypatch.setattr(check, "uncommitted", lambda: ["a", "b"])
        assert Stage("build", (), committed=True).obstacle({}) == "not committed: a, b"
        assert Stage("lint", ()).obstacle({}) is None
        monkeypatch.setattr(check, "uncommitted", list)
        assert Stage("build", (), committed=True).obstacle({}) is None
