"""Another body for Dify's toy. The body acts on the URL argument of the call."""

import threading
from collections.abc import Generator
from typing import Any

from dify_plugin import Tool
from dify_plugin.entities.tool import ToolInvokeMessage

BOTH = threading.Barrier(2)
RELEASED = threading.Event()
CALLS: list[str] = []
RESULTS = {
    "object": {"title": "Low tide é"},
    "number": {"seconds": float("nan")},
    "half": {"title": "\ud800"},
    "stranger": {"kind": int},
}


class EchoTool(Tool):
    def _invoke(self, tool_parameters: dict[str, Any]) -> Generator[ToolInvokeMessage, None, None]:
        asked = tool_parameters["url"]
        CALLS.append(asked)
        if asked in RESULTS:
            yield self.create_json_message(RESULTS[asked])
        match asked:
            case "text":
                yield self.create_text_message("done")
            case "output":
                yield self.create_variable_message("word_count", "many")
            case "meet":
                BOTH.wait(10)
                yield self.create_text_message("met")
            case "tell":
                yield self.create_text_message("first")
                RELEASED.wait(10)
                yield self.create_text_message("last")
            case "release":
                RELEASED.set()
            case "credentials":
                yield self.create_json_message(self.runtime.credentials)
            case "printed":
                yield self.create_text_message(repr(self.runtime))
            case "fail":
                raise ValueError("The server answered 503.")
            case "counted":
                yield self.create_json_message({"calls": CALLS.count("fail")})
