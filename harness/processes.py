"""Child processes: how one is ended, and one that lines of text are exchanged with."""

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
    """Ask *process* to end, and end it if it does not."""
    process.send_signal(how)
    try:
        process.wait(20)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


class Piped:
    """A child process with pipes for its input and output, as a context manager; its errors are kept in a file.

    *take* gets each line of the output, in a thread, and an empty one at the end. When the context ends, the process
    has *patience* seconds to exit after its input has ended; then it is killed.
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
        """The process."""
        return self._process.pid

    def errors(self) -> str:
        """Return what it has written to standard error."""
        # Not sought: the process writes at the same position.
        size = os.fstat(self._stderr.fileno()).st_size
        return os.pread(self._stderr.fileno(), size, 0).decode("utf-8", "replace")

    def write_line(self, line: str) -> None:
        """Write a line to its standard input; whoever waits for the reply sees that it has ended."""
        with contextlib.suppress(BrokenPipeError), self._writing:
            self._stdin.write(line + "\n")
            self._stdin.flush()

    def leave(self) -> None:
        """Close its standard input."""
        with contextlib.suppress(BrokenPipeError):
            self._stdin.close()

    def kill(self) -> int:
        """Kill it, unless it has ended; return its exit status."""
        self._process.kill()
        return self._process.wait()

    def close(self) -> int:
        """End it as the class says; return its exit status."""
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
