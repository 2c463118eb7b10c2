"""All files state the same version, and ``hatch run version`` accepts only valid new versions."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest
import yaml
from packaging.version import Version

from harness.committed_tree import Run, commit, git
from lib import changelog, versions
from lib.repository import ROOT

NEXT = "9998.0.0-rc1"
LANGCHAIN = "packages/langchain_page_stats/pyproject.toml"

# Files that state the version, except the core's pyproject.toml, mapped to the text before the version.
PLACES = {
    "packages/page_stats_core/src/page_stats_core/about.py": 'VERSION = "',
    LANGCHAIN: '\nversion = "',
    "packages/dify_page_stats/manifest.yaml": "\nversion: ",
    "packages/openclaw-page-stats/package.json": '\n  "version": "',
    "packages/openclaw-page-stats/openclaw.plugin.json": '\n  "version": "',
    "packages/openclaw-page-stats/src/generated/about.ts": "VERSION = '",
}

# The name of one of our packages followed by a version, in any format.
OURS = re.compile(rf"page[-_]stats(?:[-_]core)?[-_=@: ]+({versions.VERSION.pattern})")


class TestOrder:
    def test_order(self) -> None:
        """A release candidate is lower than its release, and the parts of a version are compared as numbers."""
        given = ["0.9.0", "0.10.0-rc2", "0.10.0-rc10", "0.10.0", "0.10.1", "10.0.0"]
        assert sorted(given, key=versions.order) == given
        assert sorted(given, key=Version) == given

    @pytest.mark.parametrize(
        "version",
        [
            *("", "1", "1.0", "1.0.0.0", "v1.0.0", "01.0.0", "1.0.0-rc.1", "1.0.0rc1", "1.0.0-rc0", "1.0.0-beta1"),
            *("1.0.0\n", "10000.0.0", "1.0.0-rc1000", "1.0.0+local", "1.0.0.dev1", "١.0.0"),
        ],
    )
    def test_none(self, version: str) -> None:
        """A version is rejected if at least one of the registries would not accept it."""
        with pytest.raises(SystemExit, match=r"^version must be N\.N\.N or N\.N\.N-rcN"):
            versions.order(version)

    @pytest.mark.parametrize("version", ["0.1.0", "9999.9999.9999-rc999"])
    def test_dialects(self, version: str) -> None:
        """An accepted version is valid in Dify and in Python. ``canonical`` returns Python's normalized form."""
        assert re.fullmatch(r"\d{1,4}(\.\d{1,4}){2}(-\w{1,16})?", version)
        assert str(Version(version)) == versions.canonical(version)


class TestCommand:
    def test_says(self, run: Run, tree: Path) -> None:
        """Without arguments the command prints the version."""
        assert run("dev.release.version").stdout == f"{versions.stated(tree)}\n"

    def test_writes(self, run: Run, tree: Path) -> None:
        """The command writes the version to every manifest and constant, and adds a section to the changelog."""
        done = run("dev.release.version", NEXT)
        assert done.returncode == 0, done.stdout + done.stderr
        assert stated_in(tree) == {NEXT}
        assert changelog.sections(tree)[0] == NEXT
        assert run("dev.release.version", "--check").returncode == 0
        commit(tree)
        done = run("dev.release.version", "--check", NEXT)
        assert (done.returncode, done.stdout) == (0, f"{NEXT}\n"), done.stderr

    def test_up_to_a_release(self, run: Run, tree: Path) -> None:
        """The version can be set to several release candidates in turn, and then to their release."""
        for version in ("9998.0.0-rc1", "9998.0.0-rc2", "9998.0.0"):
            done = run("dev.release.version", version)
            assert done.returncode == 0, done.stdout + done.stderr
            commit(tree)


class TestRefused:
    @pytest.fixture
    def refused(self, run: Run, tree: Path) -> Callable[[str], str]:
        """Return a function that sets a version, checks that this fails and changes no file, and returns the error."""

        def ask(version: str) -> str:
            before = git(tree, "status", "--porcelain")
            done = run("dev.release.version", version)
            assert (done.returncode, done.stdout) == (1, "")
            assert git(tree, "status", "--porcelain") == before
            return done.stderr.strip()

        return ask

    @pytest.mark.parametrize("version", ["1.0", ""])
    def test_no_version(self, version: str, refused: Callable[[str], str]) -> None:
        """A malformed version is rejected."""
        assert refused(version).startswith("version must be N.N.N or N.N.N-rcN")

    def test_lower(self, refused: Callable[[str], str], tree: Path) -> None:
        """A version lower than the current version or than a tagged version is rejected."""
        assert refused("0.0.9") == f"version must not be lower than {versions.stated(tree)}, the last one, got 0.0.9"
        git(tree, "tag", "v9998.0.0")
        git(tree, "tag", "vague")
        assert refused(NEXT) == f"version must not be lower than 9998.0.0, the last one, got {NEXT}"

    def test_released(self, refused: Callable[[str], str], tree: Path) -> None:
        """A released version is rejected, even if it is the current version."""
        version = versions.stated(tree)
        changelog.write(version, tree)
        commit(tree)
        assert refused(version) == f"{version} is already released: use another version"

    def test_nothing_new(self, refused: Callable[[str], str], tree: Path) -> None:
        """A new version is rejected if there are no changelog fragments."""
        for path in (tree / "changelog.d").glob("+*.md"):
            path.unlink()
        commit(tree)
        assert refused(NEXT).startswith(f"changelog.d must contain a fragment for the changelog section of {NEXT}")

    def test_not_committed(self, refused: Callable[[str], str], tree: Path) -> None:
        """While files are uncommitted, every version is rejected, and the error names the files."""
        (tree / "notes").write_text("")
        assert refused(NEXT) == "uncommitted changes: notes; commit or remove them first"


class TestCheck:
    def test_differs(self, run: Run, edit: Callable[..., None]) -> None:
        """``--check`` names each file that states another version, and the version that the file states."""
        for name, stated in PLACES.items():
            edit(name, stated, f"{stated}1")
        done = run("dev.release.version", "--check")
        assert done.returncode == 1
        for name, stated in PLACES.items():
            assert re.search(
                rf"^{re.escape(name)}:\d+: stale: .*{re.escape(stated.lstrip())}1", done.stdout, re.MULTILINE
            )

    @pytest.mark.parametrize("wrong", ["page-stats-core>=", "page-stats-core==1"])
    def test_sibling(self, run: Run, edit: Callable[..., None], wrong: str) -> None:
        """``--check`` names the LangChain package's file if it does not pin the core to the same version."""
        edit(LANGCHAIN, "page-stats-core==", wrong)
        done = run("dev.release.version", "--check")
        assert done.returncode == 1
        assert re.search(rf"^{re.escape(LANGCHAIN)}:\d+: stale: .*{wrong}", done.stdout, re.MULTILINE)

    def test_edited_by_hand(self, run: Run, edit: Callable[..., None]) -> None:
        """``--check`` names a manifest that was edited by hand, and the edited line."""
        name = "packages/dify_page_stats/manifest.yaml"
        edit(name, "\ntype: plugin\n", "\ntype: bundle\n")
        done = run("dev.release.version", "--check")
        assert done.returncode == 1
        assert re.match(rf"{name}:\d+: stale: 'type: bundle' should be 'type: plugin'\n", done.stdout)

    def test_no_version(self, run: Run, edit: Callable[..., None]) -> None:
        """``--check`` rejects a malformed version that was written by hand."""
        edit("packages/page_stats_core/pyproject.toml", '\nversion = "', '\nversion = "v')
        assert "version must be N.N.N or" in run("dev.release.version", "--check").stderr

    def test_lower(self, run: Run, tree: Path) -> None:
        """``--check`` rejects a current version that is lower than the latest version in the changelog."""
        changelog.write("9998.0.0", tree)
        why = "version must not be lower than 9998.0.0, the last one in CHANGELOG.md"
        assert run("dev.release.version", "--check").stderr == f"{why}, got {versions.stated(tree)}\n"

    def test_of_none(self, run: Run) -> None:
        """``--check VERSION`` is an error if VERSION is malformed."""
        assert "got ''" in run("dev.release.version", "--check", "").stderr

    def test_of_another(self, run: Run, tree: Path) -> None:
        """``--check VERSION`` is an error if VERSION is not the current version."""
        assert run("dev.release.version", "--check", NEXT).stderr == (
            f"the tree must be at {NEXT}, not {versions.stated(tree)}: run `hatch run version {NEXT}`\n"
        )

    def test_without_a_section(self, run: Run, tree: Path) -> None:
        """``--check VERSION`` is an error if the changelog has no section for VERSION."""
        assert (
            "CHANGELOG.md must have a section for"
            in run("dev.release.version", "--check", versions.stated(tree)).stderr
        )

    def test_not_committed(self, run: Run, tree: Path) -> None:
        """``--check VERSION`` is an error if files are uncommitted."""
        assert run("dev.release.version", NEXT).returncode == 0
        assert "uncommitted changes: " in run("dev.release.version", "--check", NEXT).stderr


def stated_in(tree: Path) -> set[str]:
    """Return the versions in manifests and constants, parsed in each file's own format."""
    packages = tree / "packages"
    core, langchain = (
        tomllib.loads((packages / name / "pyproject.toml").read_text("utf-8"))["project"]
        for name in ("page_stats_core", "langchain_page_stats")
    )
    openclaw = packages / "openclaw-page-stats"
    about = (packages / "page_stats_core/src/page_stats_core/about.py", openclaw / "src/generated/about.ts")
    return {
        core["version"],
        langchain["version"],
        *(each.removeprefix("page-stats-core==") for each in langchain["dependencies"] if "page-stats-core" in each),
        yaml.safe_load((packages / "dify_page_stats/manifest.yaml").read_text("utf-8"))["version"],
        *(
            json.loads((openclaw / name).read_text("utf-8"))["version"]
            for name in ("package.json", "openclaw.plugin.json")
        ),
        *(re.findall(r"VERSION = ['\"](.*?)['\"]", path.read_text("utf-8"))[0] for path in about),
    }


def test_nobody_else_states_it() -> None:
    """Our version appears next to a package's name only in tests and in files that the command updates."""
    written = {"CHANGELOG.md", LANGCHAIN, "packages/dify_page_stats/manifest.yaml"}
    stated = {
        name
        for name in git(ROOT, "ls-files").splitlines()
        if (ROOT / name).is_file()
        and not name.startswith("tests/")
        and OURS.search((ROOT / name).read_text("utf-8", "replace"))
    }
    assert stated <= written
