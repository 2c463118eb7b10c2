"""Which Pythons count as there."""

from __future__ import annotations

import sys
from pathlib import Path

from lib import hatch_env


class TestHasPython:
    def test_running(self) -> None:
        """The interpreter of this very process starts."""
        version = f"{sys.version_info[0]}.{sys.version_info[1]}"
        assert hatch_env.has_python(version, {"PATH": str(Path(sys.executable).parent)})

    def test_absent(self, tmp_path: Path) -> None:
        """One that is nowhere on the PATH is absent."""
        assert not hatch_env.has_python("3.11", {"PATH": str(tmp_path)})

    def test_broken(self, tmp_path: Path) -> None:
        """One that is there and does not start is absent, as a shim without a version behind it is."""
        shim = tmp_path / "python3.11"
        shim.write_text("#!/bin/sh\nexit 127\n")
        shim.chmod(0o755)
        assert not hatch_env.has_python("3.11", {"PATH": str(tmp_path)})
