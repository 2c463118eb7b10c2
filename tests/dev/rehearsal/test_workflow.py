"""The workflow release.yml: job order, permissions, secrets and pinned actions."""

from __future__ import annotations

import re
from typing import Any

import pytest
import yaml

from dev.rehearsal import act, secrets
from lib.repository import ROOT

PATH = ROOT / ".github/workflows/release.yml"
TEXT = PATH.read_text("utf-8")
WORKFLOW: dict[str, Any] = secrets.read_workflow(PATH)
JOBS: dict[str, dict[str, Any]] = WORKFLOW["jobs"]
STAND_INS = ROOT / "harness/actions"

# YAML parses the key `on` as true
TRIGGERS: dict[str, Any] = yaml.safe_load(TEXT)[True]

# The effects of these jobs cannot be undone. Nothing is published before `attest`.
IRREVERSIBLE = ["attest", "pypi", "verify-pypi", "clawhub", "verify-clawhub", "github"]
REVERSIBLE = ["build", "sign", "test", "seal"]
FIRST = ["guard", "secrets"]

ENVIRONMENTS = {"sign": "dify", "pypi": "pypi", "clawhub": "clawhub"}
PERMISSIONS = {
    "guard": {"actions": "read", "contents": "read"},
    "attest": {"attestations": "write", "id-token": "write"},
    "pypi": {"contents": "read", "id-token": "write"},
    "clawhub": {"contents": "read", "id-token": "write"},
    "github": {"contents": "write"},
}
SECRET = re.compile(r"secrets\.(\w+)|github\.(token)")


def needs(job: str) -> set[str]:
    """Return the jobs that must succeed before *job*, directly or indirectly."""
    direct = JOBS[job].get("needs", [])
    direct = [direct] if isinstance(direct, str) else direct
    return {*direct}.union(*(needs(name) for name in direct))


class TestOrder:
    def test_jobs(self) -> None:
        """The workflow has exactly the expected jobs, in the expected order."""
        assert [*JOBS] == FIRST + REVERSIBLE + IRREVERSIBLE

    def test_first(self) -> None:
        """Only ``guard`` and ``secrets``, which can forbid a release, start without waiting for another job."""
        assert [job for job in JOBS if not needs(job)] == FIRST

    @pytest.mark.parametrize("job", IRREVERSIBLE + REVERSIBLE)
    def test_waits(self, job: str) -> None:
        """Every other job waits for all jobs above it in the workflow."""
        assert needs(job) == {*[*JOBS][: [*JOBS].index(job)]}

    def test_dry_run(self) -> None:
        """A run is by default a dry run, which skips ``attest`` and therefore all later jobs."""
        given = TRIGGERS["workflow_dispatch"]["inputs"]["dry-run"]
        assert (given["type"], given["default"]) == ("boolean", True)
        assert [job for job in JOBS if "if" in JOBS[job]] == [IRREVERSIBLE[0]]
        assert JOBS[IRREVERSIBLE[0]]["if"] == "${{ !inputs.dry-run }}"

    def test_only_dispatch(self) -> None:
        """The workflow can only be started manually."""
        assert [*TRIGGERS] == ["workflow_dispatch"]


class TestRights:
    def test_none_for_all(self) -> None:
        """The workflow itself grants no permissions, so each job must request its own permissions."""
        assert WORKFLOW["permissions"] == {}

    @pytest.mark.parametrize("job", JOBS)
    def test_permissions(self, job: str) -> None:
        """A job has only the permissions it needs. Most jobs need only read access to the repository."""
        assert JOBS[job]["permissions"] == PERMISSIONS.get(job, {"contents": "read"})

    @pytest.mark.parametrize("job", JOBS)
    def test_environment(self, job: str) -> None:
        """A job that uses a secret, or that a registry trusts, runs in the GitHub environment for this purpose."""
        environment = JOBS[job].get("environment", {}).get("name")
        assert environment == ("${{ matrix.environment }}" if job == "secrets" else ENVIRONMENTS.get(job))

    @pytest.mark.parametrize("job", JOBS)
    def test_secrets(self, job: str) -> None:
        """Secrets are passed only to the jobs that the rehearsal lists, and to the job that checks for secrets."""
        names = {"DIFY_SIGNING_KEY": "key", "CLAWHUB_TOKEN": "clawhub", "token": "github"}
        found = {names[match[1] or match[2]] for match in SECRET.finditer(yaml.safe_dump(JOBS[job]))}
        expected = {kind for kind, jobs in secrets.JOBS.items() if job in jobs}
        assert found == ({"key", "clawhub"} if job == "secrets" else expected)

    def test_secrets_by_step(self) -> None:
        """A secret is passed to the single step that needs it, never to a whole job."""
        assert "env" not in {key for job in JOBS.values() for key in job}
        steps = [step for job in JOBS.values() for step in job["steps"] if SECRET.search(str(step))]
        assert all(SECRET.search(str(step["env"])) and not SECRET.search(step["run"]) for step in steps)

    def test_only_presence(self) -> None:
        """The job that checks for secrets only compares them with an empty string."""
        (step,) = [step for step in JOBS["secrets"]["steps"] if "env" in step]
        assert not re.search(r"secrets\.\w+\b(?! != '')", step["env"]["GIVEN"])


class TestActions:
    def test_pinned(self) -> None:
        """Every action is pinned to a commit, with its version in a comment."""
        lines = [line for line in TEXT.splitlines() if "uses:" in line]
        assert lines
        assert not [line for line in lines if not re.search(r"uses: [\w/.-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$", line)]

    def test_same_in_all_workflows(self) -> None:
        """An action has the same pin in every workflow."""
        pins = {pin for path in PATH.parent.glob("*.yml") for pin in act.actions(path.read_text("utf-8"))}
        assert len(pins) == len({action for action, _ in pins})

    def test_stand_ins(self) -> None:
        """The rehearsal has stand-ins for exactly those actions that its runner does not provide."""
        names = {action.partition("/")[2] for action, _ in act.actions(TEXT) if action not in act.BUILT_IN}
        assert names == {path.name for path in STAND_INS.iterdir()}

    @pytest.mark.parametrize("name", [path.name for path in STAND_INS.iterdir()])
    def test_inputs(self, name: str) -> None:
        """A stand-in declares every input that the workflow passes to it."""
        known = {*yaml.safe_load((STAND_INS / name / "action.yml").read_text("utf-8"))["inputs"]}
        steps = [step for job in JOBS.values() for step in job["steps"] if f"/{name}@" in step.get("uses", "")]
        assert {key for step in steps for key in step["with"]} <= known

    def test_no_cache(self) -> None:
        """The release workflow uses no cache, so no release contains files from another run."""
        assert "cache" not in TEXT

    @pytest.mark.parametrize("job", JOBS)
    def test_no_credentials_kept(self, job: str) -> None:
        """No job keeps the checkout's token in its clone."""
        checkouts = [step for step in JOBS[job]["steps"] if "actions/checkout@" in step.get("uses", "")]
        assert all(step["with"] == {"persist-credentials": False} for step in checkouts)
