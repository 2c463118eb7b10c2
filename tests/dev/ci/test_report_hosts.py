"""The weekly report (a GitHub issue) on tests with the newest host versions. A fake ``gh`` keeps the issues."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path

import pytest

from dev.ci import report_hosts

pytestmark = pytest.mark.skipif(os.name != "posix", reason="the stand-in for gh is a script of the shell")

# A fake `gh` that keeps issues in a file and rejects all commands except those that the report uses.
GH = """#!{python}
import json, sys
from pathlib import Path
file = Path({file!r})
issues = json.loads(file.read_text())
match sys.argv[1:]:
    case ["issue", "list", "--state", "open", "--limit", "1000", "--json", "number,title"]:
        opened = [issue for issue in issues if issue["state"] == "open"]
        print(json.dumps([{{"number": issue["number"], "title": issue["title"]}} for issue in opened]))
    case ["issue", "create", "--title", title, "--body", body]:
        issues.append({{"number": len(issues) + 1, "title": title, "body": body, "state": "open"}})
    case ["issue", "edit", number, "--body", body]:
        issues[int(number) - 1]["body"] = body
    case ["issue", "close", number, "--comment", comment]:
        issues[int(number) - 1] |= {{"state": "closed", "comment": comment}}
    case other:
        sys.exit(f"unknown: {{other}}")
file.write_text(json.dumps(issues))
"""
RUN = "https://github.com/example/page-stats/actions/runs/7"


class GitHub:
    def __init__(self, folder: Path) -> None:
        self._file = folder / "issues.json"
        self._file.write_text(json.dumps([{"number": 1, "title": "Another", "body": "", "state": "open"}]))
        program = folder / "gh"
        program.write_text(GH.format(python=sys.executable, file=str(self._file)))
        program.chmod(0o755)

    @property
    def issues(self) -> list[dict[str, object]]:
        """Return all issues except the first, which is unrelated."""
        others: list[dict[str, object]]
        _, *others = json.loads(self._file.read_text())
        return others


@pytest.fixture
def github(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> GitHub:
    """Put the fake `gh` on the PATH."""
    monkeypatch.setenv("PATH", f"{tmp_path}{os.pathsep}{os.environ['PATH']}")
    monkeypatch.setenv("GITHUB_SERVER_URL", "https://github.com")
    monkeypatch.setenv("GITHUB_REPOSITORY", "example/page-stats")
    monkeypatch.setenv("GITHUB_RUN_ID", "7")
    return GitHub(tmp_path)


def week(monkeypatch: pytest.MonkeyPatch, **results: str) -> None:
    """Run the report for a week in which all jobs succeeded except those in *results*."""
    needs = {job: {"result": results.get(job, "success"), "outputs": {}} for job in report_hosts.HOSTS}
    monkeypatch.setenv("NEEDS", json.dumps(needs))
    report_hosts.main()


class TestReport:
    def test_all_is_well(self, github: GitHub, monkeypatch: pytest.MonkeyPatch) -> None:
        """No issue is opened if all jobs succeed."""
        week(monkeypatch)
        assert not github.issues

    @pytest.mark.parametrize("result", ["failure", "cancelled", "skipped"])
    def test_opened(self, result: str, github: GitHub, monkeypatch: pytest.MonkeyPatch) -> None:
        """A job that did not succeed opens an issue that names its host and the run."""
        week(monkeypatch, openclaw=result)
        (issue,) = github.issues
        assert issue["title"] == report_hosts.TITLE
        assert "of OpenClaw fail" in str(issue["body"])
        assert RUN in str(issue["body"])

    def test_brought_up_to_date(self, github: GitHub, monkeypatch: pytest.MonkeyPatch) -> None:
        """If an issue is open, new failures replace those listed in it, and no second issue is opened."""
        week(monkeypatch, openclaw="failure")
        week(monkeypatch, langchain="failure", dify="failure")
        (issue,) = github.issues
        assert "of LangChain, the SDK of Dify fail" in str(issue["body"])
        assert "OpenClaw" not in str(issue["body"])

    def test_closed(self, github: GitHub, monkeypatch: pytest.MonkeyPatch) -> None:
        """The issue is closed, with a link to the run, when all jobs succeed again."""
        week(monkeypatch, openclaw="failure")
        week(monkeypatch)
        (issue,) = github.issues
        assert issue["state"] == "closed"
        assert RUN in str(issue["comment"])

    def test_opened_again(self, github: GitHub, monkeypatch: pytest.MonkeyPatch) -> None:
        """If a job fails after the issue was closed, a new issue is opened."""
        for result in ("failure", "success", "failure"):
            week(monkeypatch, dify=result)
        assert [issue["state"] for issue in github.issues] == ["closed", "open"]


def test_jobs_are_known(github: GitHub, monkeypatch: pytest.MonkeyPatch) -> None:
    """The report exits with an error if a job of a known host is missing, or if a job is unknown."""
    monkeypatch.setenv("NEEDS", "{}")
    with pytest.raises(SystemExit, match="must name the jobs dify, frameworks, langchain, mcp, openclaw, got none"):
        report_hosts.main()
    assert not github.issues
