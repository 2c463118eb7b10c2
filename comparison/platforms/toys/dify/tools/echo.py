from collections.abc import Generator
from typing import Any

from dify_plugin import Tool
from dify_plugin.entities.tool import ToolInvokeMessage


class EchoTool(Tool):
    def _invoke(self, tool_parameters: dict[str, Any]) -> Generator[ToolInvokeMessage, None, None]:
        match tool_parameters.get("url"):
            case "fail:other":
                raise ValueError("The server answered 404.")
            case "fail:data":
                yield self.create_json_message(
                    {"ok": False, "error_code": "http_error", "message": "The server answered 404."}
                )
            case "fail:nothing":
                pass
            case _:
                yield self.create_json_message(tool_parameters)
