"""MCP over standard input and output: one JSON-RPC message per line.

The SDK's own transport is not used for two reasons. After an interrupt it waits for the end of its input, and it does
not answer invalid lines.
"""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stdout
from functools import partial
from typing import IO, Any, Final

import anyio
from anyio.abc import ObjectReceiveStream, ObjectSendStream
from mcp.server.lowlevel import Server
from mcp.shared.message import SessionMessage
from mcp_types import (
    INVALID_REQUEST,
    PARSE_ERROR,
    ErrorData,
    JSONRPCError,
    JSONRPCMessage,
    JSONRPCNotification,
    jsonrpc_message_adapter,
)
from pydantic import ValidationError

from page_stats_core.command.errors import CommandError
from page_stats_core.command.mcp.server import MESSAGE_MAX, make_server
from page_stats_core.command.output import nobody_reads
from page_stats_core.command.run import GRACE_SECONDS, end_on_sigterm
from page_stats_core.command.worker_thread import WorkerThread
from page_stats_core.contract import PageStatsConfig

_UNREADABLE: Final = ErrorData(code=PARSE_ERROR, message="The line must be JSON.")
_TOO_LONG: Final = ErrorData(code=INVALID_REQUEST, message=f"The line must have at most {MESSAGE_MAX:,} bytes.")
_NO_MESSAGE: Final = ErrorData(code=INVALID_REQUEST, message="The line must be a JSON-RPC 2.0 message.")


async def serve(config: PageStatsConfig) -> None:
    """Serve the tool until input ends or the client stops reading. Calls that still run are then cancelled.

    Raises ``CommandError`` if standard input or output is closed or fails.
    """
    if sys.stdin is None or sys.stdout is None:
        raise CommandError("mcp needs standard input and standard output, or --http")
    end_on_sigterm()
    # sys.stdin and sys.stdout are not used, because at exit Python would wait for a thread that is still reading. The
    # files opened here are never closed, because closing a file would also wait for such a thread.
    source, sink = open(0, "rb", closefd=False), open(1, "wb", closefd=False)  # noqa: SIM115
    failures: list[CommandError] = []
    with redirect_stdout(sys.stderr):
        try:
            await _converse(make_server(config), source, sink, failures)
        except* anyio.BrokenResourceError:  # the SDK may still send messages during shutdown
            pass
    task = asyncio.current_task()
    if task and task.cancelling():  # the except* clause may have hidden this cancellation
        raise asyncio.CancelledError
    if failures:
        raise failures[0]


async def _converse(
    server: Server[dict[str, Any]], source: IO[bytes], sink: IO[bytes], failures: list[CommandError]
) -> None:
    incoming, to_read = anyio.create_memory_object_stream[SessionMessage | Exception]()
    to_write, outgoing = anyio.create_memory_object_stream[SessionMessage]()
    async with anyio.create_task_group() as group:

        async def write() -> None:
            with _noted(failures, "write to standard output"):
                await _write(outgoing, sink)
            group.cancel_scope.cancel()

        async def read() -> None:
            async with incoming, to_write.clone() as replies:
                with _noted(failures, "read standard input"):
                    await _read(source, incoming, replies)

        group.start_soon(read)
        group.start_soon(write)
        await server.run(to_read, to_write, server.create_initialization_options())
        group.cancel_scope.deadline = anyio.current_time() + GRACE_SECONDS


async def _read(
    source: IO[bytes],
    incoming: ObjectSendStream[SessionMessage | Exception],
    replies: ObjectSendStream[SessionMessage],
) -> None:
    """Pass messages to the server until input ends; answer invalid lines with an error (§M.7)."""
    with WorkerThread("page-stats-mcp-input") as thread:
        while message := await thread.call(partial(_next, source)):
            if isinstance(message, ErrorData):
                await replies.send(SessionMessage(JSONRPCError(jsonrpc="2.0", id=None, error=message)))
            else:
                await incoming.send(SessionMessage(message))


def _next(source: IO[bytes]) -> JSONRPCMessage | ErrorData | None:
    """Read the next line. Return its message, an error to send back, or None at the end of the input."""
    line = source.readline(MESSAGE_MAX + 1)
    if len(line) <= MESSAGE_MAX:
        return _message(line) if line else None
    while line and not line.endswith(b"\n"):
        line = source.readline(MESSAGE_MAX)
    return _TOO_LONG


def _message(line: bytes) -> JSONRPCMessage | ErrorData:
    """Return the message in *line*, or an error to send back. Lone surrogates are left for the tool to reject."""
    try:
        fields = json.loads(line)
        message = jsonrpc_message_adapter.validate_python(fields, by_name=False)
    except ValidationError:
        return _NO_MESSAGE
    except (ValueError, RecursionError):
        return _UNREADABLE
    # The SDK mistakes a request for a notification if its id is neither a string nor a whole number.
    return _NO_MESSAGE if isinstance(message, JSONRPCNotification) and "id" in fields else message


async def _write(outgoing: ObjectReceiveStream[SessionMessage], sink: IO[bytes]) -> None:
    """Write the messages of *outgoing* in ASCII until it ends or the client stops reading."""

    def write(line: str) -> None:
        sink.write(line.encode("ascii"))
        sink.flush()

    with WorkerThread("page-stats-mcp-output") as thread:
        async with outgoing:
            async for message in outgoing:
                line = json.dumps(message.message.model_dump(by_alias=True, exclude_unset=True)) + "\n"
                await thread.call(partial(write, line))


@contextmanager
def _noted(failures: list[CommandError], what: str) -> Iterator[None]:
    """Append a read or write error to *failures*, unless the error means that the client is gone."""
    try:
        yield
    except OSError as error:
        if not nobody_reads(error):
            failures.append(CommandError(f"cannot {what}: {error.strerror}"))
