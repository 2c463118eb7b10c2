"""Child processes: stop one, or exchange lines of text with one."""

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
    """Stop *process*, and kill it if it does not exit within 20 seconds."""
    process.send_signal(how)
    try:
        process.wait(20)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


class Piped:
    """A child process with pipes for input and output and a file for errors, as a context manager.

    A thread calls *take* with each line of output, and with an empty one at the end. When the context exits, the
    process has *patience* seconds to exit at the end of its input; then it is killed.
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
        """Return what the process has written to standard error."""
        # No seek: the process shares the file position.
        size = os.fstat(self._stderr.fileno()).st_size
        return os.pread(self._stderr.fileno(), size, 0).decode("utf-8", "replace")

    def write_line(self, line: str) -> None:
        """Write *line* to standard input; if the process has exited, the missing reply shows it."""
        with contextlib.suppress(BrokenPipeError), self._writing:
            self._stdin.write(line + "\n")
            self._stdin.flush()

    def leave(self) -> None:
        """Close standard input."""
        with contextlib.suppress(BrokenPipeError):
            self._stdin.close()

    def kill(self) -> int:
        """Kill the process unless it has exited; return its exit status."""
        self._process.kill()
        return self._process.wait()

    def close(self) -> int:
        """Stop the process as the class describes; return its exit status."""
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
