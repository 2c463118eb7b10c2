"""The build of the artefacts, which rejects inconsistent trees and reports how two builds differ."""

from __future__ import annotations

import os
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from dev.release import build
from harness.committed_tree import Run, commit
from lib.repository import ROOT

CORE = "packages/page_stats_core/src/page_stats_core"
EXPECTED = ["a.whl", "b.whl"]


class TestRefused:
    @pytest.fixture
    def built(self, tree: Path) -> Path:
        """Return a file left by an earlier build."""
        (tree / "dist").mkdir()
        (tree / "dist" / "earlier").write_text("")
        return tree / "dist" / "earlier"

    def test_not_committed(self, run: Run, tree: Path, built: Path) -> None:
        """If files are uncommitted, the error names them, and the earlier build is kept."""
        (tree / "packages" / "page_stats_core" / "src" / "page_stats_core" / "new.py").write_text("")
        done = run("dev.release.build")
        assert (done.returncode, done.stdout) == (1, "")
        assert done.stderr == (
            "uncommitted changes: packages/page_stats_core/src/page_stats_core/new.py; commit or remove them first\n"
        )
        assert built.exists()

    def test_version_differs(self, run: Run, tree: Path, edit: Callable[..., None], built: Path) -> None:
        """If a file states another version, the error names the file, and the earlier build is kept."""
        edit("packages/openclaw-page-stats/package.json", '\n  "version": "', '\n  "version": "1')
        commit(tree)
        done = run("dev.release.build")
        assert done.returncode == 1
        assert "packages/openclaw-page-stats/package.json:3: stale" in done.stdout
        assert built.exists()


@pytest.mark.slow
@pytest.mark.timeout(600)
def test_differs(run: Run, tree: Path, built: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """If a file that git ignores is in only one build, the error names the file for each artefact that differs."""
    monkeypatch.setenv("HATCH_DATA_DIR", str(tmp_path / "hatch"))
    toolchain = f"{build.OPENCLAW}/node_modules"
    (tree / toolchain).symlink_to(ROOT / toolchain)
    (tree / CORE / "draft.py").write_text("")
    (tree / ".git/info/exclude").write_text(f"{CORE}/draft.py\n{toolchain}\n")
    done = run("dev.release.build")
    assert done.returncode == 1, done.stdout
    lines = done.stderr.splitlines()
    assert all(line.endswith("page_stats_core/draft.py") for line in lines)
    holding = {path.name for path in built.iterdir() if path.name.startswith("page_stats")}
    assert {line.partition(": the two builds differ: ")[0] for line in lines} == holding
    assert not (tree / "dist").exists()


class TestCompare:
    @pytest.fixture
    def builds(self, tmp_path: Path) -> tuple[Path, Path]:
        """Return two identical builds."""
        for folder in ("here", "elsewhere"):
            (tmp_path / folder).mkdir()
            for name in EXPECTED:
                packed(tmp_path / folder / name, file="text")
        return tmp_path / "here", tmp_path / "elsewhere"

    def test_same(self, builds: tuple[Path, Path]) -> None:
        """Two identical builds do not differ."""
        assert build.compare(*builds, EXPECTED) == []

    def test_missing(self, builds: tuple[Path, Path]) -> None:
        """A file that is missing or unexpected in either build is reported."""
        (builds[0] / "a.whl").unlink()
        (builds[1] / "c.whl").write_text("")
        assert build.compare(*builds, EXPECTED) == [
            "here: expected a.whl, b.whl; found b.whl",
            "elsewhere: expected a.whl, b.whl; found a.whl, b.whl, c.whl",
        ]

    def test_contents(self, builds: tuple[Path, Path]) -> None:
        """If two artefacts differ, the error names the files in which they differ."""
        packed(builds[1] / "b.whl", file="other", more="")
        assert build.compare(*builds, EXPECTED) == ["b.whl: the two builds differ: file, more"]

    def test_packed_otherwise(self, builds: tuple[Path, Path]) -> None:
        """Artefacts that contain the same files are reported if the bytes of their archives differ."""
        with zipfile.ZipFile(builds[1] / "a.whl", "a") as archive:
            archive.comment = b"other"
        (fault,) = build.compare(*builds, EXPECTED)
        assert fault == "a.whl: the two builds differ: the files are the same, but packed differently"


def test_normalize_modes(tmp_path: Path) -> None:
    """Files created under a strict umask become readable by everyone."""
    (tmp_path / "dist" / "parse").mkdir(parents=True)
    paths = [tmp_path / "package.json", tmp_path / "dist" / "parse" / "index.js"]
    for path in paths:
        path.touch(0o600)
    build.normalize_modes(tmp_path)
    assert {path.stat().st_mode & 0o777 for path in paths} == {0o644}


def test_plain_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    """The caller's SOURCE_DATE_EPOCH and UV_CONSTRAINT are not passed to the build."""
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1")
    monkeypatch.setenv("UV_CONSTRAINT", "constraints.txt")
    plain = build.plain_environment()
    assert {"SOURCE_DATE_EPOCH", "UV_CONSTRAINT"}.isdisjoint(plain)
    assert plain["HOME"] == os.environ["HOME"]


class TestRun:
    def test_failure(self, tmp_path: Path) -> None:
        """If a command fails, the build stops and prints the command's output."""
        with pytest.raises(SystemExit, match=r"^sh -c .* failed:\nout\nwhy\n$"):
            build.run(["sh", "-c", "echo out; echo why >&2; exit 3"], tmp_path, os.environ)

    def test_no_program(self, tmp_path: Path) -> None:
        """A missing program is named."""
        with pytest.raises(SystemExit, match=r"^nothing-of-the-kind not found$"):
            build.run(["nothing-of-the-kind"], tmp_path, os.environ)


def packed(path: Path, **files: str) -> None:
    """Write an archive with *files*."""
    with zipfile.ZipFile(path, "w") as archive:
        for name, text in files.items():
            archive.writestr(zipfile.ZipInfo(name), text)
