"""The sections of the changelog, and how the fragments (the files in changelog.d) become a section."""

from __future__ import annotations

from pathlib import Path

import pytest

from lib import changelog


@pytest.fixture
def words(tree: Path) -> list[str]:
    """Return the texts of the fragments."""
    return [path.read_text("utf-8").strip() for path in (tree / "changelog.d").glob("+*.md")]


class TestFragments:
    def test_names(self, tree: Path) -> None:
        """Every file in changelog.d is a fragment, except the README."""
        (tree / "changelog.d" / "+tides.fixed.md").write_text("Tides.\n")
        assert "+tides.fixed.md" in changelog.fragments(tree)
        assert "README.md" not in changelog.fragments(tree)

    @pytest.mark.parametrize("name", ["+tides.fixt.md", "tides.md"])
    def test_unknown_kind(self, tree: Path, name: str) -> None:
        """A fragment of an unknown kind is reported, because the changelog would leave it out."""
        (tree / "changelog.d" / name).write_text("Tides.\n")
        with pytest.raises(SystemExit, match=rf"Invalid news fragment name: {name.replace('+', '.')}"):
            changelog.fragments(tree)


class TestWrite:
    def test_release(self, tree: Path, words: list[str]) -> None:
        """The section of a release contains every fragment, and the fragment files are deleted."""
        changelog.write("1.0.0", tree)
        assert changelog.sections(tree) == ["1.0.0"]
        assert words
        assert all(f"- {each}" in changelog.section("1.0.0", tree) for each in words)
        assert changelog.fragments(tree) == []

    def test_candidates(self, tree: Path, words: list[str]) -> None:
        """A release candidate keeps the fragment files, and the next version replaces the candidate's section."""
        changelog.write("1.0.0-rc1", tree)
        assert changelog.sections(tree) == ["1.0.0-rc1"]
        changelog.write("1.0.0-rc2", tree)
        assert changelog.sections(tree) == ["1.0.0-rc2"]
        changelog.write("1.0.0", tree)
        assert changelog.sections(tree) == ["1.0.0"]
        text = (tree / "CHANGELOG.md").read_text("utf-8")
        assert [text.count(each) for each in words] == [1] * len(words)

    def test_older_sections_stay(self, tree: Path) -> None:
        """The newest section comes first, and older sections do not change."""
        changelog.write("1.0.0", tree)
        older = changelog.section("1.0.0", tree)
        (tree / "changelog.d" / "+tides.fixed.md").write_text("Tides.\n")
        changelog.write("1.1.0-rc1", tree)
        assert changelog.sections(tree) == ["1.1.0-rc1", "1.0.0"]
        assert changelog.section("1.0.0", tree) == older
        assert changelog.section("1.1.0-rc1", tree) == "### Fixed\n\n- Tides."


def test_section_of_nothing(tree: Path) -> None:
    """Reading the section of an unknown version is an error."""
    with pytest.raises(KeyError):
        changelog.section("9.9.9", tree)
