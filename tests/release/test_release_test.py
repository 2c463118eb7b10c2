"""What is tested of the artefacts, and which are refused before."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import artefacts
import check
import pytest
import release_test
import release_tree
import work_tree
from difypkg_archive import Package
from difypkg_keys import make_pair, read_private
from difypkg_sign import sign
from release.conftest import ROOT, commit
from release_test import SUITES, Room, Suite

CASE = "truncation-japanese-whole"


class TestRefused:
    @pytest.fixture
    def signed(self, dist: Path, tmp_path: Path) -> Path:
        """Return a signed package in the folder of the artefacts."""
        private, public = make_pair(tmp_path / "keys", 2048)
        path = artefacts.dify(dist)
        path.with_suffix(".public.pem").write_bytes(public.read_bytes())
        signed = path.with_suffix(".signed.difypkg")
        signed.write_bytes(sign(Package.read(path), read_private(private)).to_bytes())
        return signed

    @pytest.mark.slow
    def test_fit(self, dist: Path, signed: Path) -> None:
        """Artefacts that are there, signed or not, are not refused."""
        release_test.refuse_unfit(dist)
        signed.unlink()
        release_test.refuse_unfit(dist)

    @pytest.mark.slow
    def test_missing(self, dist: Path) -> None:
        """One that is missing is named."""
        artefacts.openclaw(dist).unlink()
        with pytest.raises(SystemExit, match=r"^missing files: openclaw-page-stats-.*\.tgz; run `hatch run build`$"):
            release_test.refuse_unfit(dist)

    @pytest.mark.slow
    def test_signed_by_another(self, dist: Path, signed: Path, tmp_path: Path) -> None:
        """A signed package that the public key beside it does not fit is refused."""
        _, public = make_pair(tmp_path / "others", 2048)
        artefacts.dify(dist).with_suffix(".public.pem").write_bytes(public.read_bytes())
        with pytest.raises(SystemExit, match=rf"^{signed.name}: .*another key"):
            release_test.refuse_unfit(dist)

    @pytest.mark.slow
    def test_another_was_signed(self, dist: Path, signed: Path) -> None:
        """A signed package of other files than the one that is tested is refused."""
        package = Package.read(artefacts.dify(dist))
        artefacts.dify(dist).write_bytes(Package({**package.entries, "PRIVACY.md": b""}).to_bytes())
        with pytest.raises(SystemExit, match="must contain the same files as the unsigned package"):
            release_test.refuse_unfit(dist)


class TestSuites:
    def test_smoke(self) -> None:
        """A smoke test is all parity cases, and of each host what is marked so."""
        chosen = {suite.name: "smoke" in suite.command(Path("python"), Path("results"), "smoke") for suite in SUITES}
        assert chosen == {"parity": False, "langchain": True, "dify": True, "openclaw": True}
        assert not any("smoke" in suite.command(Path("python"), Path("results"), "full") for suite in SUITES)

    @pytest.mark.parametrize("host", ["dify", "openclaw"])
    def test_of_sources(self, host: str, tmp_path: Path) -> None:
        """What is made of our sources is not tested where these are not, as it would fail for want of them."""
        (suite,) = (suite for suite in SUITES if suite.name == host)
        command = [*suite.command(Path(sys.executable), tmp_path / "results", "full"), "--collect-only", "-q"]
        said = subprocess.run(command, cwd=ROOT, capture_output=True, encoding="utf-8", check=True).stdout
        assert f"tests/hosts/{host}/test_readme.py" in said
        assert "test_porting" not in said


class TestRoom:
    @pytest.fixture
    def room(self, tmp_path: Path) -> Room:
        """Return a room whose interpreter is a script that fails, and says where it is and what it is told."""
        (tmp_path / "tree").mkdir()
        python = tmp_path / "python"
        python.write_text(f'#!/bin/sh\npwd >{tmp_path}/said\necho "$ARTEFACTS" >>{tmp_path}/said\nexit 1\n')
        python.chmod(0o755)
        return Room(tmp_path, python, Path("/dist"), "full")

    def test_run(self, room: Room) -> None:
        """Tests run in the tree, are told where the artefacts are, and a failure is reported."""
        report = check.Report()
        room.run(Suite("tides", ()), report)
        assert (room.scratch / "said").read_text().splitlines() == [str(room.scratch / "tree"), "/dist"]
        assert (report.failed, [*report.minutes]) == (["tides"], ["tides"])


class TestFailing:
    @pytest.fixture
    def _one_case(self, tree: Path, dist: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        """Have the artefacts of the tree be tested by one parity case, but in Dify, with what is installed here."""

        def prepare(scratch: Path, where: Path) -> Path:
            release_tree.make(scratch / "tree", where)
            return Path(sys.executable)

        clone = work_tree.clone
        monkeypatch.setattr(work_tree, "clone", lambda folder: clone(folder, tree))
        monkeypatch.setattr(artefacts, "DIST", dist)
        monkeypatch.setattr(release_test, "prepare", prepare)
        (parity,) = (suite for suite in SUITES if suite.name == "parity")
        monkeypatch.setattr(
            release_test, "SUITES", (replace(parity, options=(*parity.options, "-k", f"{CASE} and not dify")),)
        )
        monkeypatch.setattr("sys.argv", ["release_test"])

    @pytest.mark.slow
    @pytest.mark.timeout(300)
    @pytest.mark.usefixtures("_one_case")
    def test_parity(self, tree: Path, edit: Callable[..., None], capfd: pytest.CaptureFixture[str]) -> None:
        """A case that the artefacts answer otherwise fails the step, by its name in each dialect."""
        edit("spec/cases/truncation.json", '"word_count": 57}', '"word_count": 56}')
        commit(tree)
        assert release_test.main() == 1
        said = capfd.readouterr().out
        assert said.endswith("\nFailed: parity\n")
        for dialect in ("core", "langchain", "openclaw"):
            assert f"[{dialect}-truncation-{CASE}]" in said


class TestCommand:
    @pytest.mark.parametrize(("kind", "reason"), [("none", "ARTEFACT_TESTS must be full or smoke, got 'none'")])
    def test_kind(self, kind: str, reason: str, monkeypatch: pytest.MonkeyPatch) -> None:
        """A kind of tests that is none is refused, since it would be less than was thought."""
        monkeypatch.setenv("ARTEFACT_TESTS", kind)
        monkeypatch.setattr("sys.argv", ["release_test"])
        with pytest.raises(SystemExit, match=reason):
            release_test.main()

    def test_suite(self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
        """So is a suite that is none."""
        monkeypatch.setattr("sys.argv", ["release_test", "tides"])
        with pytest.raises(SystemExit):
            release_test.main()
        assert "tides" in capsys.readouterr().err
