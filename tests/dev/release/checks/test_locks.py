"""Lock files pin exact versions and name no registry."""

from __future__ import annotations

from pathlib import Path

import pytest

from comparison.frameworks.compared import FRAMEWORKS, READ
from dev.release.checks import locks
from harness.committed_tree import git


def test_in_order(tree: Path) -> None:
    """Our lock files pass the check, and the check finds all of them."""
    assert locks.errors(tree) == []
    names = [name for name in git(tree, "ls-files").splitlines() if locks.LISTS.fullmatch(name)]
    assert names == [
        *(f"comparison/frameworks/pinned/{framework}.txt" for framework in sorted(set(FRAMEWORKS) - READ)),
        "comparison/platforms/toys/dify/requirements.txt",
        "constraints.txt",
        "dev/pins/lowest-mcp.txt",
        "dev/pins/lowest.txt",
        "packages/dify_page_stats/requirements.txt",
    ]


@pytest.mark.parametrize(
    ("name", "line", "fault"),
    [
        ("constraints.txt", "--index-url https://mirror.example/simple", "index-url https://mirror.example/simple"),
        ("constraints.txt", "tides @ https://mirror.example/tides-1-py3-none-any.whl", "https://mirror.example/tides-1-py3-none-any.whl"),
        ("packages/dify_page_stats/requirements.txt", "--find-links file:///srv/wheels", "file:///srv/wheels"),
        ("packages/openclaw-page-stats/pnpm-lock.yaml", "    resolution: {tarball: 'https://mirror.example/a.tgz'}", "https://mirror.example/a.tgz"),
        ("packages/openclaw-page-stats/.npmrc", "registry=//mirror.example", "registry=//mirror.example"),
        ("packages/openclaw-page-stats/.npmrc", "//mirror.example/:_authToken=x", "//mirror.example/:_authToken=x"),
        ("harness/hosts/mcp/pnpm-lock.yaml", "    repo: git@mirror.example:a/b.git", "git@mirror.example:a/b.git"),
        ("harness/hosts/mcp/npm-shrinkwrap.json", '"resolved": "http://mirror.example/a.tgz"', "http://mirror.example/a.tgz"),
        ("docs/dev-requirements.txt", "-i //mirror.example/simple", "//mirror.example/simple"),
        ("requirements/base.txt", "-f git+ssh://mirror.example/a", "ssh://mirror.example/a"),
        ("uv.lock", 'source = { registry = "https://mirror.example/simple" }', 'registry = "https://mirror.example/simple"'),
    ],
)  # fmt: skip
def test_host(tree: Path, name: str, line: str, fault: str) -> None:
    """A line that names the location of packages is reported, in existing and in new lock files."""
    path = tree / name
    before = path.read_text("utf-8") if path.exists() else ""
    path.parent.mkdir(exist_ok=True)
    path.write_text(f"{before}{line}\n", "utf-8")
    git(tree, "add", name)
    number = len(before.splitlines()) + 1
    assert locks.errors(tree) == [f"{name}:{number}: must not name where packages come from: {fault}"]


@pytest.mark.parametrize("line", ["tides>=1", "tides", "./tides", "-r others.txt", "tides==1.*"])
def test_range(tree: Path, line: str) -> None:
    """A requirement without an exact version is reported with its line number."""
    (tree / "constraints.txt").write_text(f"certifi==2026.1.1 ; python_version < '3.12'\n{line}\n")
    assert locks.errors(tree) == [f"constraints.txt:2: must pin an exact version: {line}"]
