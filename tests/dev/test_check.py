"""``hatch run check``: which stages run, in which order, and how they report."""

from __future__ import annotations

import sys
import threading
from collections.abc import Sequence

import pytest

from dev import check
from dev.check import Outcome, Stage
from lib import stage_report


class TestChosen:
    def test_all(self) -> None:
        """Every stage runs if none is named."""
        assert check.chosen([], fast=False) == list(check.STAGES)

    def test_fast(self) -> None:
        """The fast stages include the unit tests, but none of the stages for other Python versions."""
        names = {stage.name for stage in check.chosen([], fast=True)}
        assert "units" in names
        assert not names & {stage.name for stage in check.STAGES if stage.python}

    def test_named(self) -> None:
        """Only the named stages run, in the order of ``STAGES``."""
        assert [stage.name for stage in check.chosen(["parity", "lint"], fast=False)] == ["lint", "parity"]

    def test_unknown(self) -> None:
        """An unknown stage is rejected, because otherwise a misspelled stage would always pass."""
        with pytest.raises(SystemExit, match=r"unknown stage 'linth' \(choose from lint, types"):
            check.chosen(["linth"], fast=False)


def test_every_python_is_a_stage_or_runs_this() -> None:
    """The current Python runs all stages. Each other supported Python has a stage that runs the unit tests."""
    stages = {stage.name for stage in check.STAGES}
    assert {f"python-{check.CURRENT}", *stages, *stage_report.DIFY, *stage_report.MCP} >= set(stage_report.REQUIRABLE)


def row(name: str, environment: str, after: str | None = None) -> Stage:
    """Return a stage with only a name, an environment and a predecessor."""
    return Stage(name, ("-e", environment, "run"), after=after)


class TestNextStage:
    def test_order(self) -> None:
        """The next stage is the first waiting stage that may start."""
        a, b, c = row("a", "x"), row("b", "y"), row("c", "z")
        assert check.next_stage([a, b], [c], {"z"}) == a
        assert check.next_stage([], [c], {"z"}) is None

    def test_after(self) -> None:
        """A stage waits until its predecessor has ended, but only if the predecessor is part of the run."""
        before, behind = row("a", "x"), row("b", "y", after="a")
        assert check.next_stage([behind], [before], {"x", "y"}) is None
        assert check.next_stage([behind, before], [], set()) == before
        assert check.next_stage([behind], [], set()) == behind

    def test_environment(self) -> None:
        """The first stage in an environment creates it. Other stages in the environment wait until this stage ends."""
        making, same, other = row("a", "x"), row("b", "x"), row("c", "y")
        assert check.next_stage([same, other], [making], set()) == other
        assert check.next_stage([same, other], [making], {"x"}) == same


class TestOutcomes:
    STAGES = (row("a", "x"), row("b", "y"), row("c", "y", after="a"))

    @staticmethod
    def names(stages: Sequence[Stage], hands: int) -> list[str]:
        """Run stages and return their names in the order in which they end. If *hands* > 1, a waits for b to start."""
        second = threading.Event()

        def run_one(stage: Stage) -> Outcome:
            if stage.name == "b":
                second.set()
            if stage.name == "a" and hands > 1:
                assert second.wait(20)
            return Outcome(stage, 0, failed=False, not_run={})

        return [outcome.stage.name for outcome in check.outcomes(stages, run_one, hands)]

    def test_one_after_another(self) -> None:
        """One worker runs the stages in order."""
        assert self.names(self.STAGES, 1) == ["a", "b", "c"]

    def test_at_once(self) -> None:
        """Two workers run stages concurrently, but a stage still waits for its predecessor."""
        names = self.names(self.STAGES, 2)
        assert sorted(names) == ["a", "b", "c"]
        assert names[-1] == "c"

    def test_fault(self) -> None:
        """An exception in the code that runs a stage is raised. It is not reported as a failed stage."""

        def run_one(stage: Stage) -> Outcome:
            raise OSError(stage.name)

        with pytest.raises(OSError, match="a"):
            list(check.outcomes(self.STAGES, run_one, 2))


class TestRunStage:
    @pytest.mark.parametrize("failed", [False, True])
    def test_kept(self, failed: bool) -> None:
        """The standard output and standard error of a fast stage are captured, and its failure is recorded."""
        program = f"import sys; print('é', flush=True); print('b', file=sys.stderr); sys.exit({int(failed)})"
        outcome = check.run_stage(Stage("a", ("-c", program)), sys.executable, {"PYTHONIOENCODING": "utf-8"}, fast=True)
        assert (outcome.failed, outcome.output) == (failed, "é\nb\n")

    def test_shown(self, capfd: pytest.CaptureFixture[str]) -> None:
        """A stage that is not fast prints its command, and then its output while it runs."""
        outcome = check.run_stage(Stage("a", ("-c", "print(1)")), sys.executable, {}, fast=False)
        assert outcome.output == ""
        assert capfd.readouterr().out == "\n── a: hatch -c print(1)\n1\n"


def test_environments() -> None:
    """A stage's environment is the hatch environment in which its command runs."""
    assert Stage("a", ("run", "units")).environment == "default"
    assert Stage("a", ("run", "lint:check")).environment == "lint"
    assert Stage("a", ("-e", "pinned.py3.12", "run", "packages")).environment == "pinned.py3.12"


def test_each_after_one_that_is_there() -> None:
    """In ``STAGES``, a stage comes after its predecessor, and is fast if and only if its predecessor is fast."""
    for place, stage in enumerate(check.STAGES):
        if stage.after:
            assert [one.fast for one in check.STAGES[:place] if one.name == stage.after] == [stage.fast]


class TestObstacle:
    def test_not_committed(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """A stage that needs a committed tree does not run while files are uncommitted. The reason names the files."""
        monkeypatch.setattr(check, "uncommitted", lambda: ["a", "b"])
        assert Stage("build", (), committed=True).obstacle({}) == "uncommitted changes: a, b"
        assert Stage("lint", ()).obstacle({}) is None
        monkeypatch.setattr(check, "uncommitted", list)
        assert Stage("build", (), committed=True).obstacle({}) is None
