"""Which Python interpreters are detected as available."""

from __future__ import annotations

import sys
from pathlib import Path

from lib import hatch_env


class TestHasPython:
    def test_running(self) -> None:
        """The interpreter that runs the tests is available."""
        version = f"{sys.version_info[0]}.{sys.version_info[1]}"
        assert hatch_env.has_python(version, {"PATH": str(Path(sys.executable).parent)})

    def test_absent(self, tmp_path: Path) -> None:
        """An interpreter that is not on the PATH is unavailable."""
        assert not hatch_env.has_python("3.11", {"PATH": str(tmp_path)})

    def test_broken(self, tmp_path: Path) -> None:
        """An interpreter that does not start, such as a shim for a version that is not installed, is unavailable."""
        shim = tmp_path / "python3.11"
        shim.write_text("#!/bin/sh\nexit 127\n")
        shim.chmod(0o755)
        assert not hatch_env.has_python("3.11", {"PATH": str(tmp_path)})
