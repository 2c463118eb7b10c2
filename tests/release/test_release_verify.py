"""Installing what was published as users do: waiting for it, and making sure that it is ours."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import pytest
import release_published
import release_verify_clawhub
import release_verify_pypi
import release_web
from release.conftest import tarball
from release.registries import Registries
from release_files import sums
from release_published import of_project

PROJECT = "page-stats-core"
WHEEL = "page_stats_core-1.0.0-py3-none-any.whl"
SDIST = "page_stats_core-1.0.0.tar.gz"
PLUGIN = "openclaw-page-stats"
DELAY = 0.5
LONG = 60.0
SHORT = 0.3


@pytest.fixture(autouse=True)
def _asked_here(registries: Registries, monkeypatch: pytest.MonkeyPatch) -> None:
    """Have the places on loopback asked, and often."""
    monkeypatch.setattr(release_web, "PYPI", registries.places()["PYPI_INDEX"])
    monkeypatch.setattr(release_web, "CLAWHUB", registries.places()["CLAWHUB_REGISTRY"])
    monkeypatch.setattr(release_published, "PAUSE", 0.05)


@pytest.fixture
def files(sealed: Path, registries: Registries) -> dict[str, str]:
    """Return what is listed; the core is on PyPI."""
    for name in (WHEEL, SDIST):
        shutil.copyfile(sealed / name, registries.index.folder / name)
    return sums(sealed)


class TestWaitForPypi:
    def test_slow(self, files: dict[str, str], registries: Registries) -> None:
        """An upload that is seen only after a while is waited for."""
        registries.index.delay = DELAY
        assert release_web.pypi_files(PROJECT) == {}
        release_verify_pypi.wait_for(PROJECT, files, LONG)
        assert release_web.pypi_files(PROJECT).keys() == of_project(PROJECT, files).keys()

    def test_too_slow(self, files: dict[str, str], registries: Registries) -> None:
        """It is not waited for without end, and what is missing is named."""
        registries.index.delay = LONG
        with pytest.raises(SystemExit, match=rf"^PyPI did not show {WHEEL}, {SDIST} within .* s: run this job again"):
            release_verify_pypi.wait_for(PROJECT, files, SHORT)

    def test_other_bytes(self, files: dict[str, str], registries: Registries) -> None:
        """Other bytes than ours are not waited for."""
        (registries.index.folder / WHEEL).write_bytes(b"another")
        with pytest.raises(SystemExit, match=f"PyPI already has {WHEEL} with other bytes"):
            release_verify_pypi.wait_for(PROJECT, files, LONG)


class TestCompare:
    def test_served(self, files: dict[str, str], capsys: pytest.CaptureFixture[str]) -> None:
        """Each file that PyPI serves is told with its digest and its URL."""
        release_verify_pypi.compare(PROJECT, files)
        told = capsys.readouterr().out
        for name in (WHEEL, SDIST):
            assert (
                f"PyPI serves `{name}` with SHA-256 `{files[name]}`: {release_web.pypi_files(PROJECT)[name][1]}" in told
            )

    def test_states_one_serves_another(self, files: dict[str, str], monkeypatch: pytest.MonkeyPatch) -> None:
        """What counts are the bytes, not what PyPI says of them."""
        monkeypatch.setattr(release_verify_pypi, "request", lambda _url: b"another")
        with pytest.raises(SystemExit, match=f"PyPI serves {WHEEL} with other bytes than were built"):
            release_verify_pypi.compare(PROJECT, files)


class TestTaken:
    def report(self, name: str, digest: str) -> dict[str, Any]:
        """Return a report of pip's of one distribution."""
        info = {"url": f"http://127.0.0.1/packages/{name}", "archive_info": {"hashes": {"sha256": digest}}}
        return {"install": [{"download_info": info}]}

    def test_ours(self, files: dict[str, str]) -> None:
        """That pip took our wheel is read from its own report."""
        taken = release_verify_pypi.digests_of(self.report(WHEEL, files[WHEEL]))
        release_verify_pypi.check_taken(taken, [PROJECT], files)

    @pytest.mark.parametrize(
        ("name", "digest"),
        [(WHEEL, "0" * 64), ("page_stats_core-0.9.0-py3-none-any.whl", ""), (SDIST, "")],
        ids=["other bytes", "other version", "sdist"],
    )
    def test_another(self, name: str, digest: str, files: dict[str, str]) -> None:
        """Anything else that pip took is a failure, however well it works."""
        taken = release_verify_pypi.digests_of(self.report(name, digest or files.get(name, "")))
        with pytest.raises(SystemExit, match=f"pip must install {WHEEL} as it was built"):
            release_verify_pypi.check_taken(taken, [PROJECT], files)

    @pytest.mark.parametrize(
        ("version", "wanted"), [("1.0.0", "x"), ("1.0.0-rc1", "x==1.0.0-rc1")], ids=["release", "candidate"]
    )
    def test_requirement(self, version: str, wanted: str) -> None:
        """A release is asked for by its name alone, as users do; a candidate is not given to those who do so."""
        assert release_verify_pypi.requirement("x", version) == wanted


class TestClawHub:
    def test_too_slow(self, files: dict[str, str]) -> None:
        """A plugin that ClawHub does not show is not waited for without end."""
        with pytest.raises(SystemExit, match=r"ClawHub did not show 1\.0\.0 within .* s: run this job again later"):
            release_verify_clawhub.wait_for("1.0.0", files, SHORT)

    def test_there(self, files: dict[str, str], registries: Registries) -> None:
        """What ClawHub shows with our bytes is not waited for."""
        registries.clawhub.add(PLUGIN, "1.0.0", tarball("1.0.0"))
        files[f"{PLUGIN}-1.0.0.tgz"] = release_web.clawhub_digest(PLUGIN, "1.0.0") or ""
        release_verify_clawhub.wait_for("1.0.0", files, SHORT)

    @pytest.mark.parametrize(
        "plugin", [{"status": "error", "version": "1.0.0"}, {"status": "loaded", "version": "0.9.0"}]
    )
    def test_not_loaded(self, plugin: dict[str, str]) -> None:
        """A plugin that is installed but not loaded, or another version, is a failure."""
        report = {"plugin": plugin, "install": {"clawpackSha256": "0"}}
        with pytest.raises(SystemExit, match=r"OpenClaw failed to load 1\.0\.0"):
            release_verify_clawhub.check_taken(report, "1.0.0", "0")

    def test_another(self) -> None:
        """So is one whose digest, as OpenClaw noted it, is not ours."""
        report = {"plugin": {"status": "loaded", "version": "1.0.0"}, "install": {"clawpackSha256": "0"}}
        release_verify_clawhub.check_taken(report, "1.0.0", "0")
        with pytest.raises(SystemExit, match="OpenClaw must install the package as it was built"):
            release_verify_clawhub.check_taken(report, "1.0.0", "1")

    @pytest.mark.parametrize(
        ("version", "wanted"), [("1.0.0", f"clawhub:{PLUGIN}"), ("1.0.0-rc1", f"clawhub:{PLUGIN}@1.0.0-rc1")]
    )
    def test_specification(self, version: str, wanted: str) -> None:
        """A release is asked for by its name alone; a candidate is not given to those who do so."""
        assert release_verify_clawhub.specification(version) == wanted
