"""The description of the machine that ran a benchmark does not identify this machine."""

from __future__ import annotations

import os
import platform

import pytest

from lib.locate import machine


def test_processor() -> None:
    """The description has the number of cores and the name of the processor."""
    cores, _, name = machine.processor().partition(" cores (")
    assert int(cores) == os.cpu_count()
    assert name.removesuffix(")")


@pytest.mark.parametrize(
    ("release", "said"),
    [("6.18.44-somebodys-own", "Linux 6.18.44"), ("6.8", "Linux 6.8"), ("unknown", "Linux")],
)
def test_system(release: str, said: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The system's version is shown without the vendor's suffix."""
    monkeypatch.setattr(platform, "system", lambda: "Linux")
    monkeypatch.setattr(platform, "release", lambda: release)
    assert machine.system() == said
