"""OpenAI Swarm, which the Agents SDK has replaced. Swarm is not run; only its source was read."""

from __future__ import annotations

import json

from comparison.engine.inputs import INPUTS
from comparison.engine.texts import code
from comparison.frameworks.framework import Read

CALLED_WITH = ("30", "true", "null", "2.5", "999")
ENDS = "nothing: `run` raises what the function raised"

FRAMEWORK = Read(
    "openai/swarm at 6af0b4c of 2026-04-15",
    {
        "modelling": {
            "function": "taken; nothing else is a tool",
            "undocumented": "taken; its description is an empty text",
            "untyped": "taken; it is called a `string`",
            "shape": "taken by `Agent`; the run ends with an `AttributeError`, since it has no `__name__`",
        },
        "schema": {
            "closed": "left out",
            "required": '`["url"]`, what has no default',
            "output": "left out",
            "by hand": "none",
        },
        "inventory": {"tools": "none", "url": "none"},
        "registration": {
            "known by": "the list `Agent(functions=…)`, by its `__name__`",
            "twice": "the last is called, and the model is told of 2",
            "unknown": "the model gets `Error: Tool nonesuch not found.`",
        },
        "arguments": {
            **{
                row: code(json.dumps(INPUTS[row]["timeout_seconds"])) for row in INPUTS if row.strip('"') in CALLED_WITH
            },
            "an unknown name": "the run ends with a `TypeError`",
            "null for the URL": "`null`",
        },
        "execution": {
            "together, blocking": "one after the other",
            "cancelled": "no word for it: `run` blocks its thread",
            "cancelled, blocking": "no word for it",
            "stopped": "none",
            "limited": "none",
            "progress": "no word for it",
        },
        "failures": {
            "any error": ENDS,
            "beside": ENDS,
            "data": "what Python shows of it, `{'ok': False, …}`",
            "nothing": "`None`",
        },
        "retries": {
            "refused": "the run ends with the first",
        },
        "packages": {
            "core": "a function that returns the JSON of `page_stats_payload`, for nothing is checked before it",
            "langchain": "no adapter; take the core",
            "mcp": "no client",
        },
    },
)
