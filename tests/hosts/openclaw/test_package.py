"""The contents of the packed plugin, and its checks by the command-line tools of OpenClaw and ClawHub."""

from __future__ import annotations

import json
import shutil
import subprocess
import tarfile
from pathlib import Path

import pytest

from harness.hosts.openclaw.host import node_environment, pack
from lib.repository import ROOT

COMMIT = "0123456789abcdef0123456789abcdef01234567"


def members(tarball: Path) -> dict[str, bytes]:
    """Return the content of each file of *tarball* by name."""
    with tarfile.open(tarball) as archive:
        files = {item.name.removeprefix("package/"): archive.extractfile(item) for item in archive if item.isfile()}
        return {name: file.read() for name, file in files.items() if file}


class TestTarball:
    def test_holds_what_it_needs(self, tarball: Path, built: Path) -> None:
        """The tarball contains only the built program, its data tables, the manifest and the documents."""
        sources = {path.relative_to(built / "src") for path in (built / "src").rglob("*") if path.is_file()}
        program = {f"dist/{path.with_suffix('.js' if path.suffix == '.ts' else path.suffix)}" for path in sources}
        about = {"LICENSE", "README.md", "openclaw.plugin.json", "package.json"}
        assert set(members(tarball)) == program | about

    def test_names_no_path_of_this_machine(self, tarball: Path) -> None:
        """No file in the tarball contains the path of the build folder."""
        for name, content in members(tarball).items():
            assert str(ROOT).encode() not in content, name
            assert str(Path.home()).encode() not in content, name

    def test_is_reproducible(self, tarball: Path, built: Path, tmp_path: Path) -> None:
        """Packing the plugin twice produces the same bytes."""
        assert pack(built, tmp_path / "again").read_bytes() == tarball.read_bytes()


class TestTools:
    @pytest.mark.parametrize(
        "command",
        [
            ("openclaw", "plugins", "build", "--entry", "./dist/index.js", "--check"),
            ("openclaw", "plugins", "validate", "--entry", "./dist/index.js"),
            ("clawhub", "package", "publish", ".", "--dry-run", "--source-repo", "a/b", "--source-commit", COMMIT),
        ],
        ids=lambda command: "-".join(command[:3]),
    )
    def test_content(self, command: tuple[str, ...], built: Path, tmp_path: Path) -> None:
        """The package passes the checks of OpenClaw and ClawHub."""
        done = run(command, built, tmp_path)
        assert done.returncode == 0, done.stdout + done.stderr

    def test_manifest(self, built: Path, tmp_path: Path) -> None:
        """OpenClaw's build command regenerates the manifest from the program and keeps the hand-written fields."""
        folder = tmp_path / "package"
        shutil.copytree(built, folder, ignore=shutil.ignore_patterns("node_modules", "src", "tests"))
        written = json.loads((built / "openclaw.plugin.json").read_text("utf-8"))
        stale = written | {
            "description": "stale",
            "contracts": {"tools": ["stale"]},
            "configSchema": {"type": "object"},
        }
        (folder / "openclaw.plugin.json").write_text(json.dumps(stale), "utf-8")
        done = run(("openclaw", "plugins", "build", "--entry", "./dist/index.js"), folder, tmp_path)
        assert done.returncode == 0, done.stdout + done.stderr
        assert json.loads((folder / "openclaw.plugin.json").read_text("utf-8")) == written

    def test_inspector(self, tarball: Path, built: Path, tmp_path: Path) -> None:
        """ClawHub's plugin inspector has no findings."""
        shutil.unpack_archive(tarball, tmp_path / "unpacked")
        openclaw = str(built / "node_modules/openclaw")
        done = run(
            ("clawhub", "package", "validate", ".", "--openclaw", openclaw), tmp_path / "unpacked/package", tmp_path
        )
        assert done.returncode == 0, done.stdout + done.stderr
        assert "Findings: none" in done.stdout


def run(command: tuple[str, ...], folder: Path, home: Path) -> subprocess.CompletedProcess[str]:
    """Run a command in *folder* with *home* as its home folder. A nonzero exit code is not an error."""
    variables = node_environment() | {"HOME": str(home), "CI": "1", "NO_COLOR": "1", "OPENCLAW_OFFLINE": "1"}
    return subprocess.run(
        command, cwd=folder, env=variables, capture_output=True, encoding="utf-8", timeout=100, check=False
    )
