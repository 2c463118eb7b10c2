"""What ``hatch run check`` makes of what was not run."""

from __future__ import annotations

import sys
import threading
from collections.abc import Sequence
from pathlib import Path

import check
import pytest
from check import Outcome, Report, Stage


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
        with pytest.raises(SystemExit, match=r"unknown name 'python-2\.7' in CHECK_REQUIRE \(choose from python-3\.11"):
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
        with pytest.raises(SystemExit, match=r"unknown stage 'linth' \(choose from lint, types"):
            check.chosen(["linth"], fast=False)


def test_every_python_is_a_stage_or_runs_this() -> None:
    """All supported Pythons are checked: one runs everything, each other the units."""
    stages = {stage.name for stage in check.STAGES}
    assert {f"python-{check.CURRENT}", *stages, *check.DIFY, *check.MCP} >= set(check.REQUIRABLE)


def row(name: str, environment: str, after: str | None = None) -> Stage:
    """Return a stage of which only its name, its environment and what it comes after matter."""
    return Stage(name, ("-e", environment, "run"), after=after)


class TestNextStage:
    def test_order(self) -> None:
        """The first that may begin is next, whatever else runs."""
        a, b, c = row("a", "x"), row("b", "y"), row("c", "z")
        assert check.next_stage([a, b], [c], {"z"}) == a
        assert check.next_stage([], [c], {"z"}) is None

    def test_after(self) -> None:
        """A stage waits for the one that it comes after, begun or not; where that is not run at all, it does not."""
        before, behind = row("a", "x"), row("b", "y", after="a")
        assert check.next_stage([behind], [before], {"x", "y"}) is None
        assert check.next_stage([behind, before], [], set()) == before
        assert check.next_stage([behind], [], set()) == behind

    def test_environment(self) -> None:
        """An environment is entered by one stage, and then by any, as hatch may first have to make it."""
        making, same, other = row("a", "x"), row("b", "x"), row("c", "y")
        assert check.next_stage([same, other], [making], set()) == other
        assert check.next_stage([same, other], [making], {"x"}) == same


class TestOutcomes:
    STAGES = (row("a", "x"), row("b", "y"), row("c", "y", after="a"))

    @staticmethod
    def names(stages: Sequence[Stage], hands: int) -> list[str]:
        """Return the names of stages of which the first ends when the second begins, in the order in which they end."""
        second = threading.Event()

        def run_one(stage: Stage) -> Outcome:
            if stage.name == "b":
                second.set()
            if stage.name == "a" and hands > 1:
                assert second.wait(20)
            return Outcome(stage, 0, failed=False, not_run={})

        return [outcome.stage.name for outcome in check.outcomes(stages, run_one, hands)]

    def test_one_after_another(self) -> None:
        """With one hand the stages run in their order."""
        assert self.names(self.STAGES, 1) == ["a", "b", "c"]

    def test_at_once(self) -> None:
        """With two hands a stage begins while another runs, and one that comes after another only then."""
        names = self.names(self.STAGES, 2)
        assert sorted(names) == ["a", "b", "c"]
        assert names[-1] == "c"

    def test_fault(self) -> None:
        """What goes wrong in the tool itself is not taken for an outcome."""

        def run_one(stage: Stage) -> Outcome:
            raise OSError(stage.name)

        with pytest.raises(OSError, match="a"):
            list(check.outcomes(self.STAGES, run_one, 2))


class TestRunStage:
    @pytest.mark.parametrize("failed", [False, True])
    def test_kept(self, failed: bool) -> None:
        """What a quick stage prints, on both streams, is kept whole, and so is whether it failed."""
        program = f"import sys; print('é', flush=True); print('b', file=sys.stderr); sys.exit({int(failed)})"
        outcome = check.run_stage(Stage("a", ("-c", program)), sys.executable, {"PYTHONIOENCODING": "utf-8"}, fast=True)
        assert (outcome.failed, outcome.output) == (failed, "é\nb\n")

    def test_shown(self, capfd: pytest.CaptureFixture[str]) -> None:
        """What another prints is seen while it runs, under its command."""
        outcome = check.run_stage(Stage("a", ("-c", "print(1)")), sys.executable, {}, fast=False)
        assert outcome.output == ""
        assert capfd.readouterr().out == "\n── a: hatch -c print(1)\n1\n"


class TestReport:
    def test_add(self) -> None:
        """An outcome leaves its minutes, its failure and what it did not run."""
        report = Report()
        report.add(Outcome(row("a", "x"), 2, failed=True, not_run={"t": "no d"}))
        report.add(Outcome(row("b", "x"), 1, failed=False, not_run={"u": "no e"}))
        assert report.minutes == {"a": 2, "b": 1}
        assert report.failed == ["a"]
        assert report.not_run == {"t": "no d", "u": "no e"}

    def test_time_of_all(self, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
        """The last of the minutes is what passed on the clock, which stages side by side share."""
        report = Report(minutes={"a": 2, "b": 2}, began=60)
        monkeypatch.setattr(check.time, "monotonic", lambda: 210)
        check.print_report(report, [])
        assert "    2.5  from the first to the last\n" in capsys.readouterr().out


def test_environments() -> None:
    """A stage's environment is the one that its command enters."""
    assert Stage("a", ("run", "units")).environment == "default"
    assert Stage("a", ("run", "lint:check")).environment == "lint"
    assert Stage("a", ("-e", "pinned.py3.12", "run", "packages")).environment == "pinned.py3.12"


def test_each_after_one_that_is_there() -> None:
    """What a stage comes after stands above it in the table, and is quick where it is."""
    for place, stage in enumerate(check.STAGES):
        if stage.after:
            assert [one.fast for one in check.STAGES[:place] if one.name == stage.after] == [stage.fast]


class TestObstacle:
    def test_not_committed(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """What is built only of what is committed is not run otherwise, and the files are named."""
        monkeypatch.setattr(check, "uncommitted", lambda: ["a", "b"])
        assert Stage("build", (), committed=True).obstacle({}) == "uncommitted changes: a, b"
        assert Stage("lint", ()).obstacle({}) is None
        monkeypatch.setattr(check, "uncommitted", list)
        assert Stage("build", (), committed=True).obstacle({}) is None
