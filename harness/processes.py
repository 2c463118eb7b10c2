"""Stop child processes, and exchange lines of text with them."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import tempfile
import threading
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Self


def end(process: subprocess.Popen[bytes], how: int = signal.SIGTERM) -> None:
    """Send the signal in *how* to *process*; kill the process if it does not exit within 20 s."""
    process.send_signal(how)
    try:
        process.wait(20)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


class Piped:
    """A child process with pipes for stdin and stdout, as a context manager; a file collects stderr.

    *take* receives each line of stdout in a thread, and an empty string at EOF. On leaving, stdin is closed and the
    process has *patience* seconds to exit before it is killed. If *patience* is 0, the process is killed at once.
    """

    def __init__(
        self,
        command: Sequence[str | Path],
        take: Callable[[str], None] | None = None,
        patience: float = 0,
        **options: Any,
    ) -> None:
        self._take_line, self._patience = take, patience
        self._writing = threading.Lock()
        self._stderr = tempfile.TemporaryFile()  # noqa: SIM115
        pipes: dict[str, Any] = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": self._stderr}
        self._process = subprocess.Popen(command, encoding="utf-8", **pipes, **options)
        assert self._process.stdin
        assert self._process.stdout
        self._stdin, self._stdout = self._process.stdin, self._process.stdout
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @property
    def pid(self) -> int:
        return self._process.pid

    def errors(self) -> str:
        """Return the stderr written so far."""
        # pread, because a seek would also move the position at which the process writes.
        size = os.fstat(self._stderr.fileno()).st_size
        return os.pread(self._stderr.fileno(), size, 0).decode("utf-8", "replace")

    def write_line(self, line: str) -> None:
        """Write a line to stdin. A broken pipe is ignored: EOF on stdout reports that the process has ended."""
        with contextlib.suppress(BrokenPipeError), self._writing:
            self._stdin.write(line + "\n")
            self._stdin.flush()

    def leave(self) -> None:
        """Close stdin."""
        with contextlib.suppress(BrokenPipeError):
            self._stdin.close()

    def kill(self) -> int:
        """Kill the process if it is still running; return its exit status."""
        self._process.kill()
        return self._process.wait()

    def close(self) -> int:
        """Stop the process as on leaving the context; return its exit status."""
        if self._patience:
            self.leave()
            with contextlib.suppress(subprocess.TimeoutExpired):
                self._process.wait(self._patience)
        status = self.kill()
        self._reader.join()
        self.leave()
        self._stdout.close()
        self._stderr.close()
        return status

    def _read(self) -> None:
        if self._take_line:
            for line in self._stdout:
                self._take_line(line)
            self._take_line("")
