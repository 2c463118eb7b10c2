"""OpenAI Swarm, replaced by the Agents SDK; only its source was read."""

from __future__ import annotations

import json

from page_stats_core.contract import ADDS

from comparison.engine.inputs import INPUTS
from comparison.engine.texts import code
from comparison.frameworks.framework import Read

TOLD = {
    "type": "object",
    "properties": {"url": {"type": "string"}, "timeout_seconds": {"type": "integer"}},
    "required": ["url"],
}
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
            "types": "`integer`, for `int` itself: there are seven, and an annotation that is none of them, or that is "
            "postponed and so a text, is a `string`",
            "descriptions": "left out; the docstring describes the tool",
            "bounds": "left out",
            "default": "left out",
            "closed": "left out",
            "required": f"{code(TOLD['required'])}, what has no default",
            "output": "left out",
            "by hand": "none",
        },
        "tool_listing": {"parameters": code(TOLD)},
        "inventory": {"tools": "none", "url": "none"},
        "registration": {
            "known by": "the list `Agent(functions=…)`, by its `__name__`",
            "twice": "the last is called, and the model is told of 2",
            "unknown": "the model gets `Error: Tool nonesuch not found.`",
        },
        "arguments": {
            "a good call": "`5`",
            **{
                row: code(json.dumps(INPUTS[row]["timeout_seconds"])) for row in INPUTS if row.strip('"') in CALLED_WITH
            },
            "left out": "`10`, by the function's own default",
            "an unknown name": "the run ends with a `TypeError`",
            "none at all": "the run ends with a `TypeError`",
            "null for the URL": "`null`",
        },
        "execution": {
            "together": "a coroutine is not awaited: the model is told what Python shows of it, `<coroutine object …>`",
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
            "raised": "once",
            "refused": "the run ends with the first",
        },
        "codes": dict.fromkeys(ADDS, "all of it, if the function returns it"),
        "packages": {
            "core": "a function that returns the JSON of `page_stats_payload`, for nothing is checked before it",
            "langchain": "no adapter; take the core",
            "mcp": "no client",
            "dify": "no way",
            "openclaw": "no way",
        },
    },
)
