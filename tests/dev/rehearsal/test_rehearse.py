"""The rehearsal, which runs the release workflow on localhost: its clone, secrets, processes and report."""

from __future__ import annotations

import io
import os
import signal
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from pathlib import Path
from typing import Any

import pytest

from dev.rehearsal import act, checkout, faults, report, sandbox, secrets
from dev.release.preflight import PLACEHOLDER, placeholders
from harness.committed_tree import commit, git
from harness.documents import blocks
from lib import changelog
from lib.difypkg.keys import make_pair
from lib.hatch_env import python_path
from lib.repository import ROOT

VERSION = "9.9.9-rc1"
TOKEN = f"clawhub-{'0' * 32}"
PRIVATE = "-----BEGIN RSA PRIVATE KEY-----\nMIIEfirst\nMIIEsecond\n-----END RSA PRIVATE KEY-----\n"

# A rehearsal that waits until it is interrupted, and then waits again while it cleans up.
INTERRUPTED = """
import contextlib, sys
from dev.rehearsal import rehearse

@contextlib.contextmanager
def sandbox(version):
    try:
        yield
    finally:
        print("clearing", flush=True)
        sys.stdin.readline()
        print("cleared", flush=True)

def wait(prepared):
    print("running", flush=True)
    sys.stdin.readline()
    return []

rehearse.sandbox, rehearse.rehearse, rehearse.uncommitted = sandbox, wait, lambda root: []
sys.argv = ["rehearse", "9.9.9"]
rehearse.main()
"""

SEALED = {"a.whl": "1", "b.tgz": "2", "SHA256SUMS": "3"}
PLACES = {
    "PyPI": {"a.whl": "1"},
    "ClawHub": {"b.tgz": "2"},
    "GitHub": {**SEALED, f"page-stats-{VERSION}.intoto.jsonl": "4"},
}

WORKFLOW = secrets.read_workflow(ROOT / sandbox.WORKFLOW)


@pytest.fixture(scope="module")
def public_key(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the path of the public key of a new key pair."""
    return make_pair(tmp_path_factory.mktemp("keys"), bits=2048)[1]


@pytest.fixture(scope="module")
def clone(committed: Path, public_key: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the clone that the rehearsal uses."""
    return checkout.make_checkout(tmp_path_factory.mktemp("rehearsed") / "tree", VERSION, public_key, committed)


class TestTree:
    def test_committed(self, clone: Path) -> None:
        """The clone is on the branch main and has no uncommitted changes."""
        assert git(clone, "status", "--porcelain") == ""
        assert git(clone, "branch", "--show-current") == "main\n"

    def test_filled(self, committed: Path, clone: Path) -> None:
        """The clone has no placeholders, keeps the values that the owner has set, and has updated generated files."""
        assert not [*placeholders(tomllib.loads((clone / "project.toml").read_text("utf-8")))]
        repository = checkout.repository(committed).replace(PLACEHOLDER, "rehearsal")
        assert checkout.repository(clone) == repository
        about = clone / "packages/page_stats_core/src/page_stats_core/about.py"
        assert f"https://github.com/{repository}" in about.read_text("utf-8")

    def test_just_released(self, tree: Path, public_key: Path, tmp_path: Path) -> None:
        """A release commit can be rehearsed although its changelog has no unreleased changes."""
        subprocess.run(
            [sys.executable, "-m", "dev.release.version", "9.9.8"], cwd=tree, capture_output=True, check=True
        )
        commit(tree)
        rehearsed = checkout.make_checkout(tmp_path / "rehearsed", VERSION, public_key, tree)
        assert changelog.sections(rehearsed) == [VERSION, "9.9.8"]

    def test_version(self, clone: Path) -> None:
        """Every file in the clone states the version that is rehearsed."""
        done = subprocess.run(
            [sys.executable, "-m", "dev.release.version", "--check", VERSION],
            cwd=clone,
            capture_output=True,
            check=False,
        )
        assert done.returncode == 0, done.stdout + done.stderr

    def test_original(self, committed: Path, clone: Path) -> None:
        """Making the clone does not change the original repository."""
        assert git(committed, "status", "--porcelain") == ""


class TestSecrets:
    @pytest.mark.parametrize("said", [TOKEN, f"a {TOKEN} b", f"x={TOKEN}\n", "MIIEsecond", PRIVATE])
    def test_found(self, said: str) -> None:
        """A token is found anywhere in a text, and so is any single line of the private key."""
        assert secrets.kinds(said.encode(), PRIVATE)

    @pytest.mark.parametrize("said", ["", "clawhub-0", f"{TOKEN}0", "-----BEGIN RSA PRIVATE KEY-----", "0" * 32])
    def test_nothing(self, said: str) -> None:
        """Text that only resembles a secret is not reported."""
        assert not secrets.kinds(said.encode(), PRIVATE)

    def test_in_archives(self, tmp_path: Path) -> None:
        """Every file is searched for secrets, and so is every file inside an archive of any suffix."""
        with zipfile.ZipFile(tmp_path / "a.pkg", "w", zipfile.ZIP_DEFLATED) as archive:
            archive.writestr("inside.txt", TOKEN)
        with tarfile.open(tmp_path / "b.tar.gz", "w:gz") as tarball:
            member = tarfile.TarInfo("inside.txt")
            member.size = len(PRIVATE)
            tarball.addfile(member, io.BytesIO(PRIVATE.encode()))
        (tmp_path / "c.txt").write_text("nothing")
        (tmp_path / "d.whl").write_text(TOKEN)
        found = [*secrets.leaks(tmp_path, PRIVATE)]
        assert found == ["a.pkg/inside.txt: clawhub", "b.tar.gz/inside.txt: key", "d.whl: clawhub"]

    def test_environments(self, tmp_path: Path) -> None:
        """A secret in a job's environment variables is reported unless the job needs this secret."""
        (tmp_path / "clawhub.1").write_text(f"CLAWHUB_TOKEN={TOKEN}\0")
        (tmp_path / "build.2").write_text(f"CLAWHUB_TOKEN={TOKEN}\0")
        permitted = secrets.allowed_jobs(WORKFLOW)
        found = [*secrets.leaks_of_environments(tmp_path, PRIVATE, permitted)]
        assert found == ["the environment of the job build: clawhub"]

    def test_identity(self) -> None:
        """Only attest, pypi and clawhub may request an identity token. pypi and clawhub have separate environments."""
        assert secrets.identity_jobs(WORKFLOW) == {"attest": "", "pypi": "pypi", "clawhub": "clawhub"}

    def test_runner(self, tmp_path: Path) -> None:
        """Each step's environment variables are recorded. Only permitted jobs get the variables for identity tokens."""
        for name in ("environments", "identity", "logs"):
            (tmp_path / name).mkdir()
        (tmp_path / "identity/pypi").write_text("export ACTIONS_ID_TOKEN_REQUEST_TOKEN=it\n")
        runner = {"BASH_ENV": str(sandbox.RUNNER), "REHEARSAL": str(tmp_path)}
        for job in ("pypi", "build"):
            command = ["bash", "-c", 'echo "- $GITHUB_JOB" >> "$GITHUB_STEP_SUMMARY"']
            subprocess.run(command, env=os.environ | runner | {"GITHUB_JOB": job}, check=True)
        recorded = {path.name.partition(".")[0]: path.read_bytes() for path in (tmp_path / "environments").iterdir()}
        assert [job for job, content in recorded.items() if b"REQUEST_TOKEN=it" in content] == ["pypi"]
        assert sorted(recorded) == ["build", "pypi"]
        assert (tmp_path / "logs/summary.md").read_text() == "- pypi\n- build\n"


class TestProcesses:
    def test_stopped(self, tmp_path: Path) -> None:
        """Only processes with the rehearsal's environment variable are stopped, even if they ignore SIGTERM."""
        stubborn = (
            "import signal, time; signal.signal(signal.SIGTERM, signal.SIG_IGN); print(flush=True); time.sleep(600)"
        )
        marked = os.environ | {act.MARK: str(tmp_path)}
        with (
            subprocess.Popen([sys.executable, "-c", stubborn], env=marked, stdout=subprocess.PIPE) as ours,
            subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE) as another,
        ):
            assert ours.stdout
            ours.stdout.readline()
            assert [process.pid for process in act.processes(tmp_path)] == [ours.pid]
            assert len(act.stop(tmp_path, patience=0.2)) == 1
            ours.wait(10)
            assert another.poll() is None
            another.communicate(b"\n")
        assert not act.processes(tmp_path)

    def test_environment_of_its_own(self, tmp_path: Path) -> None:
        """A process without the variable is stopped if its folder or an argument contains the rehearsal's path."""
        waiting = [sys.executable, "-c", "print(flush=True); input()"]
        pipes: dict[str, Any] = {"env": {}, "stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
        with (
            subprocess.Popen([*waiting, str(tmp_path / "data")], cwd="/", **pipes) as named,
            subprocess.Popen(waiting, cwd=tmp_path, **pipes) as there,
        ):
            for process in (named, there):
                process.stdout.readline()
            assert {process.pid for process in act.processes(tmp_path)} == {named.pid, there.pid}
            assert len(act.stop(tmp_path)) == 2
        assert not act.processes(tmp_path)

    def test_started_meanwhile(self, tmp_path: Path) -> None:
        """If a process starts a second process on SIGTERM, the second process is also stopped."""
        another = "import subprocess, sys; subprocess.Popen([sys.executable, '-c', 'import signal; signal.pause()'])"
        dying = f"import signal; signal.signal(signal.SIGTERM, lambda *_: exec({another!r} + '; sys.exit()'))"
        marked = os.environ | {act.MARK: str(tmp_path)}
        command = [sys.executable, "-c", f"{dying}; print(flush=True); signal.pause(); signal.pause()"]
        with subprocess.Popen(command, env=marked, stdout=subprocess.PIPE) as process:
            assert process.stdout
            process.stdout.readline()
            assert len(act.stop(tmp_path)) == 2
        assert not act.processes(tmp_path)

    def test_interrupted(self, tmp_path: Path) -> None:
        """A second interrupt does not prevent the cleanup."""
        program = tmp_path / "program.py"
        program.write_text(INTERRUPTED)
        command = [sys.executable, str(program)]
        options: dict[str, Any] = {"cwd": ROOT, "env": os.environ | python_path()}
        with subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding="utf-8", **options
        ) as process:
            assert process.stdout
            for expected in ("running\n", "clearing\n"):
                assert process.stdout.readline() == expected
                process.send_signal(signal.SIGINT)
            said, why = process.communicate("go on\n", timeout=60)
        assert (said, why, process.returncode) == ("cleared\n", "\nInterrupted; every process was stopped.\n", 1)


class TestReport:
    def test_right(self) -> None:
        """No error is reported if every registry has its files, with the contents that the job `seal` recorded."""
        assert not [*report.misplaced(SEALED, PLACES, VERSION)]

    @pytest.mark.parametrize(
        ("place", "files", "said"),
        [
            ("PyPI", {}, "PyPI must have ['a.whl'], got []"),
            ("ClawHub", {"b.tgz": "0"}, "ClawHub has b.tgz with other bytes than were sealed"),
            ("PyPI", {"a.whl": "1", "b.tgz": "2"}, "PyPI must have ['a.whl'], got ['a.whl', 'b.tgz']"),
        ],
        ids=["missing", "another", "too much"],
    )
    def test_wrong(self, place: str, files: dict[str, str], said: str) -> None:
        """A missing, changed or unexpected file is reported with the name of its registry."""
        assert [*report.misplaced(SEALED, PLACES | {place: files}, VERSION)] == [said]

    def test_commands(self) -> None:
        """Each verification command of SECURITY.md is listed once, with version and repository filled in."""
        commands = report.commands("1.0.0", "a/b")
        assert not [command for command in commands if "VERSION" in command or "REPOSITORY" in command]
        assert sorted(map(report.program_of, commands)) == ["cmp", "dify", "python", "sha256sum"]

    def test_attestations(self) -> None:
        """SECURITY.md has an attestation command for each kind of artefact. The rehearsal runs none of them."""
        text = "".join(block.text for block in blocks("SECURITY.md") if block.reason)
        kinds = ("page_stats_core-*.whl", "langchain_page_stats-*.whl", "page_stats-VERSION.signed.difypkg")
        for kind in (*kinds, "openclaw-page-stats-VERSION.tgz"):
            assert f"gh attestation verify {kind} " in text


class TestFaults:
    def test_not_stopped(self) -> None:
        """An injected fault that does not stop the release as expected is reported, and the log is kept."""
        run = act.Run(succeeded=True, log="[release/seal] | all is well\n", seconds={"seal": 1.0})
        found = [*faults.stopped(run, "PyPI has", "sign")]
        kept = Path(found[1].rpartition(" ")[2])
        assert kept.read_text("utf-8") == run.log
        kept.unlink()
        assert len(found) == 3

    def test_stopped(self, capsys: pytest.CaptureFixture[str]) -> None:
        """An injected fault that stops the release as expected is not reported, and the reason is printed."""
        run = act.Run(succeeded=False, log="[release/sign]   | it is the key\n", seconds={"sign": 1.0})
        assert not [*faults.stopped(run, "the key", "sign")]
        assert capsys.readouterr().out == "\nIt stopped in sign: it is the key\n"
