"""The report at the end of ``hatch run check``: skipped, missed and failed stages."""

from __future__ import annotations

from pathlib import Path

import pytest

from lib import stage_report
from lib.stage_report import Report


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
        """CHECK_REQUIRE is a comma-separated list of names. Spaces and empty entries are ignored."""
        monkeypatch.setenv("CHECK_REQUIRE", value)
        assert stage_report.requirements() == names

    def test_unknown(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """An unknown name is rejected, because otherwise it would never be reported as missed."""
        monkeypatch.setenv("CHECK_REQUIRE", "python-2.7")
        with pytest.raises(SystemExit, match=r"unknown name 'python-2\.7' in CHECK_REQUIRE \(choose from python-3\.11"):
            stage_report.requirements()


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
        """A required Python is reported as missed if its stage, or a test that needs it, did not run."""
        assert stage_report.missed(Report(not_run=not_run), {"python-3.14"}) == missed


def test_skipped(tmp_path: Path) -> None:
    """Skipped tests are read from pytest's own report, with their reasons."""
    results = tmp_path / "results.xml"
    results.write_text(
        '<testsuites><testsuite><testcase classname="a.b" name="test_c"><skipped message="no d"/></testcase>'
        '<testcase classname="a.b" name="test_e"/></testsuite></testsuites>'
    )
    assert stage_report.skipped(results) == {"a.b.test_c": "no d"}


class TestReport:
    def test_add(self) -> None:
        """A stage adds its minutes, its failure and its skipped tests to the report."""
        report = Report()
        report.add("a", 2, {"t": "no d"}, failed=True)
        report.add("b", 1, {"u": "no e"}, failed=False)
        assert report.minutes == {"a": 2, "b": 1}
        assert report.failed == ["a"]
        assert report.not_run == {"t": "no d", "u": "no e"}

    def test_time_of_all(self, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
        """The last line is the elapsed time, which is less than the total of the stages if stages ran concurrently."""
        report = Report(minutes={"a": 2, "b": 2}, began=60)
        monkeypatch.setattr(stage_report.time, "monotonic", lambda: 210)
        stage_report.print_report(report, [])
        assert "    2.5  from the first to the last\n" in capsys.readouterr().out
