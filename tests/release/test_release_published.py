"""What of a release is published already, and what is refused because of it."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from release.conftest import Step, tarball
from release.registries import Registries
from release_published import of_project

CORE = ("page_stats_core-1.0.0-py3-none-any.whl", "page_stats_core-1.0.0.tar.gz")
LANGCHAIN = ("langchain_page_stats-1.0.0-py3-none-any.whl", "langchain_page_stats-1.0.0.tar.gz")
PLUGIN = "openclaw-page-stats-1.0.0.tgz"


def put(registries: Registries, sealed: Path, *names: str) -> None:
    """Have *names* published on PyPI."""
    for name in names:
        shutil.copyfile(sealed / name, registries.index.folder / name)


class TestAll:
    def test_nothing(self, sealed: Path, step: Step) -> None:
        """Where nobody has anything, everything is to be published."""
        done = step("release_published", sealed, "1.0.0")
        assert (done.returncode, done.stdout) == (0, f"Not published yet: {', '.join([*CORE, *LANGCHAIN, PLUGIN])}\n")

    def test_everything(self, sealed: Path, step: Step, registries: Registries) -> None:
        """Where everybody has these very files, nothing is."""
        put(registries, sealed, *CORE, *LANGCHAIN)
        registries.clawhub.add("openclaw-page-stats", "1.0.0", (sealed / PLUGIN).read_bytes())
        done = step("release_published", sealed, "1.0.0")
        assert (done.returncode, done.stdout) == (0, "Not published yet: nothing\n")

    def test_other_versions(self, sealed: Path, step: Step, registries: Registries) -> None:
        """Other versions are no concern of this one."""
        (registries.index.folder / "page_stats_core-0.9.0.tar.gz").write_bytes(b"older")
        registries.clawhub.add("openclaw-page-stats", "0.9.0", tarball("0.9.0"))
        done = step("release_published", sealed, "1.0.0")
        assert done.stdout.count("1.0.0") == 5

    @pytest.mark.parametrize("name", [*CORE, *LANGCHAIN])
    def test_other_bytes_on_pypi(self, name: str, sealed: Path, step: Step, registries: Registries) -> None:
        """A file that PyPI has with other bytes ends the release, by its name."""
        (registries.index.folder / name).write_bytes(b"another")
        done = step("release_published", sealed, "1.0.0")
        assert done.returncode == 1
        assert done.stderr.startswith(f"PyPI already has {name} with other bytes: this version is published")

    def test_other_bytes_on_clawhub(self, sealed: Path, step: Step, registries: Registries) -> None:
        """So does a plugin that ClawHub has with other bytes."""
        registries.clawhub.add("openclaw-page-stats", "1.0.0", tarball("1.0.0-other"))
        done = step("release_published", sealed, "1.0.0")
        assert done.returncode == 1
        assert done.stderr.startswith(f"ClawHub already has {PLUGIN} with other bytes: this version is published")

    def test_changed_after_the_sums(self, sealed: Path, step: Step) -> None:
        """A file that is not the one that was listed is not published."""
        (sealed / CORE[0]).write_bytes(b"changed")
        done = step("release_published", sealed, "1.0.0")
        assert done.returncode == 1
        assert done.stderr.startswith(f"{CORE[0]} must match its digest in SHA256SUMS")


class TestGather:
    @pytest.mark.parametrize("there", [(), CORE[:1], CORE[1:], CORE], ids=len)
    def test_half_way(
        self, there: tuple[str, ...], sealed: Path, step: Step, registries: Registries, tmp_path: Path
    ) -> None:
        """Run again after a failure half-way, only what is missing is gathered, and the workflow is told how much."""
        put(registries, sealed, *there)
        folder, output = tmp_path / "upload" / "core", tmp_path / "output"
        options = ("--pypi", "core", "--gather", folder)
        done = step("release_published", sealed, "1.0.0", *options, GITHUB_OUTPUT=str(output))
        assert done.returncode == 0, done.stderr
        left = [name for name in CORE if name not in there]
        assert sorted(path.name for path in folder.iterdir()) == left
        assert output.read_text() == f"missing={len(left)}\n"

    def test_one_project(self, sealed: Path, step: Step, tmp_path: Path) -> None:
        """The core and what needs it are gathered apart, as the core comes first."""
        step("release_published", sealed, "1.0.0", "--pypi", "langchain", "--gather", tmp_path / "upload")
        assert sorted(path.name for path in (tmp_path / "upload").iterdir()) == [*LANGCHAIN]

    def test_no_distribution(self, sealed: Path, step: Step, tmp_path: Path) -> None:
        """To have nothing to publish is a fault, not a success."""
        (sealed / "SHA256SUMS").write_text("")
        done = step("release_published", sealed, "1.0.0", "--pypi", "core", "--gather", tmp_path / "upload")
        assert (done.returncode, done.stderr) == (1, "no distribution of page-stats-core to publish\n")


def test_of_project() -> None:
    """A project's distributions are wheels and sdists; its SBOM and its siblings' files are not."""
    files = dict.fromkeys([*CORE, *LANGCHAIN, "page_stats_core-1.0.0.cdx.json", "page_stats-1.0.0.difypkg"], "")
    assert [*of_project("page-stats-core", files)] == [*CORE]
