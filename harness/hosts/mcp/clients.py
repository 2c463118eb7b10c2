"""One interface to both official SDKs' clients: the Python client in a thread, the TypeScript client in a process."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import json
import os
import queue
import threading
from abc import ABC, abstractmethod
from collections.abc import Sequence
from concurrent.futures import Future
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar, Final, Self

from mcp import Client, StdioServerParameters

from harness.hosts.mcp.server import COMMAND
from harness.processes import Piped
from lib.locate.nodejs import find_node, wanted

FOLDER: Final = Path(__file__).parent
SECONDS: Final = 60.0


@dataclass(frozen=True, slots=True)
class Told:
    """The result that a client received, as sent over the wire, and the progress reports before the result."""

    result: dict[str, Any]
    progress: list[tuple[float, float | None]]

    @property
    def payload(self) -> dict[str, Any]:
        """The payload that the contract defines, after a check that text, structured content and ``isError`` agree."""
        (content,) = self.result["content"]
        payload: dict[str, Any] = json.loads(content["text"])
        assert self.result["structuredContent"] == payload
        assert self.result.get("isError", False) is not payload["ok"]
        return payload


class Caller(ABC):
    """A client, as a context manager; it is connected to the server inside the ``with`` block."""

    tools: list[dict[str, Any]]
    protocol: str | None

    @classmethod
    def obstacle(cls) -> str:
        """Return why this client cannot run here, or an empty string."""
        return ""

    @abstractmethod
    def __enter__(self) -> Self: ...

    @abstractmethod
    def __exit__(self, *_: object) -> None: ...

    @abstractmethod
    def send(self, arguments: dict[str, Any]) -> Future[Told]:
        """Call the tool without waiting. The future raises the client's error; cancelling it cancels the call."""

    def call(self, arguments: dict[str, Any]) -> Told:
        return self.send(arguments).result(SECONDS)


class PythonCaller(Caller):
    """The client of the Python SDK, with or without a handshake."""

    GENERATIONS: ClassVar = {"handshake": "legacy", "modern": "2026-07-28"}

    def __init__(self, generation: str, url: str | None, options: Sequence[str]) -> None:
        command, *arguments = COMMAND
        started = StdioServerParameters(command=command, args=[*arguments, *options], env=dict(os.environ))
        self._client = Client(url or started, mode=self.GENERATIONS[generation])
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._leave = asyncio.Event()

    def __enter__(self) -> Self:
        self._thread.start()
        entered: Future[None] = Future()
        self._session = asyncio.run_coroutine_threadsafe(self._stay(entered), self._loop)
        entered.result(SECONDS)
        return self

    def __exit__(self, *_: object) -> None:
        self._loop.call_soon_threadsafe(self._leave.set)
        self._session.result(SECONDS)
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    async def _stay(self, entered: Future[None]) -> None:
        """Enter and leave the client in one task, as anyio requires."""
        try:
            async with self._client as client:
                found = await client.list_tools()
                self.tools = [tool.model_dump(by_alias=True, mode="json", exclude_none=True) for tool in found.tools]
                self.protocol = client.protocol_version
                entered.set_result(None)
                await self._leave.wait()
        except Exception as error:
            if entered.done():
                raise
            entered.set_exception(error)

    def send(self, arguments: dict[str, Any]) -> Future[Told]:
        return asyncio.run_coroutine_threadsafe(self._call(arguments), self._loop)

    async def _call(self, arguments: dict[str, Any]) -> Told:
        heard: list[tuple[float, float | None]] = []

        async def told(progress: float, total: float | None, message: str | None) -> None:
            heard.append((progress, total))

        result = await self._client.call_tool("page_stats", arguments, progress_callback=told)
        return Told(result.model_dump(by_alias=True, mode="json", exclude_none=True), heard)


class TypeScriptCaller(Caller):
    """The client of the TypeScript SDK, in one of the two generations that ``GENERATIONS`` lists."""

    GENERATIONS: ClassVar = ("sdk", "client")

    def __init__(self, generation: str, url: str | None, options: Sequence[str]) -> None:
        command, *arguments = COMMAND
        started = {"command": command, "args": [*arguments, *options], "env": dict(os.environ)}
        self._target = {"url": url} if url else started
        self._generation = generation
        self._ids = itertools.count(1)
        self._futures: dict[int, Future[Told]] = {}
        self._first: queue.SimpleQueue[dict[str, Any]] = queue.SimpleQueue()

    @classmethod
    def obstacle(cls) -> str:
        if not find_node():
            return f"mcp-typescript: {wanted()} is not found"
        installed = (FOLDER / "node_modules/@modelcontextprotocol/client").exists()
        return "" if installed else "mcp-typescript: `hatch run node:install-mcp` has not been run"

    def __enter__(self) -> Self:
        node = find_node()
        assert node
        program = [str(node), str(FOLDER / "client.mts"), self._generation, json.dumps(self._target)]
        self._process = Piped(program, self._take, patience=SECONDS)
        first = self._first.get(timeout=SECONDS)
        assert first, self._process.errors()
        self.tools, self.protocol = first["tools"], first["protocol"]
        return self

    def __exit__(self, *_: object) -> None:
        assert self._process.close() == 0

    def send(self, arguments: dict[str, Any]) -> Future[Told]:
        number = next(self._ids)
        future = self._futures[number] = Future()
        future.add_done_callback(lambda done: self._write({"cancel": number}) if done.cancelled() else None)
        self._write({"id": number, "arguments": arguments})
        return future

    def _write(self, message: dict[str, Any]) -> None:
        self._process.write_line(json.dumps(message))

    def _take(self, line: str) -> None:
        said = json.loads(line or "{}")
        if not said or "tools" in said:
            self._first.put(said)
            return
        future = self._futures[said["id"]]
        with contextlib.suppress(Exception):  # the future may be cancelled
            if "error" in said:
                future.set_exception(RuntimeError(said["error"]))
            else:
                progress = [(told["progress"], told.get("total")) for told in said["progress"]]
                future.set_result(Told(said["result"], progress))
