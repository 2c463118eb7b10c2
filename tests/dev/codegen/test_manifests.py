"""The files that ``hatch run manifests`` writes. `hatch run check` checks that they are up to date."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from page_stats_core.about import REPOSITORY, VERSION
from page_stats_core.contract import FAULTS

from dev.codegen import manifests


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Use an empty folder as the repository root."""
    monkeypatch.setattr(manifests, "ROOT", tmp_path)
    return tmp_path


class TestContractSchema:
    def test_a_release_does_not_change_it(self) -> None:
        """The schema contains neither the version nor the repository URL, so it is the same in every release."""
        text = manifests.contract_schema()
        assert VERSION not in text
        assert REPOSITORY not in text

    def test_holds_every_fault(self) -> None:
        """The schema contains the contract's error messages and bounds, which programs in other languages read."""
        beyond = json.loads(manifests.contract_schema())["x-contract"]
        assert beyond["faults"].keys() == FAULTS.keys()
        assert beyond["bounds"]["timeout_max"] == 60


class TestWithLines:
    def test_replaces(self, root: Path) -> None:
        """Each given line replaces the line of the file that begins with the same word."""
        (root / "file").write_text('version = "0"\nname = "version"\n  "core==0",\n')
        text = manifests.with_lines("file", 'version = "1"', '  "core==1",')
        assert text == 'version = "1"\nname = "version"\n  "core==1",\n'

    @pytest.mark.parametrize("text", ["", 'version = "1"\nversion = "2"\n', 'versions = "1"\n'])
    def test_not_one(self, root: Path, text: str) -> None:
        """It is an error if no line of the file, or more than one, begins with the first word of a given line."""
        (root / "file").write_text(text)
        with pytest.raises(SystemExit, match="expected one line version"):
            manifests.with_lines("file", 'version = "3"')


class TestWithRepository:
    def test_replaces(self, root: Path) -> None:
        """Links to the repository get the repository URL of project.toml. Other links do not change."""
        (root / "project.toml").write_text('repository = "https://new.test/b"\n')
        (root / "file").write_text(
            "[a]: https://old.test/a/blob/main/c\n[repository]: https://old.test/a\n[d]: https://e.test/\n"
        )
        assert manifests.with_repository("file")() == (
            "[a]: https://new.test/b/blob/main/c\n[repository]: https://new.test/b\n[d]: https://e.test/\n"
        )

    def test_not_one(self, root: Path) -> None:
        """It is an error if no line of the file states the repository."""
        (root / "file").write_text("")
        with pytest.raises(SystemExit, match="expected one line Source:"):
            manifests.with_repository("file", "Source: ")()


class TestContractTs:
    def test_holds_what_the_contract_states(self) -> None:
        """The generated TypeScript contract contains every bound, blocked port and error message."""
        text = manifests.contract_ts()
        assert "export const TIMEOUT_MAX = 60;\n" in text
        assert all(f'  "{name}": {{\n' in text for name in FAULTS)
        assert "6697, 10080,\n] as const;\n" in text

    def test_its_constants_are_about_this_version(self) -> None:
        """The TypeScript constants contain the core's version and repository."""
        assert manifests.about_ts().endswith(
            f"export const VERSION = '{VERSION}';\nexport const REPOSITORY = '{REPOSITORY}';\n"
        )


class TestTables:
    def test_copies(self, root: Path) -> None:
        """Every JSON table in the source folder has an output file with the same text."""
        (root / "spec").mkdir()
        (root / "spec" / "a.json").write_text("[1]\n")
        outputs = manifests.tables("spec", "copy")
        assert {name: output() for name, output in outputs.items()} == {"copy/a.json": "[1]\n"}

    def test_copies_of_nothing_go(self, root: Path) -> None:
        """A copy is removed if its source file no longer exists."""
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
        """The first differing line is reported with its current and its expected text."""
        (root / "file").write_text("a\nb\n")
        assert manifests.difference("name", root / "file", text) == said


class TestMain:
    @pytest.fixture(autouse=True)
    def outputs(self, root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        """Replace the outputs by one file to write and one file to remove."""
        (root / "old").write_text("")
        monkeypatch.setattr(manifests, "outputs", lambda: {"folder/new": lambda: "text\n", "old": lambda: None})

    def run(self, monkeypatch: pytest.MonkeyPatch, *arguments: str) -> int:
        """Run the command line."""
        monkeypatch.setattr("sys.argv", ["manifests", *arguments])
        return manifests.main()

    def test_check(self, root: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
        """``--check`` lists the stale files and the command that updates them. It writes nothing and returns 1."""
        assert self.run(monkeypatch, "--check") == 1
        assert capsys.readouterr().out == "folder/new: stale\nold: stale\nTo write them: hatch run manifests\n"
        assert sorted(path.name for path in root.iterdir()) == ["old"]

    def test_write(self, root: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
        """Without ``--check``, every output is written or removed. A later ``--check`` passes."""
        assert self.run(monkeypatch) == 0
        assert capsys.readouterr().out == "folder/new: written\nold: removed\n"
        assert (root / "folder" / "new").read_text() == "text\n"
        assert self.run(monkeypatch, "--check") == 0
