"""The checkout for artefact tests contains built artefacts instead of the packages' sources."""

from __future__ import annotations

from pathlib import Path

import pytest

from dev.release.verify import artefact_checkout
from harness.committed_tree import commit, git
from lib import artefacts, repository

pytestmark = pytest.mark.slow


@pytest.fixture
def bare(tree: Path, built: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return an artefact checkout made from a repository whose sources are broken and whose tests work."""
    for name in git(tree, "ls-files", "packages").splitlines():
        if "/src/" in name or name.startswith("packages/dify_page_stats/"):
            (tree / name).write_text("broken")
    commit(tree)
    clone = repository.clone
    monkeypatch.setattr(repository, "clone", lambda folder: clone(folder, tree))
    artefact_checkout.make(tmp_path / "bare", built)
    return tmp_path / "bare"


def test_no_sources(bare: Path) -> None:
    """The checkout contains no package sources, neither Python nor TypeScript."""
    packages = bare / "packages"
    assert [*packages.glob("*/src")] == []
    holding = {path.relative_to(packages).parts[0] for path in packages.rglob("*.py") if "tests" not in path.parts}
    assert holding == {"dify_page_stats"}
    assert {path.name for path in (packages / "openclaw-page-stats").iterdir()} == {
        *("LICENSE", "README.md", "dist", "node_modules", "openclaw.plugin.json", "package.json"),
    }


def test_artefacts(bare: Path, built: Path) -> None:
    """The unpacked Dify and OpenClaw packages replace their sources, byte for byte."""
    for path, folder in (
        (artefacts.dify(built), artefact_checkout.DIFY),
        (artefacts.openclaw(built), artefact_checkout.OPENCLAW),
    ):
        for name, content in artefacts.contents(path).items():
            assert (bare / folder / name).read_bytes() == content, name


def test_tests(bare: Path) -> None:
    """The checkout contains the tests and the files with their expected results."""
    for name in ("tests/parity/test_parity.py", "spec/cases/url.json", "constraints.txt", ".pytest.toml"):
        assert (bare / name).is_file(), name
