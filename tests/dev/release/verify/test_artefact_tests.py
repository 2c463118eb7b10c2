"""Testing the built artefacts: which suites run, and which artefacts are rejected before the tests."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from dev.release.verify import artefact_checkout, artefact_tests
from dev.release.verify.artefact_tests import SUITES, Setup, Suite
from harness.committed_tree import commit
from lib import artefacts, repository, stage_report
from lib.difypkg.archive import Package
from lib.difypkg.keys import make_pair, read_private
from lib.difypkg.sign import sign
from lib.repository import ROOT

CASE = "truncation-japanese-whole"


class TestRefused:
    @pytest.fixture
    def signed(self, dist: Path, tmp_path: Path) -> Path:
        """Sign the Dify package in the artefacts' folder, and return the path of the signed package."""
        private, public = make_pair(tmp_path / "keys", 2048)
        path = artefacts.dify(dist)
        path.with_suffix(".public.pem").write_bytes(public.read_bytes())
        signed = path.with_suffix(".signed.difypkg")
        signed.write_bytes(sign(Package.read(path), read_private(private)).to_bytes())
        return signed

    @pytest.mark.slow
    def test_fit(self, dist: Path, signed: Path) -> None:
        """Complete artefacts are accepted, whether or not the Dify package is signed."""
        artefact_tests.check_dist(dist)
        signed.unlink()
        artefact_tests.check_dist(dist)

    @pytest.mark.slow
    def test_missing(self, dist: Path) -> None:
        """A missing artefact is named."""
        artefacts.openclaw(dist).unlink()
        with pytest.raises(SystemExit, match=r"^missing files: openclaw-page-stats-.*\.tgz; run `hatch run build`$"):
            artefact_tests.check_dist(dist)

    @pytest.mark.slow
    def test_signed_by_another(self, dist: Path, signed: Path, tmp_path: Path) -> None:
        """A signed package is rejected if it was signed with a key other than the published one."""
        _, public = make_pair(tmp_path / "others", 2048)
        artefacts.dify(dist).with_suffix(".public.pem").write_bytes(public.read_bytes())
        with pytest.raises(SystemExit, match=rf"^{signed.name}: .*another key"):
            artefact_tests.check_dist(dist)

    @pytest.mark.slow
    def test_another_was_signed(self, dist: Path, signed: Path) -> None:
        """A signed package is rejected if its files differ from those of the unsigned package."""
        package = Package.read(artefacts.dify(dist))
        artefacts.dify(dist).write_bytes(Package({**package.entries, "PRIVACY.md": b""}).to_bytes())
        with pytest.raises(SystemExit, match="must contain the same files as the unsigned package"):
            artefact_tests.check_dist(dist)


class TestSuites:
    def test_smoke(self) -> None:
        """A smoke test runs all parity cases, but only the host tests that are marked as smoke."""
        chosen = {suite.name: "smoke" in suite.command(Path("python"), Path("results"), "smoke") for suite in SUITES}
        assert chosen == {"parity": False, "langchain": True, "dify": True, "openclaw": True}
        assert not any("smoke" in suite.command(Path("python"), Path("results"), "full") for suite in SUITES)

    @pytest.mark.parametrize("host", ["dify", "openclaw"])
    def test_of_sources(self, host: str, tmp_path: Path) -> None:
        """Tests that need the sources are left out when artefacts are tested."""
        (suite,) = (suite for suite in SUITES if suite.name == host)
        command = [*suite.command(Path(sys.executable), tmp_path / "results", "full"), "--collect-only", "-q"]
        said = subprocess.run(command, cwd=ROOT, capture_output=True, encoding="utf-8", check=True).stdout
        assert f"tests/hosts/{host}/test_readme.py" in said
        assert "test_porting" not in said


class TestSetup:
    @pytest.fixture
    def prepared(self, tmp_path: Path) -> Setup:
        """Return a setup with a fake Python that records its working directory and ARTEFACTS, and then fails."""
        (tmp_path / "tree").mkdir()
        python = tmp_path / "python"
        python.write_text(f'#!/bin/sh\npwd >{tmp_path}/said\necho "$ARTEFACTS" >>{tmp_path}/said\nexit 1\n')
        python.chmod(0o755)
        return Setup(tmp_path, python, Path("/dist"), "full")

    def test_run(self, prepared: Setup) -> None:
        """Tests run in the artefact checkout with ARTEFACTS set, and a failure is reported."""
        report = stage_report.Report()
        prepared.run(Suite("tides", ()), report)
        assert (prepared.scratch / "said").read_text().splitlines() == [str(prepared.scratch / "tree"), "/dist"]
        assert (report.failed, [*report.minutes]) == (["tides"], ["tides"])


class TestFailing:
    @pytest.fixture
    def _one_case(self, tree: Path, dist: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        """Let ``main`` test the artefacts of *dist* with a single parity case, with this Python and without Dify."""

        def prepare(scratch: Path, where: Path) -> Path:
            artefact_checkout.make(scratch / "tree", where)
            return Path(sys.executable)

        clone = repository.clone
        monkeypatch.setattr(repository, "clone", lambda folder: clone(folder, tree))
        monkeypatch.setattr(artefacts, "DIST", dist)
        monkeypatch.setattr(artefact_tests, "prepare", prepare)
        (parity,) = (suite for suite in SUITES if suite.name == "parity")
        monkeypatch.setattr(
            artefact_tests, "SUITES", (replace(parity, options=(*parity.options, "-k", f"{CASE} and not dify")),)
        )
        monkeypatch.setattr("sys.argv", ["release_test"])

    @pytest.mark.slow
    @pytest.mark.timeout(300)
    @pytest.mark.usefixtures("_one_case")
    def test_parity(self, tree: Path, edit: Callable[..., None], capfd: pytest.CaptureFixture[str]) -> None:
        """If the artefacts fail a parity case, the step fails and names the case for each implementation."""
        edit("spec/cases/truncation.json", '"word_count": 57}', '"word_count": 56}')
        commit(tree)
        assert artefact_tests.main() == 1
        said = capfd.readouterr().out
        assert said.endswith("\nFailed: parity\n")
        for dialect in ("core", "langchain", "openclaw"):
            assert f"[{dialect}-truncation-{CASE}]" in said


class TestCommand:
    @pytest.mark.parametrize(("kind", "reason"), [("none", "ARTEFACT_TESTS must be full or smoke, got 'none'")])
    def test_kind(self, kind: str, reason: str, monkeypatch: pytest.MonkeyPatch) -> None:
        """An unknown value of ARTEFACT_TESTS is rejected, because otherwise too few tests might run."""
        monkeypatch.setenv("ARTEFACT_TESTS", kind)
        monkeypatch.setattr("sys.argv", ["release_test"])
        with pytest.raises(SystemExit, match=reason):
            artefact_tests.main()

    def test_suite(self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
        """An unknown suite is rejected."""
        monkeypatch.setattr("sys.argv", ["release_test", "tides"])
        with pytest.raises(SystemExit):
            artefact_tests.main()
        assert "tides" in capsys.readouterr().err
