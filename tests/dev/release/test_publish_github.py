"""Publishing the GitHub release: the first run, a run after a failure, and a run after publication."""

from __future__ import annotations

import shutil
from pathlib import Path
from subprocess import CompletedProcess

import pytest

from harness.committed_tree import Run
from harness.registries import Registries
from harness.registries.github import Release

VERSION = "1.0.0"
TAG = f"v{VERSION}"
CHANGES = f"## {VERSION} (2026-11-30)\n\n### Added\n\n- Everything.\n"


@pytest.fixture
def announce(committed: Path, tmp_path: Path, sealed: Path, registries: Registries, step: Run) -> Run:
    """Return a function that runs the publishing step in a tree whose changelog has the version."""
    root = tmp_path / "announcing"
    for folder in ("dev", "lib"):
        shutil.copytree(committed / folder, root / folder)
    (root / "CHANGELOG.md").write_text(f"# Changelog\n\n{CHANGES}")
    attestation = tmp_path / "attestation"
    attestation.mkdir()
    (attestation / f"page-stats-{VERSION}.intoto.jsonl").write_text("{}")

    def run(token: str = registries.github.token) -> CompletedProcess[str]:
        variables = {"GITHUB_SHA": "0" * 40, "GITHUB_TOKEN": token}
        return step("publish_github", VERSION, sealed, attestation, root=root, **variables)

    return run


class TestFirst:
    def test_published(self, announce: Run, registries: Registries, sealed: Path) -> None:
        """The release has every file, the changelog section and the commit. Publishing it creates the tag."""
        assert announce().returncode == 0
        (release,) = registries.github.published()
        assert {*release.assets} == {*(path.name for path in sealed.iterdir()), f"page-stats-{VERSION}.intoto.jsonl"}
        assert all(
            (sealed / name).read_bytes() == release.assets[name] for name in release.assets if "jsonl" not in name
        )
        assert release.told["body"] == "### Added\n\n- Everything."
        assert release.told["target_commitish"] == "0" * 40
        assert registries.github.tags == [TAG]

    def test_no_sums(self, announce: Run, registries: Registries, sealed: Path) -> None:
        """Nothing is created if SHA256SUMS is missing."""
        (sealed / "SHA256SUMS").unlink()
        done = announce()
        assert (done.returncode, done.stderr) == (1, "SHA256SUMS must be among the files to attach\n")
        assert not registries.github.releases

    def test_not_permitted(self, announce: Run, registries: Registries) -> None:
        """GitHub rejects a token without permission, and nothing is published."""
        done = announce(token="another")
        assert done.returncode == 1
        assert "returned 401" in done.stderr
        assert not registries.github.releases


class TestAgain:
    def test_draft_left(self, announce: Run, registries: Registries) -> None:
        """A draft left by a failed run is discarded and created again."""
        announce()
        (release,) = registries.github.releases
        release.told["draft"] = True
        release.assets.popitem()
        registries.github.tags.clear()
        shutil.rmtree(registries.github.folder)
        assert announce().returncode == 0
        assert [release.number for release in registries.github.releases] == [2]
        assert registries.github.tags == [TAG]

    def test_published(self, announce: Run, registries: Registries) -> None:
        """A published release with the same files is not changed."""
        announce()
        assert announce().returncode == 0
        assert [release.number for release in registries.github.releases] == [1]

    def test_other_bytes(self, announce: Run, registries: Registries) -> None:
        """If a file of a published release has other contents, the error names the file."""
        announce()
        registries.github.releases[0].assets["SHA256SUMS"] = b"another"
        done = announce()
        assert done.returncode == 1
        assert done.stderr.startswith("GitHub already has SHA256SUMS with other bytes")

    def test_lacking(self, announce: Run, registries: Registries) -> None:
        """A published release that lacks a file is an error, because no file can be added."""
        announce()
        del registries.github.releases[0].assets["SHA256SUMS"]
        done = announce()
        assert done.returncode == 1
        assert done.stderr.startswith("the release on GitHub lacks SHA256SUMS and accepts no more files")

    def test_other_release(self, announce: Run, registries: Registries) -> None:
        """A draft of another version is not changed."""
        other = Release(7, {"tag_name": "v0.9.0", "draft": True})
        registries.github.releases.append(other)
        announce()
        assert registries.github.releases[0] is other
        assert len(registries.github.releases) == 2
