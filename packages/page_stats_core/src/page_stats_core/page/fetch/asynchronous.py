"""The asyncio driver. Cancelling the task closes the connection at once."""

from __future__ import annotations

import asyncio
import socket

from page_stats_core.deadline import Deadline
from page_stats_core.page.fetch.operations import (
    RECEIVE_BYTES,
    Close,
    Compute,
    Connect,
    Flow,
    Operation,
    Pause,
    Receive,
    Resolve,
    Send,
    T,
)
from page_stats_core.page.fetch.resolve import Resolver
from page_stats_core.workers import run_in_thread


async def run(flow: Flow[T], deadline: Deadline, resolver: Resolver) -> T:
    """Run *flow* to completion and return its result. The socket is closed in every case."""
    driver = _Driver(deadline, resolver)
    try:
        async with asyncio.timeout(deadline.left()):
            operation = next(flow)
            while True:
                try:
                    result = await driver.perform(operation)
                except OSError as error:
                    operation = flow.throw(error)
                else:
                    operation = flow.send(result)
    except StopIteration as end:
        return end.value  # type: ignore[no-any-return]
    except TimeoutError:
        raise deadline.error() from None
    finally:
        driver.close()


class _Driver:
    def __init__(self, deadline: Deadline, resolver: Resolver) -> None:
        self._deadline = deadline
        self._resolver = resolver
        self._loop = asyncio.get_running_loop()
        self._socket: socket.socket | None = None

    async def perform(self, operation: Operation) -> object:
        match operation:
            case Receive():
                # If data is available, sock_recv does not yield to the event loop. A fast server could block the loop.
                await asyncio.sleep(0)
                return await self._loop.sock_recv(self._connected(), RECEIVE_BYTES)
            case Compute(function):
                return await run_in_thread(lambda _: function())
            case Pause():
                await asyncio.sleep(0)
            case Send(data):
                await self._loop.sock_sendall(self._connected(), data)
            case Connect(addresses, port):
                await self._connect(addresses, port)
            case Resolve(host, port):
                return await asyncio.wrap_future(self._resolver.submit(host, port))
            case Close():
                self.close()
        return None

    def close(self) -> None:
        if self._socket:
            self._socket.close()
            self._socket = None

    def _connected(self) -> socket.socket:
        assert self._socket
        return self._socket

    async def _connect(self, addresses: tuple[str, ...], port: int) -> None:
        for left, address in zip(range(len(addresses), 0, -1), addresses, strict=True):
            share = self._deadline.left() / left
            self._socket = socket.socket(socket.AF_INET6 if ":" in address else socket.AF_INET, socket.SOCK_STREAM)
            self._socket.setblocking(False)
            try:
                async with asyncio.timeout(share if left > 1 else None):
                    await self._loop.sock_connect(self._socket, (address, port))
            except OSError:
                self.close()
                if left == 1:
                    raise
            else:
                return
