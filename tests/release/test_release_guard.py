"""What forbids a release to begin, each by name, in its first job."""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
import rehearse_tree
from difypkg_keys import make_pair
from release.conftest import Step, commit, git
from release.registries import Registries
from release_guard import PUBLIC_KEY, SECRETS, placeholders

VERSION = "9.9.9-rc1"
PACKAGE = "openclaw-page-stats"

Guard = Callable[..., tuple[int, str]]


@pytest.fixture(scope="module")
def filled(committed: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a repository that is ready to be released, for all tests: nobody changes it."""
    folder = tmp_path_factory.mktemp("filled")
    _, public = make_pair(folder / "keys", bits=2048)
    return rehearse_tree.make_tree(folder / "tree", VERSION, public, committed)


@pytest.fixture
def tree(filled: Path, tmp_path: Path) -> Path:
    """Return a repository that is ready to be released, for one test."""
    return shutil.copytree(filled, tmp_path / "ready", symlinks=True)


@pytest.fixture
def guard(tree: Path, registries: Registries, step: Step) -> Guard:
    """Return what runs the first job's program for the commit that is checked out; ci.yml was green for the first."""
    registries.github.tested.add(git(tree, "rev-parse", "HEAD").strip())

    def ask(version: str = VERSION, **variables: str) -> tuple[int, str]:
        told = {"GITHUB_REF": "refs/heads/main", "GITHUB_SHA": git(tree, "rev-parse", "HEAD").strip()}
        told |= {"GITHUB_TOKEN": registries.github.token}
        done = step("release_guard", version, root=tree, **(told | variables))
        return done.returncode, done.stdout + done.stderr

    return ask


class TestAllowed:
    def test_ready(self, guard: Guard) -> None:
        """Nothing forbids the release of a committed, tested, filled tree of the version on main."""
        assert guard() == (0, "All preflight checks passed.\n")

    def test_after_others(self, guard: Guard, registries: Registries) -> None:
        """Lower versions, and tags that are no versions, forbid nothing."""
        registries.github.tags += ["v0.1.0", "v9.9.8", "vacation"]
        assert guard() == (0, "All preflight checks passed.\n")


class TestForbidden:
    @pytest.mark.parametrize("version", ["", "1.0", "v9.9.9-rc1", "9.9.9-rc.1", "9.9.9; true"])
    def test_form(self, version: str, guard: Guard) -> None:
        """What is no version is refused before anything is asked."""
        code, said = guard(version)
        assert code == 1
        assert said.startswith("version must be N.N.N or N.N.N-rcN")

    def test_other_version(self, guard: Guard) -> None:
        """The tree must be at the version, and have its section in the changelog."""
        code, said = guard("9.9.9")
        assert code == 1
        assert "the tree must be at 9.9.9, not 9.9.9-rc1: run `hatch run version 9.9.9`" in said
        assert "CHANGELOG.md must have a section for 9.9.9" in said

    def test_lower(self, guard: Guard, registries: Registries) -> None:
        """A version that is lower than the last one is refused, compared as numbers."""
        registries.github.tags += ["v9.9.10", "v9.9.8"]
        assert guard() == (1, "version must not be lower than 9.9.10, the last one, got 9.9.9-rc1\n")

    def test_tag_exists(self, guard: Guard, registries: Registries) -> None:
        """A version whose tag exists is released."""
        registries.github.tags.append(f"v{VERSION}")
        code, said = guard()
        assert code == 1
        assert said == f"tag v{VERSION} already exists: no version is released twice\n"

    def test_other_branch(self, guard: Guard) -> None:
        """A dispatch from another branch, or a tag, is refused."""
        code, said = guard(GITHUB_REF="refs/heads/feature")
        assert (code, said) == (1, "a release must be made from main, not refs/heads/feature\n")

    def test_dirty(self, guard: Guard, tree: Path) -> None:
        """A tree with anything that is not committed is refused, by the file."""
        (tree / "new.txt").write_text("")
        assert guard() == (1, "uncommitted changes: new.txt\n")

    def test_untested(self, guard: Guard, tree: Path) -> None:
        """A commit that ci.yml was not green for is refused."""
        (tree / "new.txt").write_text("")
        commit(tree)
        code, said = guard()
        assert code == 1
        assert said.startswith("ci.yml must succeed for ")

    def test_pull_request(self, guard: Guard, registries: Registries) -> None:
        """One that it was green for in a pull request alone is, even if that came from another main."""
        registries.github.event = "pull_request"
        assert guard()[1].startswith("ci.yml must succeed for ")

    def test_placeholder(self, guard: Guard, tree: Path) -> None:
        """Each value of project.toml that nobody has filled is named."""
        path = tree / "project.toml"
        path.write_text(re.sub("(?m)^author = .*", 'author = "OWNER"', path.read_text("utf-8")), "utf-8")
        code, said = guard()
        assert code == 1
        assert "project.toml: dify.author must be filled in: edit it, then run `hatch run manifests`\n" in said

    def test_no_public_key(self, guard: Guard, tree: Path) -> None:
        """Without the public key nobody could verify the Dify package."""
        (tree / PUBLIC_KEY).unlink()
        assert f"{PUBLIC_KEY} is missing: create the key pair (RELEASING.md)\n" in guard()[1]

    def test_all_at_once(self, guard: Guard, tree: Path, registries: Registries) -> None:
        """All that forbids it is said at once."""
        (tree / "new.txt").write_text("")
        registries.github.tags.append("v10.0.0")
        registries.github.tested.clear()
        code, said = guard(GITHUB_REF="refs/tags/v9.9.9-rc1")
        assert code == 1
        assert len(said.splitlines()) == 4


class TestSecret:
    @pytest.mark.parametrize("name", SECRETS)
    @pytest.mark.parametrize("given", ["false", ""])
    def test_missing(self, name: str, given: str, step: Step) -> None:
        """A secret that is missing is named, with the environment that it belongs to."""
        done = step("release_guard", "--secret", name, GIVEN=given)
        assert done.returncode == 1
        assert done.stderr.startswith(f"secret {name} of the environment {SECRETS[name]} is missing")

    @pytest.mark.parametrize("name", SECRETS)
    def test_given(self, name: str, step: Step) -> None:
        """A secret that is given forbids nothing."""
        assert step("release_guard", "--secret", name, GIVEN="true").returncode == 0

    def test_not_needed(self, step: Step, registries: Registries, sealed: Path) -> None:
        """A name that ClawHub knows needs no token: there the workflow is trusted."""
        content = (sealed / f"{PACKAGE}-1.0.0.tgz").read_bytes()
        registries.clawhub.add(PACKAGE, "0.9.0", content)
        assert step("release_guard", "--secret", "CLAWHUB_TOKEN", GIVEN="false").returncode == 0


def test_placeholders() -> None:
    """A placeholder is found in every table, and inside longer values."""
    table = {"repository": "https://example.com/OWNER/x", "fine": "x", "dify": {"author": "OWNER", "contact": "y"}}
    assert [*placeholders(table)] == ["repository", "dify.author"]
