"""The guide in docs/porting.md works. A tool made with the guide's changes has valid manifests and correct answers."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
import yaml

from harness import porting


@pytest.fixture(scope="module")
def tool(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of a tool made with the guide's changes, before its manifests are written."""
    return porting.ported(tmp_path_factory.mktemp("ported"))


class TestManifests:
    def test_stale_until_written(self, tool: Path) -> None:
        """The check for stale manifests fails until the tool's manifests are written."""
        before = porting.manifests(tool, "--check")
        assert before.returncode == 1
        assert "packages/dify_page_stats/tools/page_stats.yaml" in before.stdout
        assert porting.manifests(tool).returncode == 0
        after = porting.manifests(tool, "--check")
        assert (after.returncode, after.stdout, after.stderr) == (0, "", "")

    def test_say_the_same(self, tool: Path) -> None:
        """Dify's YAML, the schema and the TypeScript constants contain the new tool's name and parameters."""
        porting.manifests(tool)
        declared = yaml.safe_load((tool / porting.DIFY / "tools/page_stats.yaml").read_text("utf-8"))
        names = [parameter["name"] for parameter in declared["parameters"]]
        assert (declared["identity"]["name"], names) == ("text_stats", ["text", "timeout_seconds", "on_failure"])
        schema = json.loads((tool / "spec/contract.schema.json").read_text("utf-8"))
        assert list(schema["$defs"]["PageStatsInput"]["properties"]) == ["text", "timeout_seconds"]
        constants = (tool / porting.OPENCLAW / "src/generated/contract.ts").read_text("utf-8")
        assert 'TOOL_NAME = "text_stats"' in constants
        assert "TEXT_MAX = 10000" in constants


class TestLangChain:
    def test_answers(self, tool: Path) -> None:
        """The LangChain tool returns the answers that the guide's contract requires."""
        program = (
            "import json, sys\n"
            "from langchain_page_stats import PageStatsTool\n"
            "tool = PageStatsTool()\n"
            "print(json.dumps([tool.name, *(json.loads(tool.invoke(json.loads(call))) for call in sys.argv[1:])]))"
        )
        expected = porting.answers()
        done = porting.run(tool, "-c", program, *expected, paths=(porting.LANGCHAIN,))
        assert done.returncode == 0, done.stderr
        name, *found = json.loads(done.stdout)
        assert name == "text_stats"
        for answer, part in zip(found, expected.values(), strict=True):
            assert {**answer, **part} == answer


class TestMcp:
    def test_answers(self, tool: Path) -> None:
        """The MCP server, which the guide does not change, returns the answers that the contract requires."""
        program = (
            "import asyncio, json, sys\n"
            "from mcp import Client\n"
            "from page_stats_core import PageStatsConfig\n"
            "from page_stats_core.command.mcp.server import make_server\n"
            "async def asked():\n"
            "    async with Client(make_server(PageStatsConfig())) as client:\n"
            "        (listed,) = (await client.list_tools()).tools\n"
            "        calls = [await client.call_tool(listed.name, json.loads(call)) for call in sys.argv[1:]]\n"
            "        found = [listed.name, list(listed.input_schema['properties'])]\n"
            "        return [*found, *(it.structured_content for it in calls)]\n"
            "print(json.dumps(asyncio.run(asked())))"
        )
        expected = porting.answers()
        done = porting.run(tool, "-c", program, *expected)
        assert done.returncode == 0, done.stderr
        name, parameters, *found = json.loads(done.stdout)
        assert (name, parameters) == ("text_stats", ["text", "timeout_seconds"])
        for answer, part in zip(found, expected.values(), strict=True):
            assert {**answer, **part} == answer


class TestGuide:
    def test_stays_within_reach(self, tool: Path) -> None:
        """The guide adds fewer than 400 lines by hand, not counting blank lines and lines kept from the old tool."""
        added = 0
        for kind, path, text in porting.blocks():
            lines = [line for line in text.splitlines() if line.strip("+ ")]
            added += len(lines) if path else sum(line.startswith("+") for line in lines) if kind == "diff" else 0
        assert 0 < added < 400
