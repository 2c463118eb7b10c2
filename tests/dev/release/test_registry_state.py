"""Which files of a release are already published, and which conflicts are rejected."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from dev.release.registry_state import of_project
from harness.committed_tree import Run
from harness.registries import Registries
from harness.sealed import tarball

CORE = ("page_stats_core-1.0.0-py3-none-any.whl", "page_stats_core-1.0.0.tar.gz")
LANGCHAIN = ("langchain_page_stats-1.0.0-py3-none-any.whl", "langchain_page_stats-1.0.0.tar.gz")
PLUGIN = "openclaw-page-stats-1.0.0.tgz"


def put(registries: Registries, sealed: Path, *names: str) -> None:
    """Put *names* on the PyPI stand-in."""
    for name in names:
        shutil.copyfile(sealed / name, registries.index.folder / name)


class TestAll:
    def test_nothing(self, sealed: Path, step: Run) -> None:
        """Every file is pending if the registries are empty."""
        done = step("registry_state", sealed, "1.0.0")
        assert (done.returncode, done.stdout) == (0, f"Not published yet: {', '.join([*CORE, *LANGCHAIN, PLUGIN])}\n")

    def test_everything(self, sealed: Path, step: Run, registries: Registries) -> None:
        """No file is pending if the registries have identical ones."""
        put(registries, sealed, *CORE, *LANGCHAIN)
        registries.clawhub.add("openclaw-page-stats", "1.0.0", (sealed / PLUGIN).read_bytes())
        done = step("registry_state", sealed, "1.0.0")
        assert (done.returncode, done.stdout) == (0, "Not published yet: nothing\n")

    def test_other_versions(self, sealed: Path, step: Run, registries: Registries) -> None:
        """Other versions do not matter."""
        (registries.index.folder / "page_stats_core-0.9.0.tar.gz").write_bytes(b"older")
        registries.clawhub.add("openclaw-page-stats", "0.9.0", tarball("0.9.0"))
        done = step("registry_state", sealed, "1.0.0")
        assert done.stdout.count("1.0.0") == 5

    @pytest.mark.parametrize("name", [*CORE, *LANGCHAIN])
    def test_other_bytes_on_pypi(self, name: str, sealed: Path, step: Run, registries: Registries) -> None:
        """A file that PyPI has with other contents is an error that names it."""
        (registries.index.folder / name).write_bytes(b"another")
        done = step("registry_state", sealed, "1.0.0")
        assert done.returncode == 1
        assert done.stderr.startswith(f"PyPI has {name} already, with other bytes: this version is published.")

    def test_other_bytes_on_clawhub(self, sealed: Path, step: Run, registries: Registries) -> None:
        """A plugin that ClawHub has with other contents is an error that names it."""
        registries.clawhub.add("openclaw-page-stats", "1.0.0", tarball("1.0.0-other"))
        done = step("registry_state", sealed, "1.0.0")
        assert done.returncode == 1
        assert done.stderr.startswith(f"ClawHub has {PLUGIN} already, with other bytes: this version is published.")

    def test_changed_after_the_sums(self, sealed: Path, step: Run) -> None:
        """A file that does not match SHA256SUMS is not published."""
        (sealed / CORE[0]).write_bytes(b"changed")
        done = step("registry_state", sealed, "1.0.0")
        assert done.returncode == 1
        assert done.stderr.startswith(f"{CORE[0]} is not the file that SHA256SUMS lists")


class TestGather:
    @pytest.mark.parametrize("there", [(), CORE[:1], CORE[1:], CORE], ids=len)
    def test_half_way(
        self, there: tuple[str, ...], sealed: Path, step: Run, registries: Registries, tmp_path: Path
    ) -> None:
        """A repeated run gathers only the missing files and passes their number to the workflow."""
        put(registries, sealed, *there)
        folder, output = tmp_path / "upload" / "core", tmp_path / "output"
        options = ("--pypi", "core", "--gather", folder)
        done = step("registry_state", sealed, "1.0.0", *options, GITHUB_OUTPUT=str(output))
        assert done.returncode == 0, done.stderr
        left = [name for name in CORE if name not in there]
        assert sorted(path.name for path in folder.iterdir()) == left
        assert output.read_text() == f"missing={len(left)}\n"

    def test_one_project(self, sealed: Path, step: Run, tmp_path: Path) -> None:
        """Each project is gathered separately because the core is published first."""
        step("registry_state", sealed, "1.0.0", "--pypi", "langchain", "--gather", tmp_path / "upload")
        assert sorted(path.name for path in (tmp_path / "upload").iterdir()) == [*LANGCHAIN]

    def test_no_distribution(self, sealed: Path, step: Run, tmp_path: Path) -> None:
        """A project without distributions is an error."""
        (sealed / "SHA256SUMS").write_text("")
        done = step("registry_state", sealed, "1.0.0", "--pypi", "core", "--gather", tmp_path / "upload")
        assert (done.returncode, done.stderr) == (1, "There is no distribution of page-stats-core to publish.\n")


def test_of_project() -> None:
    """A project's distributions are its wheels and sdists, without its SBOM and other projects' files."""
    files = dict.fromkeys([*CORE, *LANGCHAIN, "page_stats_core-1.0.0.cdx.json", "page_stats-1.0.0.difypkg"], "")
    assert [*of_project("page-stats-core", files)] == [*CORE]
