"""The preflight checks, which report everything that forbids a release."""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from dev.rehearsal import checkout
from dev.release.preflight import PUBLIC_KEY, SECRETS, placeholders
from harness.committed_tree import Run, commit, git
from harness.registries import Registries
from lib.difypkg.keys import make_pair

VERSION = "9.9.9-rc1"
PACKAGE = "openclaw-page-stats"

Guard = Callable[..., tuple[int, str]]


@pytest.fixture(scope="module")
def filled(committed: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a repository that is ready for release; tests share it and must not change it."""
    folder = tmp_path_factory.mktemp("filled")
    _, public = make_pair(folder / "keys", bits=2048)
    return checkout.make_checkout(folder / "tree", VERSION, public, committed)


@pytest.fixture
def tree(filled: Path, tmp_path: Path) -> Path:
    """Return a repository that is ready for release, for one test."""
    return shutil.copytree(filled, tmp_path / "ready", symlinks=True)


@pytest.fixture
def guard(tree: Path, registries: Registries, step: Run) -> Guard:
    """Return a function that runs the preflight checks. ci.yml has passed, except for commits that the test makes."""
    registries.github.tested.add(git(tree, "rev-parse", "HEAD").strip())

    def ask(version: str = VERSION, **variables: str) -> tuple[int, str]:
        given = {"GITHUB_REF": "refs/heads/main", "GITHUB_SHA": git(tree, "rev-parse", "HEAD").strip()}
        given |= {"GITHUB_TOKEN": registries.github.token}
        done = step("preflight", version, root=tree, **(given | variables))
        return done.returncode, done.stdout + done.stderr

    return ask


class TestAllowed:
    def test_ready(self, guard: Guard) -> None:
        """A tree passes if it is on main, committed and tested, has the version to release, and has no placeholders."""
        assert guard() == (0, "All preflight checks passed.\n")

    def test_after_others(self, guard: Guard, registries: Registries) -> None:
        """Tags of lower versions, and tags that are not versions, do not forbid a release."""
        registries.github.tags += ["v0.1.0", "v9.9.8", "vacation"]
        assert guard() == (0, "All preflight checks passed.\n")


class TestForbidden:
    @pytest.mark.parametrize("version", ["", "1.0", "v9.9.9-rc1", "9.9.9-rc.1", "9.9.9; true"])
    def test_form(self, version: str, guard: Guard) -> None:
        """A malformed version is rejected before any request."""
        code, said = guard(version)
        assert code == 1
        assert said.startswith("version must be N.N.N or N.N.N-rcN")

    def test_other_version(self, guard: Guard) -> None:
        """The tree must have the version to release, and the changelog must have a section for this version."""
        code, said = guard("9.9.9")
        assert code == 1
        assert "the tree must be at 9.9.9, not 9.9.9-rc1: run `hatch run version 9.9.9`" in said
        assert "CHANGELOG.md must have a section for 9.9.9" in said

    def test_lower(self, guard: Guard, registries: Registries) -> None:
        """A version lower than the last release is rejected. Versions are compared numerically."""
        registries.github.tags += ["v9.9.10", "v9.9.8"]
        assert guard() == (1, "version must not be lower than 9.9.10, the last one, got 9.9.9-rc1\n")

    def test_tag_exists(self, guard: Guard, registries: Registries) -> None:
        """A version that already has a tag is rejected."""
        registries.github.tags.append(f"v{VERSION}")
        code, said = guard()
        assert code == 1
        assert said == f"tag v{VERSION} already exists: no version is released twice\n"

    def test_other_branch(self, guard: Guard) -> None:
        """A release that is started from a tag, or from a branch other than main, is rejected."""
        code, said = guard(GITHUB_REF="refs/heads/feature")
        assert (code, said) == (1, "a release must be made from main, not refs/heads/feature\n")

    def test_dirty(self, guard: Guard, tree: Path) -> None:
        """An uncommitted file forbids a release and is named."""
        (tree / "new.txt").write_text("")
        assert guard() == (1, "uncommitted changes: new.txt\n")

    def test_untested(self, guard: Guard, tree: Path) -> None:
        """A commit without a successful ci.yml run is rejected."""
        (tree / "new.txt").write_text("")
        commit(tree)
        code, said = guard()
        assert code == 1
        assert said.startswith("ci.yml must succeed for ")

    def test_pull_request(self, guard: Guard, registries: Registries) -> None:
        """A ci.yml run for a pull request does not count, even if the branch is called main."""
        registries.github.event = "pull_request"
        assert guard()[1].startswith("ci.yml must succeed for ")

    def test_placeholder(self, guard: Guard, tree: Path) -> None:
        """Each placeholder left in project.toml is named."""
        path = tree / "project.toml"
        path.write_text(re.sub("(?m)^author = .*", 'author = "OWNER"', path.read_text("utf-8")), "utf-8")
        code, said = guard()
        assert code == 1
        assert "project.toml: dify.author must be filled in: edit it, then run `hatch run manifests`\n" in said

    def test_no_public_key(self, guard: Guard, tree: Path) -> None:
        """The public key, which users need to verify the Dify package, must exist."""
        (tree / PUBLIC_KEY).unlink()
        assert f"{PUBLIC_KEY} is missing: create the key pair (RELEASING.md)\n" in guard()[1]

    def test_all_at_once(self, guard: Guard, tree: Path, registries: Registries) -> None:
        """All problems are reported at once."""
        (tree / "new.txt").write_text("")
        registries.github.tags.append("v10.0.0")
        registries.github.tested.clear()
        code, said = guard(GITHUB_REF="refs/tags/v9.9.9-rc1")
        assert code == 1
        assert len(said.splitlines()) == 4


class TestSecret:
    @pytest.mark.parametrize("name", SECRETS)
    @pytest.mark.parametrize("given", ["false", ""])
    def test_missing(self, name: str, given: str, step: Run) -> None:
        """The error for a missing secret names the secret and its environment."""
        done = step("preflight", "--secret", name, GIVEN=given)
        assert done.returncode == 1
        assert done.stderr.startswith(f"secret {name} of the environment {SECRETS[name]} is missing")

    @pytest.mark.parametrize("name", SECRETS)
    def test_given(self, name: str, step: Run) -> None:
        """The check of a secret passes if the secret exists."""
        assert step("preflight", "--secret", name, GIVEN="true").returncode == 0

    def test_not_needed(self, step: Run, registries: Registries, sealed: Path) -> None:
        """If ClawHub already knows the plugin, no token is needed, because ClawHub trusts the workflow."""
        content = (sealed / f"{PACKAGE}-1.0.0.tgz").read_bytes()
        registries.clawhub.add(PACKAGE, "0.9.0", content)
        assert step("preflight", "--secret", "CLAWHUB_TOKEN", GIVEN="false").returncode == 0


def test_placeholders() -> None:
    """Placeholders are found in every table of project.toml, and inside longer values."""
    table = {"repository": "https://example.com/OWNER/x", "fine": "x", "dify": {"author": "OWNER", "contact": "y"}}
    assert [*placeholders(table)] == ["repository", "dify.author"]
