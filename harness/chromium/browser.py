"""Control a headless Chromium with the DevTools protocol over a pipe. No request leaves the process."""

from __future__ import annotations

import base64
import fcntl
import json
import os
import shutil
import signal
import tempfile
from collections.abc import Mapping
from typing import Any, Final, Self

PROGRAMS: Final = ("chromium", "chromium-browser", "google-chrome")
URL: Final = "http://page.invalid/"
# Scripts, style sheets, images and frames are blocked; style attributes are applied.
_POLICY: Final = "default-src 'none'; style-src-attr 'unsafe-inline'"
_OPTIONS: Final = (
    *("--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-sync"),
    *("--disable-background-networking", "--disable-component-update", "--host-resolver-rules=MAP * ~NOTFOUND"),
    *("--remote-debugging-pipe", "about:blank"),
)
_SHOW_ALL: Final = """
    for (const each of document.querySelectorAll("details")) { each.removeAttribute("name"); each.open = true; }
    for (const each of document.querySelectorAll("select")) { each.multiple = true; each.size = 2; }
    for (const { style } of document.querySelectorAll("[style]"))
        if (style.contentVisibility === "auto") style.contentVisibility = "visible";
    document.title
"""
STYLES: Final = ("display", "visibility")


class NoChromiumError(Exception):
    """Chromium is not installed."""


def find() -> str:
    """Return the path of Chromium; raise ``NoChromiumError`` if it is not installed."""
    path = next(filter(None, map(shutil.which, PROGRAMS)), None)
    if path is None:
        raise NoChromiumError(f"install one of {', '.join(PROGRAMS)}")
    return path


class Browser:
    """A Chromium with one tab, as a context manager."""

    def __init__(self) -> None:
        self._program = find()
        self._folder = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        self._last = 0
        self._received = b""
        self._session: str | None = None
        self._body = b""

    def __enter__(self) -> Self:
        (read_in, self._out), (self._in, write_out) = _high_pipe(), _high_pipe()
        devnull = os.open(os.devnull, os.O_RDWR)
        self._pid = os.posix_spawn(
            self._program,
            [self._program, f"--user-data-dir={self._folder.name}", *_OPTIONS],
            os.environ,
            file_actions=[
                *((os.POSIX_SPAWN_DUP2, devnull, fd) for fd in (0, 1, 2)),
                (os.POSIX_SPAWN_DUP2, read_in, 3),
                (os.POSIX_SPAWN_DUP2, write_out, 4),
            ],
        )
        for fd in (read_in, write_out, devnull):
            os.close(fd)
        target = self._call("Target.createTarget", url="about:blank")["targetId"]
        self._session = self._call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for method in ("Page.enable", "DOMSnapshot.enable"):
            self._call(method)
        self._call("Fetch.enable", patterns=[{"urlPattern": "*"}])
        return self

    def __exit__(self, *_: object) -> None:
        os.close(self._out)
        os.close(self._in)
        os.kill(self._pid, signal.SIGKILL)
        os.waitpid(self._pid, 0)
        self._folder.cleanup()

    def load(self, body: bytes, content_type: str = "text/html") -> tuple[str, Mapping[str, Any]]:
        """Load a page and show what appears only after user actions; return its title and a snapshot of its layout."""
        self._body, self._type = body, content_type
        self._call("Page.navigate", url="about:blank")
        self._call("Page.navigate", url=URL)
        while self._receive().get("method") != "Page.loadEventFired":
            pass
        title = self._call("Runtime.evaluate", expression=_SHOW_ALL)["result"]["value"]
        return title, self._call("DOMSnapshot.captureSnapshot", computedStyles=list(STYLES))

    def _call(self, method: str, **parameters: Any) -> dict[str, Any]:
        number = self._send(method, parameters)
        while (message := self._receive()).get("id") != number:
            pass
        if "error" in message:
            raise RuntimeError(f"{method}: {message['error']}")
        return message["result"]  # type: ignore[no-any-return]

    def _send(self, method: str, parameters: Mapping[str, Any]) -> int:
        self._last += 1
        message = {"id": self._last, "method": method, "params": parameters}
        if self._session:
            message["sessionId"] = self._session
        data = json.dumps(message).encode() + b"\0"
        while data:
            data = data[os.write(self._out, data) :]
        return self._last

    def _receive(self) -> dict[str, Any]:
        while b"\0" not in self._received:
            data = os.read(self._in, 1 << 20)
            if not data:
                raise RuntimeError("Chromium exited")
            self._received += data
        line, _, self._received = self._received.partition(b"\0")
        message: dict[str, Any] = json.loads(line)
        if message.get("method") == "Fetch.requestPaused":
            self._answer(message["params"])
        return message

    def _answer(self, request: Mapping[str, Any]) -> None:
        """Send the page to its own request; let every other request fail."""
        if request["request"]["url"] != URL or not self._body:
            self._send("Fetch.failRequest", {"requestId": request["requestId"], "errorReason": "Aborted"})
            return
        headers = {"Content-Type": self._type, "Content-Security-Policy": _POLICY, "X-Content-Type-Options": "nosniff"}
        self._send(
            "Fetch.fulfillRequest",
            {
                "requestId": request["requestId"],
                "responseCode": 200,
                "responseHeaders": [{"name": name, "value": value} for name, value in headers.items()],
                "body": base64.b64encode(self._body).decode(),
            },
        )
        self._body = b""  # a page that reloads itself is not loaded again


def _high_pipe() -> tuple[int, int]:
    """Return a pipe whose file descriptors differ from those that the child uses."""
    ends = os.pipe()
    high = tuple(fcntl.fcntl(fd, fcntl.F_DUPFD_CLOEXEC, 16) for fd in ends)
    for fd in ends:
        os.close(fd)
    return high[0], high[1]
