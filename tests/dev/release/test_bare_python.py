"""Release steps that run without a hatch environment need only the packages that the workflow installs for them."""

from __future__ import annotations

import importlib.util
import re
import subprocess
import venv
from collections.abc import Mapping
from pathlib import Path

import pytest

from lib.repository import ROOT

WORKFLOW = (ROOT / ".github/workflows/release.yml").read_text("utf-8")
MODULES = sorted(set(re.findall(r"run: python -m (dev\.[\w.]+)", WORKFLOW)))

# The workflow installs packages for `sign` only.
INSTALLED: Mapping[str, tuple[str, ...]] = {"dev.release.sign": ("cryptography", "cffi", "_cffi_backend")}


@pytest.fixture(scope="module")
def empty(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of an environment in which nothing is installed."""
    folder = tmp_path_factory.mktemp("empty")
    venv.create(folder)
    return folder


def test_named() -> None:
    """The workflow runs exactly the expected modules without a hatch environment."""
    assert MODULES == [
        "dev.release.preflight",
        "dev.release.publish_github",
        "dev.release.registry_state",
        "dev.release.sign",
        "dev.release.verify.pypi",
    ]


@pytest.mark.parametrize("module", MODULES)
def test_starts(module: str, empty: Path, tmp_path: Path) -> None:
    """Each step starts in an environment that has only the packages that the workflow installs for it."""
    for name in INSTALLED.get(module, ()):
        origin = Path(importlib.util.find_spec(name).origin)
        origin = origin.parent if origin.name == "__init__.py" else origin
        (tmp_path / origin.name).symlink_to(origin)
    (site,) = empty.glob("lib/python*/site-packages")
    (site / "installed.pth").write_text(f"{tmp_path}\n")
    done = subprocess.run(
        [empty / "bin/python", "-m", module, "--help"], cwd=ROOT, env={}, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("usage:")
