"""Which files of a release are already published, and which conflicts are rejected."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from dev.release.registry_state import project_files
from harness.committed_tree import Run
from harness.registries import Registries
from harness.sealed import tarball

CORE = ("page_stats_core-1.0.0-py3-none-any.whl", "page_stats_core-1.0.0.tar.gz")
LANGCHAIN = ("langchain_page_stats-1.0.0-py3-none-any.whl", "langchain_page_stats-1.0.0.tar.gz")
PLUGIN = "openclaw-page-stats-1.0.0.tgz"


def put(registries: Registries, sealed: Path, *names: str) -> None:
    """Copy the files in *names* to the PyPI stand-in."""
    for name in names:
        shutil.copyfile(sealed / name, registries.index.folder / name)


class TestAll:
    def test_nothing(self, sealed: Path, step: Run) -> None:
        """Every file is pending if the registries are empty."""
        done = step("registry_state", sealed, "1.0.0")
        assert (done.returncode, done.stdout) == (0, f"Not published yet: {', '.join([*CORE, *LANGCHAIN, PLUGIN])}\n")

    def test_everything(self, sealed: Path, step: Run, registries: Registries) -> None:
        """No file is pending if the registries already have every file with the same contents."""
        put(registries, sealed, *CORE, *LANGCHAIN)
        registries.clawhub.add("openclaw-page-stats", "1.0.0", (sealed / PLUGIN).read_bytes())
        done = step("registry_state", sealed, "1.0.0")
        assert (done.returncode, done.stdout) == (0, "Not published yet: nothing\n")

    def test_other_versions(self, sealed: Path, step: Run, registries: Registries) -> None:
        """Published files of other versions are ignored."""
        (registries.index.folder / "page_stats_core-0.9.0.tar.gz").write_bytes(b"older")
        registries.clawhub.add("openclaw-page-stats", "0.9.0", tarball("0.9.0"))
        done = step("registry_state", sealed, "1.0.0")
        assert done.stdout.count("1.0.0") == 5

    @pytest.mark.parametrize("name", [*CORE, *LANGCHAIN])
    def test_other_bytes_on_pypi(self, name: str, sealed: Path, step: Run, registries: Registries) -> None:
        """If a file on PyPI differs from the one in this release, the error names the file."""
        (registries.index.folder / name).write_bytes(b"another")
        done = step("registry_state", sealed, "1.0.0")
        assert done.returncode == 1
        assert done.stderr.startswith(f"PyPI already has {name} with other bytes: this version is published")

    def test_other_bytes_on_clawhub(self, sealed: Path, step: Run, registries: Registries) -> None:
        """If the package on ClawHub differs from the one in this release, the error names the package's file."""
        registries.clawhub.add("openclaw-page-stats", "1.0.0", tarball("1.0.0-other"))
        done = step("registry_state", sealed, "1.0.0")
        assert done.returncode == 1
        assert done.stderr.startswith(f"ClawHub already has {PLUGIN} with other bytes: this version is published")

    def test_changed_after_the_sums(self, sealed: Path, step: Run) -> None:
        """A file that does not match SHA256SUMS is not published."""
        (sealed / CORE[0]).write_bytes(b"changed")
        done = step("registry_state", sealed, "1.0.0")
        assert done.returncode == 1
        assert done.stderr.startswith(f"{CORE[0]} must match its digest in SHA256SUMS")


class TestGather:
    @pytest.mark.parametrize("there", [(), CORE[:1], CORE[1:], CORE], ids=len)
    def test_half_way(
        self, there: tuple[str, ...], sealed: Path, step: Run, registries: Registries, tmp_path: Path
    ) -> None:
        """After a partial upload, only the missing files are gathered, and their number is passed to the workflow."""
        put(registries, sealed, *there)
        folder, output = tmp_path / "upload" / "core", tmp_path / "output"
        options = ("--pypi", "core", "--gather", folder)
        done = step("registry_state", sealed, "1.0.0", *options, GITHUB_OUTPUT=str(output))
        assert done.returncode == 0, done.stderr
        left = [name for name in CORE if name not in there]
        assert sorted(path.name for path in folder.iterdir()) == left
        assert output.read_text() == f"missing={len(left)}\n"

    def test_one_project(self, sealed: Path, step: Run, tmp_path: Path) -> None:
        """The files of each project are gathered separately, because the core is published first."""
        step("registry_state", sealed, "1.0.0", "--pypi", "langchain", "--gather", tmp_path / "upload")
        assert sorted(path.name for path in (tmp_path / "upload").iterdir()) == [*LANGCHAIN]

    def test_no_distribution(self, sealed: Path, step: Run, tmp_path: Path) -> None:
        """A project without distributions is an error."""
        (sealed / "SHA256SUMS").write_text("")
        done = step("registry_state", sealed, "1.0.0", "--pypi", "core", "--gather", tmp_path / "upload")
        assert (done.returncode, done.stderr) == (1, "no distribution of page-stats-core to publish\n")


def test_project_files() -> None:
    """The distributions of a project are its wheel and sdist, but not its SBOM or files of other projects."""
    files = dict.fromkeys([*CORE, *LANGCHAIN, "page_stats_core-1.0.0.cdx.json", "page_stats-1.0.0.difypkg"], "")
    assert [*project_files("page-stats-core", files)] == [*CORE]
