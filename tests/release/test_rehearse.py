"""The rehearsal itself: its clone, its secrets, how it stops what it started, and what it says in the end."""

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

import changelog
import pytest
import rehearse_act
import rehearse_faults
import rehearse_report
import rehearse_secrets
import rehearse_stage
import rehearse_tree
from difypkg_keys import make_pair
from documents import blocks
from release.conftest import commit, git
from release_guard import PLACEHOLDER, placeholders
from work_tree import ROOT

VERSION = "9.9.9-rc1"
TOKEN = f"clawhub-{'0' * 32}"
PRIVATE = "-----BEGIN RSA PRIVATE KEY-----\nMIIEfirst\nMIIEsecond\n-----END RSA PRIVATE KEY-----\n"

# A rehearsal that waits to be interrupted, and takes its time to clear the stage.
INTERRUPTED = """
import contextlib, sys, rehearse

@contextlib.contextmanager
def stage(version):
    try:
        yield
    finally:
        print("clearing", flush=True)
        sys.stdin.readline()
        print("cleared", flush=True)

def wait(stage):
    print("running", flush=True)
    sys.stdin.readline()
    return []

rehearse.stage, rehearse.rehearse, rehearse.uncommitted = stage, wait, lambda root: []
sys.argv = ["rehearse", "9.9.9"]
rehearse.main()
"""

SEALED = {"a.whl": "1", "b.tgz": "2", "SHA256SUMS": "3"}
PLACES = {
    "PyPI": {"a.whl": "1"},
    "ClawHub": {"b.tgz": "2"},
    "GitHub": {**SEALED, f"page-stats-{VERSION}.intoto.jsonl": "4"},
}

WORKFLOW = rehearse_secrets.read_workflow(ROOT / rehearse_stage.WORKFLOW)


@pytest.fixture(scope="module")
def public_key(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a public key."""
    return make_pair(tmp_path_factory.mktemp("keys"), bits=2048)[1]


@pytest.fixture(scope="module")
def clone(committed: Path, public_key: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the clone."""
    return rehearse_tree.make_tree(tmp_path_factory.mktemp("rehearsed") / "tree", VERSION, public_key, committed)


class TestTree:
    def test_committed(self, clone: Path) -> None:
        """Everything is committed, on main."""
        assert git(clone, "status", "--porcelain") == ""
        assert git(clone, "branch", "--show-current") == "main\n"

    def test_filled(self, committed: Path, clone: Path) -> None:
        """No placeholder is left, what an owner has filled is as it was, and what is made of it is written anew."""
        assert not [*placeholders(tomllib.loads((clone / "project.toml").read_text("utf-8")))]
        repository = rehearse_tree.repository(committed).replace(PLACEHOLDER, "rehearsal")
        assert rehearse_tree.repository(clone) == repository
        about = clone / "packages/page_stats_core/src/page_stats_core/about.py"
        assert f"https://github.com/{repository}" in about.read_text("utf-8")

    def test_just_released(self, tree: Path, public_key: Path, tmp_path: Path) -> None:
        """A release can be rehearsed from the commit of a release, which has left nothing for the changelog."""
        subprocess.run([sys.executable, "tools/versions.py", "9.9.8"], cwd=tree, capture_output=True, check=True)
        commit(tree)
        rehearsed = rehearse_tree.make_tree(tmp_path / "rehearsed", VERSION, public_key, tree)
        assert changelog.sections(rehearsed) == [VERSION, "9.9.8"]

    def test_version(self, clone: Path) -> None:
        """It is at the version."""
        done = subprocess.run(
            [sys.executable, "tools/versions.py", "--check", VERSION], cwd=clone, capture_output=True, check=False
        )
        assert done.returncode == 0, done.stdout + done.stderr

    def test_original(self, committed: Path, clone: Path) -> None:
        """The repository that it was cloned from is as it was."""
        assert git(committed, "status", "--porcelain") == ""


class TestSecrets:
    @pytest.mark.parametrize("said", [TOKEN, f"a {TOKEN} b", f"x={TOKEN}\n", "MIIEsecond", PRIVATE])
    def test_found(self, said: str) -> None:
        """A token anywhere, and any one line of the key, is found."""
        assert rehearse_secrets.kinds(said.encode(), PRIVATE)

    @pytest.mark.parametrize("said", ["", "clawhub-0", f"{TOKEN}0", "-----BEGIN RSA PRIVATE KEY-----", "0" * 32])
    def test_nothing(self, said: str) -> None:
        """What only looks a little like one is none."""
        assert not rehearse_secrets.kinds(said.encode(), PRIVATE)

    def test_in_archives(self, tmp_path: Path) -> None:
        """What is packed, even compressed, is looked through, whatever it is called; what is not is, as it is."""
        with zipfile.ZipFile(tmp_path / "a.pkg", "w", zipfile.ZIP_DEFLATED) as archive:
            archive.writestr("inside.txt", TOKEN)
        with tarfile.open(tmp_path / "b.tar.gz", "w:gz") as tarball:
            member = tarfile.TarInfo("inside.txt")
            member.size = len(PRIVATE)
            tarball.addfile(member, io.BytesIO(PRIVATE.encode()))
        (tmp_path / "c.txt").write_text("nothing")
        (tmp_path / "d.whl").write_text(TOKEN)
        found = [*rehearse_secrets.leaks(tmp_path, PRIVATE)]
        assert found == ["a.pkg/inside.txt: clawhub", "b.tar.gz/inside.txt: key", "d.whl: clawhub"]

    def test_environments(self, tmp_path: Path) -> None:
        """A job may have in its environment what it needs, and nothing else."""
        (tmp_path / "clawhub.1").write_text(f"CLAWHUB_TOKEN={TOKEN}\0")
        (tmp_path / "build.2").write_text(f"CLAWHUB_TOKEN={TOKEN}\0")
        permitted = rehearse_secrets.allowed(WORKFLOW)
        found = [*rehearse_secrets.leaks_of_environments(tmp_path, PRIVATE, permitted)]
        assert found == ["the environment of the job build: clawhub"]

    def test_identity(self) -> None:
        """The jobs that may ask who they are, and for which environment, are those that release.yml says."""
        assert rehearse_secrets.jobs_of_identity(WORKFLOW) == {"attest": "", "pypi": "pypi", "clawhub": "clawhub"}

    def test_runner(self, tmp_path: Path) -> None:
        """A step's environment is written down, and only a job that may is told how to ask who it is."""
        for name in ("environments", "identity", "said"):
            (tmp_path / name).mkdir()
        (tmp_path / "identity/pypi").write_text("export ACTIONS_ID_TOKEN_REQUEST_TOKEN=it\n")
        runner = {"BASH_ENV": str(rehearse_stage.STAND_INS / "runner.sh"), "REHEARSAL": str(tmp_path)}
        for job in ("pypi", "build"):
            command = ["bash", "-c", 'echo "- $GITHUB_JOB" >> "$GITHUB_STEP_SUMMARY"']
            subprocess.run(command, env=os.environ | runner | {"GITHUB_JOB": job}, check=True)
        told = {path.name.partition(".")[0]: path.read_bytes() for path in (tmp_path / "environments").iterdir()}
        assert [job for job, content in told.items() if b"REQUEST_TOKEN=it" in content] == ["pypi"]
        assert sorted(told) == ["build", "pypi"]
        assert (tmp_path / "said/summary.md").read_text() == "- pypi\n- build\n"


class TestProcesses:
    def test_stopped(self, tmp_path: Path) -> None:
        """What was started in the rehearsal's name is stopped, even if it does not want to be; others are let be."""
        stubborn = (
            "import signal, time; signal.signal(signal.SIGTERM, signal.SIG_IGN); print(flush=True); time.sleep(600)"
        )
        marked = os.environ | {rehearse_act.MARK: str(tmp_path)}
        with (
            subprocess.Popen([sys.executable, "-c", stubborn], env=marked, stdout=subprocess.PIPE) as ours,
            subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE) as another,
        ):
            assert ours.stdout
            ours.stdout.readline()
            assert [process.pid for process in rehearse_act.processes(tmp_path)] == [ours.pid]
            assert len(rehearse_act.stop(tmp_path, patience=0.2)) == 1
            ours.wait(10)
            assert another.poll() is None
            another.communicate(b"\n")
        assert not rehearse_act.processes(tmp_path)

    def test_environment_of_its_own(self, tmp_path: Path) -> None:
        """What a program of the rehearsal starts without its mark is found by where it is, or by what it is told."""
        waiting = [sys.executable, "-c", "print(flush=True); input()"]
        pipes: dict[str, Any] = {"env": {}, "stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
        with (
            subprocess.Popen([*waiting, str(tmp_path / "data")], cwd="/", **pipes) as told,
            subprocess.Popen(waiting, cwd=tmp_path, **pipes) as there,
        ):
            for process in (told, there):
                process.stdout.readline()
            assert {process.pid for process in rehearse_act.processes(tmp_path)} == {told.pid, there.pid}
            assert len(rehearse_act.stop(tmp_path)) == 2
        assert not rehearse_act.processes(tmp_path)

    def test_started_meanwhile(self, tmp_path: Path) -> None:
        """So is what one that is asked to end starts instead."""
        another = "import subprocess, sys; subprocess.Popen([sys.executable, '-c', 'import signal; signal.pause()'])"
        dying = f"import signal; signal.signal(signal.SIGTERM, lambda *_: exec({another!r} + '; sys.exit()'))"
        marked = os.environ | {rehearse_act.MARK: str(tmp_path)}
        command = [sys.executable, "-c", f"{dying}; print(flush=True); signal.pause(); signal.pause()"]
        with subprocess.Popen(command, env=marked, stdout=subprocess.PIPE) as process:
            assert process.stdout
            process.stdout.readline()
            assert len(rehearse_act.stop(tmp_path)) == 2
        assert not rehearse_act.processes(tmp_path)

    def test_interrupted(self, tmp_path: Path) -> None:
        """Whoever interrupts it a second time does not keep it from stopping everything."""
        program = tmp_path / "program.py"
        program.write_text(INTERRUPTED)
        command = [sys.executable, str(program)]
        room: dict[str, Any] = {"cwd": ROOT, "env": os.environ | {"PYTHONPATH": f"{ROOT}/tools:{ROOT}/tests"}}
        with subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding="utf-8", **room
        ) as process:
            assert process.stdout
            for expected in ("running\n", "clearing\n"):
                assert process.stdout.readline() == expected
                process.send_signal(signal.SIGINT)
            said, why = process.communicate("go on\n", timeout=60)
        assert (said, why, process.returncode) == ("cleared\n", "\nInterrupted; every process was stopped.\n", 1)


class TestReport:
    def test_right(self) -> None:
        """Nothing is wrong where every place has its files, with the bytes that were sealed."""
        assert not [*rehearse_report.misplaced(SEALED, PLACES, VERSION)]

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
        """A file that is missing, another, or too much is named, with the place."""
        assert [*rehearse_report.misplaced(SEALED, PLACES | {place: files}, VERSION)] == [said]

    def test_commands(self) -> None:
        """The commands that users verify with are those of SECURITY.md, filled in, each once."""
        commands = rehearse_report.commands("1.0.0", "a/b")
        assert not [command for command in commands if "VERSION" in command or "REPOSITORY" in command]
        assert sorted(command.split()[0] for command in commands) == ["cmp", "dify", "python", "sha256sum"]

    def test_attestations(self) -> None:
        """Each kind of artefact has an attestation to verify, which only GitHub can show."""
        told = "".join(block.text for block in blocks("SECURITY.md") if block.reason)
        kinds = ("page_stats_core-*.whl", "langchain_page_stats-*.whl", "page_stats-VERSION.signed.difypkg")
        for kind in (*kinds, "openclaw-page-stats-VERSION.tgz"):
            assert f"gh attestation verify {kind} " in told


class TestFaults:
    def test_not_stopped(self) -> None:
        """A fault that does not stop the release, or without saying why, is seen."""
        run = rehearse_act.Run(succeeded=True, log="[release/seal] | all is well\n", seconds={"seal": 1.0})
        found = [*rehearse_faults.stopped(run, "PyPI has", "sign")]
        kept = Path(found[1].rpartition(" ")[2])
        assert kept.read_text("utf-8") == run.log
        kept.unlink()
        assert len(found) == 3

    def test_stopped(self, capsys: pytest.CaptureFixture[str]) -> None:
        """One that stops it as it must is not complained of, and its reason is shown."""
        run = rehearse_act.Run(succeeded=False, log="[release/sign]   | it is the key\n", seconds={"sign": 1.0})
        assert not [*rehearse_faults.stopped(run, "the key", "sign")]
        assert capsys.readouterr().out == "\nIt stopped in sign: it is the key\n"
