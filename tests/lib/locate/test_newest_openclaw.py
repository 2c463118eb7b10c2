"""Which version of OpenClaw is the newest."""

from __future__ import annotations

import pytest

from lib.locate.newest_openclaw import newest


@pytest.mark.parametrize(
    "versions",
    [
        ["2026.9.6", "2026.10.1"],
        ["2026.10.1-beta.1", "2026.10.1"],
        ["2026.9.6", "2026.10.1-beta.1"],
        ["2026.10.1-beta.9", "2026.10.1-beta.10"],
        ["2026.10.1-alpha.3", "2026.10.1-beta.1"],
    ],
)
def test_newest(versions: list[str]) -> None:
    """Versions are compared numerically. A pre-release is older than its release, but newer than earlier releases."""
    assert newest(versions) == newest(reversed(versions)) == versions[-1]
