"""One version everywhere, and the rules for the next one."""

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

# Other places of the version besides the core's pyproject.toml: a file, and the text before the version.
PLACES = {
    "packages/page_stats_core/src/page_stats_core/about.py": 'VERSION = "',
    LANGCHAIN: '\nversion = "',
    "packages/dify_page_stats/manifest.yaml": "\nversion: ",
    "packages/openclaw-page-stats/package.json": '\n  "version": "',
    "packages/openclaw-page-stats/openclaw.plugin.json": '\n  "version": "',
    "packages/openclaw-page-stats/src/generated/about.ts": "VERSION = '",
}

# Our version next to one of our names, in any format.
OURS = re.compile(rf"page[-_]stats(?:[-_]core)?[-_=@: ]+({versions.VERSION.pattern})")


class TestOrder:
    def test_order(self) -> None:
        """Candidates precede their release, and numbers compare numerically."""
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
        """A version that some registry does not accept is rejected."""
        with pytest.raises(SystemExit, match="is no version: it must be"):
            versions.order(version)

    @pytest.mark.parametrize("version", ["0.1.0", "9999.9999.9999-rc999"])
    def test_dialects(self, version: str) -> None:
        """A version is valid in Dify and in Python, where it has the canonical form that we use."""
        assert re.fullmatch(r"\d{1,4}(\.\d{1,4}){2}(-\w{1,16})?", version)
        assert str(Version(version)) == versions.canonical(version)


class TestCommand:
    def test_says(self, run: Run, tree: Path) -> None:
        """Without arguments the command prints the version."""
        assert run("dev.release.version").stdout == f"{versions.stated(tree)}\n"

    def test_writes(self, run: Run, tree: Path) -> None:
        """The command writes the version into every manifest and constant and adds a changelog section."""
        done = run("dev.release.version", NEXT)
        assert done.returncode == 0, done.stdout + done.stderr
        assert stated_in(tree) == {NEXT}
        assert changelog.sections(tree)[0] == NEXT
        assert run("dev.release.version", "--check").returncode == 0
        commit(tree)
        done = run("dev.release.version", "--check", NEXT)
        assert (done.returncode, done.stdout) == (0, f"{NEXT}\n"), done.stderr

    def test_up_to_a_release(self, run: Run, tree: Path) -> None:
        """Candidates and then their release can follow each other."""
        for version in ("9998.0.0-rc1", "9998.0.0-rc2", "9998.0.0"):
            done = run("dev.release.version", version)
            assert done.returncode == 0, done.stdout + done.stderr
            commit(tree)


class TestRefused:
    @pytest.fixture
    def refused(self, run: Run, tree: Path) -> Callable[[str], str]:
        """Return a function that requests a version, which must fail without a change, and returns the reason."""

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
        assert refused(version).startswith(f"{version!r} is no version")

    def test_lower(self, refused: Callable[[str], str], tree: Path) -> None:
        """A version lower than the tree's or than a tag's is rejected."""
        assert refused("0.0.9") == f"0.0.9 is lower than {versions.stated(tree)}, the last one."
        git(tree, "tag", "v9998.0.0")
        git(tree, "tag", "vague")
        assert refused(NEXT) == f"{NEXT} is lower than 9998.0.0, the last one."

    def test_released(self, refused: Callable[[str], str], tree: Path) -> None:
        """A released version is rejected, even if it is the tree's own."""
        version = versions.stated(tree)
        changelog.write(version, tree)
        commit(tree)
        assert refused(version) == f"{version} has been released: a version is used once."

    def test_nothing_new(self, refused: Callable[[str], str], tree: Path) -> None:
        """A version without changelog fragments is rejected."""
        for path in (tree / "changelog.d").glob("+*.md"):
            path.unlink()
        commit(tree)
        assert refused(NEXT).startswith(f"{NEXT} would have no section in the changelog")

    def test_not_committed(self, refused: Callable[[str], str], tree: Path) -> None:
        """An uncommitted tree rejects every version and names the files."""
        (tree / "notes").write_text("")
        assert refused(NEXT) == "Not committed: notes. Commit or remove that first."


class TestCheck:
    def test_differs(self, run: Run, edit: Callable[..., None]) -> None:
        """Each file with another version is named with that version."""
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
        """A dependency on the core that is a range or another version is named."""
        edit(LANGCHAIN, "page-stats-core==", wrong)
        done = run("dev.release.version", "--check")
        assert done.returncode == 1
        assert re.search(rf"^{re.escape(LANGCHAIN)}:\d+: stale: .*{wrong}", done.stdout, re.MULTILINE)

    def test_edited_by_hand(self, run: Run, edit: Callable[..., None]) -> None:
        """A manifest edited by hand is named with the line."""
        name = "packages/dify_page_stats/manifest.yaml"
        edit(name, "\ntype: plugin\n", "\ntype: bundle\n")
        done = run("dev.release.version", "--check")
        assert done.returncode == 1
        assert re.match(rf"{name}:\d+: stale: 'type: bundle' should be 'type: plugin'\n", done.stdout)

    def test_no_version(self, run: Run, edit: Callable[..., None]) -> None:
        """A malformed version written by hand is rejected."""
        edit("packages/page_stats_core/pyproject.toml", '\nversion = "', '\nversion = "v')
        assert "is no version" in run("dev.release.version", "--check").stderr

    def test_lower(self, run: Run, tree: Path) -> None:
        """A version lower than the changelog's latest is rejected."""
        changelog.write("9998.0.0", tree)
        assert (
            "which is lower than 9998.0.0, the last one of CHANGELOG.md."
            in run("dev.release.version", "--check").stderr
        )

    def test_of_none(self, run: Run) -> None:
        """Checking for a malformed version is an error."""
        assert "'' is no version" in run("dev.release.version", "--check", "").stderr

    def test_of_another(self, run: Run, tree: Path) -> None:
        """The tree must be at the version to check."""
        assert run("dev.release.version", "--check", NEXT).stderr == (
            f"The tree is at {versions.stated(tree)}, not at {NEXT}: hatch run version {NEXT}\n"
        )

    def test_without_a_section(self, run: Run, tree: Path) -> None:
        """A version without a changelog section cannot be released."""
        assert "CHANGELOG.md has no section of" in run("dev.release.version", "--check", versions.stated(tree)).stderr

    def test_not_committed(self, run: Run, tree: Path) -> None:
        """An uncommitted tree cannot be released."""
        assert run("dev.release.version", NEXT).returncode == 0
        assert "Not committed: " in run("dev.release.version", "--check", NEXT).stderr


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
    """No other file contains our version, because nothing would update it."""
    written = {"CHANGELOG.md", LANGCHAIN, "packages/dify_page_stats/manifest.yaml"}
    stated = {
        name
        for name in git(ROOT, "ls-files").splitlines()
        if (ROOT / name).is_file()
        and not name.startswith("tests/")
        and OURS.search((ROOT / name).read_text("utf-8", "replace"))
    }
    assert stated <= written
