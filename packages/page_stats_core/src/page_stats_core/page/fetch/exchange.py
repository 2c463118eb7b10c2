"""One HTTP/1.1 exchange over a channel, with h11: a request, the response headers and the response body."""

from __future__ import annotations

import h11

from page_stats_core.contract import PageStatsError, fail
from page_stats_core.page.fetch.channel import Channel
from page_stats_core.page.fetch.operations import PAUSE, Flow

HEAD_MAX = 65_536
INFORMATIONAL_MAX = 10
_EVENTS_PER_PAUSE = 64
PREFIX = b"HTTP/1."

Fields = list[tuple[str, str]]


class Exchange:
    """A request and its response.

    A response that is not HTTP raises ``unreachable`` with reason ``protocol``. A response that ends early raises
    ``unreachable`` with reason ``reset`` (§5.13, §5.14).
    """

    def __init__(self, channel: Channel) -> None:
        self._channel = channel
        self._http = h11.Connection(h11.CLIENT, max_incomplete_event_size=HEAD_MAX)
        self._start = b""  # first bytes of the response, to check that it is HTTP
        self._received = 0
        self._ended = False
        self._has_length = False
        self._events = 0

    def request(self, method: str, target: str, fields: Fields) -> Flow[h11.Response]:
        """Send a request without a body; return the final response's headers. Informational responses are skipped."""
        request = h11.Request(method=method, target=target, headers=fields)
        yield from self._channel.send((self._http.send(request) or b"") + (self._http.send(h11.EndOfMessage()) or b""))
        start = 0
        for _ in range(INFORMATIONAL_MAX + 1):
            event = yield from self._next_event()
            end = self._received - len(self.trailing)
            if end - start > HEAD_MAX:  # h11 checks the size of incomplete headers only
                break
            if isinstance(event, h11.Response):
                self._has_length = any(name == b"content-length" for name, _ in event.headers)
                return event
            start = end
        raise fail("unreachable.protocol")

    def read(self) -> Flow[bytes]:
        """Return the next bytes of the body, or ``b""`` at its end."""
        event = yield from self._next_event()
        return bytes(event.data) if isinstance(event, h11.Data) else b""

    @property
    def is_short(self) -> bool:
        """Whether the connection ended before the Content-Length was reached."""
        return self._ended and self._has_length

    @property
    def trailing(self) -> bytes:
        """Bytes received after the end of the message."""
        return self._http.trailing_data[0]

    def _next_event(self) -> Flow[h11.Event]:
        while True:
            self._events += 1
            if not self._events % _EVENTS_PER_PAUSE:
                yield PAUSE
            try:
                event = self._http.next_event()
            except h11.RemoteProtocolError:
                raise self._broken() from None
            if event is h11.PAUSED:  # the server switched protocols
                raise fail("unreachable.protocol")
            if event is not h11.NEED_DATA:
                assert isinstance(event, h11.Event)
                return event
            yield from self._receive()

    def _receive(self) -> Flow[None]:
        try:
            data = yield from self._channel.receive()
        except PageStatsError:  # the connection was reset
            self._ended = True
            raise
        self._received += len(data)
        self._ended = not data
        if len(self._start) < len(PREFIX):
            self._start = (self._start + data)[: len(PREFIX)]
            if not PREFIX.startswith(self._start):
                raise fail("unreachable.protocol")
        self._http.receive_data(data)

    def _broken(self) -> PageStatsError:
        return fail("unreachable.reset" if self._ended else "unreachable.protocol")
