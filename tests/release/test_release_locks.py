"""The files that pin say which version, and not from where."""

from __future__ import annotations

from pathlib import Path

import pytest
import release_locks
from frameworks.compared import FRAMEWORKS, READ
from release.conftest import git


def test_in_order(tree: Path) -> None:
    """Ours are in order, and there are as many as are known."""
    assert release_locks.faults(tree) == []
    names = [name for name in git(tree, "ls-files").splitlines() if release_locks.LISTS.fullmatch(name)]
    assert names == [
        "constraints.txt",
        "packages/dify_page_stats/requirements.txt",
        "tools/contracts/toys/dify/requirements.txt",
        *(f"tools/frameworks/pinned/{framework}.txt" for framework in sorted(set(FRAMEWORKS) - READ)),
        "tools/lowest-mcp.txt",
        "tools/lowest.txt",
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
        ("tests/hosts/mcp/pnpm-lock.yaml", "    repo: git@mirror.example:a/b.git", "git@mirror.example:a/b.git"),
        ("tests/hosts/mcp/npm-shrinkwrap.json", '"resolved": "http://mirror.example/a.tgz"', "http://mirror.example/a.tgz"),
        ("docs/dev-requirements.txt", "-i //mirror.example/simple", "//mirror.example/simple"),
        ("requirements/base.txt", "-f git+ssh://mirror.example/a", "ssh://mirror.example/a"),
        ("uv.lock", 'source = { registry = "https://mirror.example/simple" }', 'registry = "https://mirror.example/simple"'),
    ],
)  # fmt: skip
def test_host(tree: Path, name: str, line: str, fault: str) -> None:
    """A registry's host is named, with its line, in a file that there is and in one that a tool has left."""
    path = tree / name
    before = path.read_text("utf-8") if path.exists() else ""
    path.parent.mkdir(exist_ok=True)
    path.write_text(f"{before}{line}\n", "utf-8")
    git(tree, "add", name)
    number = len(before.splitlines()) + 1
    assert release_locks.faults(tree) == [f"{name}:{number}: must not name where packages come from: {fault}"]


@pytest.mark.parametrize("line", ["tides>=1", "tides", "./tides", "-r others.txt", "tides==1.*"])
def test_range(tree: Path, line: str) -> None:
    """What is not one exact version is named, likewise."""
    (tree / "constraints.txt").write_text(f"certifi==2026.1.1 ; python_version < '3.12'\n{line}\n")
    assert release_locks.faults(tree) == [f"constraints.txt:2: must pin an exact version: {line}"]
