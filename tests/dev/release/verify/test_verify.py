"""Post-release verification: waiting for the registries and installing from them as users do."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import pytest

from dev.release import registries as release_registries
from dev.release import registry_state
from dev.release.registry_state import project_files
from dev.release.verify import clawhub, pypi
from harness.registries import Registries
from harness.sealed import tarball
from lib.checksums import read_sums

PROJECT = "page-stats-core"
WHEEL = "page_stats_core-1.0.0-py3-none-any.whl"
SDIST = "page_stats_core-1.0.0.tar.gz"
PLUGIN = "openclaw-page-stats"
DELAY = 0.5
LONG = 60.0
SHORT = 0.3


@pytest.fixture(autouse=True)
def _asked_here(registries: Registries, monkeypatch: pytest.MonkeyPatch) -> None:
    """Use the stand-ins for PyPI and ClawHub, and poll them often."""
    monkeypatch.setattr(release_registries, "PYPI", registries.places()["PYPI_INDEX"])
    monkeypatch.setattr(release_registries, "CLAWHUB", registries.places()["CLAWHUB_REGISTRY"])
    monkeypatch.setattr(registry_state, "PAUSE", 0.05)


@pytest.fixture
def files(sealed: Path, registries: Registries) -> dict[str, str]:
    """Put the core's files on the PyPI stand-in, and return the digests in SHA256SUMS."""
    for name in (WHEEL, SDIST):
        shutil.copyfile(sealed / name, registries.index.folder / name)
    return read_sums(sealed)


class TestWaitForPypi:
    def test_slow(self, files: dict[str, str], registries: Registries) -> None:
        """``wait_for`` waits for an upload that becomes visible late."""
        registries.index.delay = DELAY
        assert release_registries.pypi_files(PROJECT) == {}
        pypi.wait_for(PROJECT, files, LONG)
        assert release_registries.pypi_files(PROJECT).keys() == project_files(PROJECT, files).keys()

    def test_too_slow(self, files: dict[str, str], registries: Registries) -> None:
        """The wait ends after a time limit, and missing files are named."""
        registries.index.delay = LONG
        with pytest.raises(SystemExit, match=rf"^PyPI did not show {WHEEL}, {SDIST} within .* s: run this job again"):
            pypi.wait_for(PROJECT, files, SHORT)

    def test_other_bytes(self, files: dict[str, str], registries: Registries) -> None:
        """If a file on PyPI differs from the same file in the release, ``wait_for`` fails without waiting."""
        (registries.index.folder / WHEEL).write_bytes(b"another")
        with pytest.raises(SystemExit, match=f"PyPI already has {WHEEL} with other bytes"):
            pypi.wait_for(PROJECT, files, LONG)


class TestCompare:
    def test_served(self, files: dict[str, str], capsys: pytest.CaptureFixture[str]) -> None:
        """Each file that PyPI serves is printed with its digest and URL."""
        pypi.compare(PROJECT, files)
        out = capsys.readouterr().out
        served = release_registries.pypi_files(PROJECT)
        for name in (WHEEL, SDIST):
            assert f"PyPI serves `{name}` with SHA-256 `{files[name]}`: {served[name][1]}" in out

    def test_states_one_serves_another(self, files: dict[str, str], monkeypatch: pytest.MonkeyPatch) -> None:
        """The bytes that PyPI serves are compared, not the digest that PyPI declares."""
        monkeypatch.setattr(pypi, "request", lambda _url: b"another")
        with pytest.raises(SystemExit, match=f"PyPI serves {WHEEL} with other bytes than were built"):
            pypi.compare(PROJECT, files)


class TestTaken:
    def report(self, name: str, digest: str) -> dict[str, Any]:
        """Return a pip report of one distribution."""
        info = {"url": f"http://127.0.0.1/packages/{name}", "archive_info": {"hashes": {"sha256": digest}}}
        return {"install": [{"download_info": info}]}

    def test_ours(self, files: dict[str, str]) -> None:
        """A pip report passes the check if it states that our wheel was installed."""
        taken = pypi.digests_of(self.report(WHEEL, files[WHEEL]))
        pypi.check_installed(taken, [PROJECT], files)

    @pytest.mark.parametrize(
        ("name", "digest"),
        [(WHEEL, "0" * 64), ("page_stats_core-0.9.0-py3-none-any.whl", ""), (SDIST, "")],
        ids=["other bytes", "other version", "sdist"],
    )
    def test_another(self, name: str, digest: str, files: dict[str, str]) -> None:
        """A pip report fails the check if it states that any other file was installed."""
        taken = pypi.digests_of(self.report(name, digest or files.get(name, "")))
        with pytest.raises(SystemExit, match=f"pip must install {WHEEL} as it was built"):
            pypi.check_installed(taken, [PROJECT], files)

    @pytest.mark.parametrize(
        ("version", "wanted"), [("1.0.0", "x"), ("1.0.0-rc1", "x==1.0.0-rc1")], ids=["release", "candidate"]
    )
    def test_requirement(self, version: str, wanted: str) -> None:
        """A release is requested by its name, as a user would request it, and a candidate by its exact version."""
        assert pypi.requirement("x", version) == wanted


class TestClawHub:
    def test_too_slow(self, files: dict[str, str]) -> None:
        """The wait for a plugin on ClawHub ends after a time limit."""
        with pytest.raises(SystemExit, match=r"ClawHub did not show 1\.0\.0 within .* s: run this job again later"):
            clawhub.wait_for("1.0.0", files, SHORT)

    def test_there(self, files: dict[str, str], registries: Registries) -> None:
        """If ClawHub already has the plugin with our contents, ``wait_for`` returns at once."""
        registries.clawhub.add(PLUGIN, "1.0.0", tarball("1.0.0"))
        files[f"{PLUGIN}-1.0.0.tgz"] = release_registries.clawhub_digest(PLUGIN, "1.0.0") or ""
        clawhub.wait_for("1.0.0", files, SHORT)

    @pytest.mark.parametrize(
        "plugin", [{"status": "error", "version": "1.0.0"}, {"status": "loaded", "version": "0.9.0"}]
    )
    def test_not_loaded(self, plugin: dict[str, str]) -> None:
        """It is an error if OpenClaw has not loaded the plugin, or has loaded another version."""
        report = {"plugin": plugin, "install": {"clawpackSha256": "0"}}
        with pytest.raises(SystemExit, match=r"OpenClaw failed to load 1\.0\.0"):
            clawhub.check_installed(report, "1.0.0", "0")

    def test_another(self) -> None:
        """It is an error if the digest that OpenClaw has recorded for the plugin differs from ours."""
        report = {"plugin": {"status": "loaded", "version": "1.0.0"}, "install": {"clawpackSha256": "0"}}
        clawhub.check_installed(report, "1.0.0", "0")
        with pytest.raises(SystemExit, match="OpenClaw must install the package as it was built"):
            clawhub.check_installed(report, "1.0.0", "1")

    @pytest.mark.parametrize(
        ("version", "wanted"), [("1.0.0", f"clawhub:{PLUGIN}"), ("1.0.0-rc1", f"clawhub:{PLUGIN}@1.0.0-rc1")]
    )
    def test_specification(self, version: str, wanted: str) -> None:
        """A release is requested by name and a candidate by exact version."""
        assert clawhub.specification(version) == wanted
