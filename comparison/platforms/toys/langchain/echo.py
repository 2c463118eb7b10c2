"""The toy: a tool that returns its arguments, or fails as its URL demands."""

from typing import Any

from langchain_core.tools import BaseTool, ToolException
from pydantic import BaseModel, Field


class EchoArguments(BaseModel):
    url: str = Field(description="Absolute http or https URL.")
    timeout_seconds: int = Field(10, ge=1, le=60, description="Whole seconds, 1 to 60.")


class Echo(BaseTool):
    name: str = "echo"
    description: str = "Say what arrived."
    args_schema: type[BaseModel] = EchoArguments

    def _run(self, url: str, timeout_seconds: int = 10) -> Any:
        match url:
            case "fail:own":
                raise ToolException("The server answered 404.")
            case "fail:other":
                raise ValueError("The server answered 404.")
            case "fail:data":
                return {"ok": False, "error_code": "http_error", "message": "The server answered 404."}
            case "fail:nothing":
                return None
        return {"url": url, "timeout_seconds": timeout_seconds}
