"""Type the commands of a document into a terminal, one by one, and return the terminal's output."""

from __future__ import annotations

import fcntl
import os
import pty
import select
import signal
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from harness.ports import accepts, free_port
from harness.waiting import eventually

DEADLINE: Final = 60
SIZE: Final = (25, 80)
PROMPT: Final = "$ "
# The port in documents, and the ports that tests use instead. All have four digits, so that tables keep their widths.
PORT: Final = 8765
PORTS: Final = range(PORT, 10_000)
END: Final = "end-of-output"


def steps(text: str) -> Iterator[tuple[str, str]]:
    """Yield the commands of a block, each with its expected output."""
    command, output = "", ""
    for line in text.splitlines(keepends=True):
        if line.startswith(PROMPT):
            if command:
                yield command, output
            command, output = line.removeprefix(PROMPT).rstrip("\n"), ""
        else:
            output += line
    yield command, output


class Terminal:
    """A shell in *folder* in a terminal of 80 columns.

    The programs of this environment come first on the PATH, and their output has no colours.
    """

    def __init__(self, folder: Path) -> None:
        self.port = free_port(PORTS)
        self._screen, theirs = pty.openpty()
        fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", *SIZE, 0, 0))
        modes = termios.tcgetattr(theirs)
        modes[1] &= ~termios.OPOST  # no carriage returns
        termios.tcsetattr(theirs, termios.TCSANOW, modes)
        inherited = {name: value for name, value in os.environ.items() if name not in {"COLUMNS", "LINES"}}
        path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
        self._shell = subprocess.Popen(
            ["bash", "--noprofile", "--norc"],
            cwd=folder,
            env=inherited | {"PATH": path, "NO_COLOR": "1", "TERM": "xterm"},
            stdin=subprocess.PIPE,
            stdout=theirs,
            stderr=theirs,
            start_new_session=True,
        )
        os.close(theirs)

    def close(self) -> None:
        """End the shell and all processes that it started."""
        os.killpg(self._shell.pid, signal.SIGTERM)
        self._shell.communicate()
        os.close(self._screen)

    def type(self, command: str) -> str:
        """Run a command without input; wait for its end (after ``&``, until its server listens). Return its output."""
        assert self._shell.stdin
        entered = f"{{\n{self.here(command)}\n}} < /dev/null\nprintf '{END}\\n'\n"
        self._shell.stdin.write(entered.encode())
        self._shell.stdin.flush()
        seen = self._read()
        if command.endswith("&"):
            assert eventually(lambda: accepts(self.port), DEADLINE), "no server listens"
        return seen.replace(str(self.port), str(PORT))

    def here(self, text: str) -> str:
        """Return *text* with the document's port replaced by the port in use."""
        return text.replace(str(PORT), str(self.port))

    def _read(self) -> str:
        seen, deadline = b"", time.monotonic() + DEADLINE
        while not seen.endswith(f"{END}\n".encode()):
            ready, _, _ = select.select([self._screen], [], [], max(0, deadline - time.monotonic()))
            assert ready, f"still running after {DEADLINE} s: {seen.decode()}"
            seen += os.read(self._screen, 65_536)
        return seen.decode().removesuffix(f"{END}\n")
