"""Where Dify's command line is looked for, and that only the pinned release is taken from elsewhere."""

from __future__ import annotations

import hashlib
import io
import urllib.error
import urllib.request
from pathlib import Path

import dify_cli
import pytest

PROGRAM = b"#!/bin/sh\n"


@pytest.fixture(autouse=True)
def nowhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let there be no command line and no network."""

    def refused(*_: object, **__: object) -> None:
        raise urllib.error.URLError("no network")

    monkeypatch.delenv("DIFY_CLI", raising=False)
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setattr(urllib.request, "urlopen", refused)


def offer(program: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let *program* be what is downloaded."""
    monkeypatch.setattr(urllib.request, "urlopen", lambda *_, **__: io.BytesIO(program))


class TestFind:
    def test_given(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        """DIFY_CLI comes first."""
        program = tmp_path / "other"
        program.write_bytes(PROGRAM)
        program.chmod(0o755)
        monkeypatch.setenv("DIFY_CLI", str(program))
        assert dify_cli.find_cli() == (program, "")

    def test_given_and_not_there(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        """A DIFY_CLI that is nothing is not replaced by anything else."""
        monkeypatch.setenv("DIFY_CLI", str(tmp_path / "nothing"))
        assert dify_cli.find_cli() == (None, "DIFY_CLI names no program")

    def test_nowhere(self) -> None:
        """Where there is none, it is said what is missing."""
        path, why = dify_cli.find_cli()
        assert path is None
        assert why.startswith("DIFY_CLI is not set, dify is not on the PATH, and release")


class TestDownloaded:
    def test_pinned(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        """The pinned program is downloaded once, and kept."""
        monkeypatch.setitem(dify_cli.SHA256, "linux-amd64", hashlib.sha256(PROGRAM).hexdigest())
        offer(PROGRAM, monkeypatch)
        path, _ = dify_cli.downloaded("linux-amd64", tmp_path / "kept")
        assert path
        assert path.read_bytes() == PROGRAM
        offer(b"", monkeypatch)
        assert dify_cli.downloaded("linux-amd64", tmp_path / "kept") == (path, "")

    def test_another(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        """Anything else is not kept."""
        offer(b"#!/bin/rm\n", monkeypatch)
        path, why = dify_cli.downloaded("linux-amd64", tmp_path / "kept")
        assert (path, why.endswith("is not what was pinned")) == (None, True)
        assert not (tmp_path / "kept").exists()

    def test_unknown_system(self, tmp_path: Path) -> None:
        """For a system that is not pinned there is none."""
        path, why = dify_cli.downloaded("plan9-mips", tmp_path)
        assert (path, why.endswith("is not known for plan9-mips")) == (None, True)
