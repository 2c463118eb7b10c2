"""Print a tool's description, as Dify's SDK makes it for a model: ``python dify_prompt.py TOOL.yaml``."""

import json
import sys
from pathlib import Path

import yaml
from dify_plugin.interfaces.agent import AgentStrategy, ToolEntity


class Strategy(AgentStrategy):
    """A strategy that never runs; only its conversion of tools is used."""

    def _invoke(self, parameters):
        raise NotImplementedError


declared = yaml.safe_load(Path(sys.argv[1]).read_text("utf-8"))
declared["identity"]["provider"] = declared["identity"]["name"]
kept = {name: declared[name] for name in ("identity", "parameters", "description", "output_schema")}
made = Strategy.__new__(Strategy)._convert_tool_to_prompt_message_tool(ToolEntity(**kept))
print(json.dumps(made.model_dump()))
