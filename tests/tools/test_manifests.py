"""What ``hatch run manifests`` writes, beyond being fresh, which is a stage of ``hatch run check``."""

from __future__ import annotations

import json
from pathlib import Path

import manifests
import pytest
from page_stats_core.about import REPOSITORY, VERSION
from page_stats_core.contract import FAULTS


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Let the repository be an empty folder."""
    monkeypatch.setattr(manifests, "ROOT", tmp_path)
    return tmp_path


class TestContractSchema:
    def test_a_release_does_not_change_it(self) -> None:
        """Neither version nor repository stands in it."""
        text = manifests.contract_schema()
        assert VERSION not in text
        assert REPOSITORY not in text

    def test_holds_every_fault(self) -> None:
        """Another language finds each message and bound there."""
        beyond = json.loads(manifests.contract_schema())["x-contract"]
        assert beyond["faults"].keys() == FAULTS.keys()
        assert beyond["bounds"]["timeout_max"] == 60


class TestWithLines:
    def test_replaces(self, root: Path) -> None:
        """Each line takes the place of the one that begins as it does."""
        (root / "file").write_text('version = "0"\nname = "version"\n  "core==0",\n')
        text = manifests.with_lines("file", 'version = "1"', '  "core==1",')
        assert text == 'version = "1"\nname = "version"\n  "core==1",\n'

    @pytest.mark.parametrize("text", ["", 'version = "1"\nversion = "2"\n', 'versions = "1"\n'])
    def test_not_one(self, root: Path, text: str) -> None:
        """Where there is no such line, or more than one, nothing is guessed."""
        (root / "file").write_text(text)
        with pytest.raises(SystemExit, match="expected one line version"):
            manifests.with_lines("file", 'version = "3"')


class TestContractTs:
    def test_holds_what_the_contract_states(self) -> None:
        """The other language finds each bound, port and message there, too."""
        text = manifests.contract_ts()
        assert "export const TIMEOUT_MAX = 60;\n" in text
        assert all(f'  "{name}": {{\n' in text for name in FAULTS)
        assert "6697, 10080,\n] as const;\n" in text

    def test_its_constants_are_about_this_version(self) -> None:
        """Version and repository are those of the core."""
        assert manifests.about_ts().endswith(
            f"export const VERSION = '{VERSION}';\nexport const REPOSITORY = '{REPOSITORY}';\n"
        )


class TestTables:
    def test_copies(self, root: Path) -> None:
        """Every table of the source is an output with the same text."""
        (root / "spec").mkdir()
        (root / "spec" / "a.json").write_text("[1]\n")
        outputs = manifests.tables("spec", "copy")
        assert {name: output() for name, output in outputs.items()} == {"copy/a.json": "[1]\n"}

    def test_copies_of_nothing_go(self, root: Path) -> None:
        """A copy whose source is gone is to be removed."""
        (root / "copy").mkdir()
        (root / "copy" / "old.json").write_text("[]")
        assert manifests.tables("spec", "copy")["copy/old.json"]() is None


class TestDifference:
    @pytest.mark.parametrize(
        ("text", "said"),
        [
            ("a\nB\n", "name:2: stale: 'b' should be 'B'"),
            ("a\n", "name:2: stale: 'b' should be ''"),
            ("a\nb\nc\n", "name:3: stale: '' should be 'c'"),
            ("a\nb", "name: stale: its line endings differ"),
            (None, "name: stale"),
        ],
    )
    def test_first_line(self, root: Path, text: str | None, said: str) -> None:
        """The first line that differs is said, with what it is and what it should be."""
        (root / "file").write_text("a\nb\n")
        assert manifests.difference("name", root / "file", text) == said


class TestMain:
    @pytest.fixture(autouse=True)
    def outputs(self, root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        """Let there be one output to write and one to remove."""
        (root / "old").write_text("")
        monkeypatch.setattr(manifests, "outputs", lambda: {"folder/new": lambda: "text\n", "old": lambda: None})

    def run(self, monkeypatch: pytest.MonkeyPatch, *arguments: str) -> int:
        """Run the command line."""
        monkeypatch.setattr("sys.argv", ["manifests", *arguments])
        return manifests.main()

    def test_check(self, root: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
        """``--check`` lists what is stale, says what to run, fails, and writes nothing."""
        assert self.run(monkeypatch, "--check") == 1
        assert capsys.readouterr().out == "folder/new: stale\nold: stale\nTo write them: hatch run manifests\n"
        assert sorted(path.name for path in root.iterdir()) == ["old"]

    def test_write(self, root: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
        """Without it, all is written or removed, and a check then finds nothing."""
        assert self.run(monkeypatch) == 0
        assert capsys.readouterr().out == "folder/new: written\nold: removed\n"
        assert (root / "folder" / "new").read_text() == "text\n"
        assert self.run(monkeypatch, "--check") == 0
