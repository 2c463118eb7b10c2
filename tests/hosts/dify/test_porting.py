"""The example tool of docs/porting.md, packed for Dify like our tool and run by Dify's real SDK."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from harness import porting
from harness.hosts.dify.plugin import Plugin
from lib.difypkg.archive import Package


class TextStats(Plugin):
    """The plugin of the example tool, ``text_stats``."""

    def send_invoke(self, parameters: Mapping[str, Any], credentials: Mapping[str, Any] | None = None) -> str:
        """Send a call without waiting for its answer."""
        tool = {"action": "invoke_tool", "tool": "text_stats", "tool_parameters": dict(parameters)}
        return self._send({**tool, "credentials": dict(credentials or {}), "credential_type": "api-key"})

    def _send(self, data: Mapping[str, Any]) -> str:
        return super()._send({"provider": "text_stats", **data})


@pytest.fixture(scope="module")
def unpacked(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the unpacked Dify package of the example tool, built with the example tool's own pack command."""
    tool = porting.ported(tmp_path_factory.mktemp("ported"))
    assert porting.manifests(tool).returncode == 0
    program = "from pathlib import Path; from lib.difypkg.pack import pack; pack().unpack(Path('out'))"
    done = porting.run(tool, "-c", program)
    assert done.returncode == 0, done.stderr
    return tool / "out"


def test_answers(unpacked: Path, sdk: Path) -> None:
    """The example tool, run by Dify's SDK, answers as its contract requires, and sends variables and text."""
    with TextStats(sdk, unpacked) as plugin:
        for call, part in porting.answers().items():
            answer = plugin.invoke(json.loads(call))
            assert answer.error is None
            assert {**answer.payload, **part} == answer.payload
        answer = plugin.invoke({"text": "Low water at noon"})
    assert (answer.variables["word_count"], answer.text) == (4, "4 words")


def test_is_a_package(unpacked: Path) -> None:
    """The packed plugin has the example tool's name."""
    package = Package({path.relative_to(unpacked).as_posix(): path.read_bytes() for path in unpacked.glob("*.yaml")})
    assert package.manifest("name") == "text_stats"
