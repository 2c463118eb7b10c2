"""A scripted model as an OpenAI-compatible server on localhost."""

from __future__ import annotations

import itertools
import json
import threading
from collections.abc import Mapping
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Final, Self

MODEL: Final = "scripted"


class Model:
    """The model and its server.

    ``next_call`` is the name and the JSON arguments of the next tool call. ``results`` collects the tools' results.
    If tools are hidden behind tool search, the model calls them through tool search.
    """

    def __init__(self) -> None:
        self.next_call: tuple[str, str] = ("", "{}")
        self.results: list[str] = []
        self.tools: list[dict[str, Any]] = []
        self._ids = itertools.count(1)
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), self._handler())
        self._thread = threading.Thread(target=self._server.serve_forever, daemon=True)
        self._thread.start()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()

    @property
    def base(self) -> str:
        return f"http://127.0.0.1:{self._server.server_address[1]}/v1"

    def answer(self, request: Mapping[str, Any]) -> tuple[dict[str, Any], str]:
        """Return the reply to *request* and its finish reason."""
        self.tools = [tool["function"] for tool in request.get("tools", ())]
        messages = request["messages"]
        last = max((at for at, message in enumerate(messages) if message["role"] == "assistant"), default=-1)
        results = [_text(message["content"]) for message in messages[last + 1 :] if message["role"] == "tool"]
        if results:
            self.results += results
            return {"role": "assistant", "content": "That is all."}, "stop"
        return {"role": "assistant", "content": None, "tool_calls": [self._call()]}, "tool_calls"

    def _call(self) -> dict[str, Any]:
        name, arguments = self.next_call
        names = {tool["name"] for tool in self.tools}
        if name not in names and "tool_call" in names:
            name, arguments = "tool_call", f'{{"id": {json.dumps(name)}, "args": {arguments}}}'
        function = {"name": name, "arguments": arguments}
        return {"index": 0, "id": f"call_{next(self._ids)}", "type": "function", "function": function}

    def _handler(self) -> type[BaseHTTPRequestHandler]:
        model = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                self._send("application/json", json.dumps({"object": "list", "data": [{"id": MODEL}]}))

            def do_POST(self) -> None:
                request = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
                message, reason = model.answer(request)
                chunks: list[dict[str, Any]] = [
                    {"choices": [{"index": 0, "delta": message, "finish_reason": None}]},
                    {"choices": [{"index": 0, "delta": {}, "finish_reason": reason}]},
                    {"choices": [], "usage": {"prompt_tokens": 1, "completion_tokens": 1, "total_tokens": 2}},
                ]
                common = {
                    "id": "chatcmpl-1",
                    "object": "chat.completion.chunk",
                    "created": 0,
                    "model": MODEL,
                }
                events = [json.dumps(common | chunk) for chunk in chunks] + ["[DONE]"]
                self._send("text/event-stream", "".join(f"data: {event}\n\n" for event in events))

            def _send(self, kind: str, body: str) -> None:
                self.send_response(200)
                self.send_header("Content-Type", kind)
                self.send_header("Content-Length", str(len(body.encode())))
                self.end_headers()
                self.wfile.write(body.encode())

            def log_message(self, format: str, *args: object) -> None:  # noqa: A002
                """Log nothing."""

        return Handler


def _text(content: Any) -> str:
    return content if isinstance(content, str) else "\n".join(part.get("text", "") for part in content)
