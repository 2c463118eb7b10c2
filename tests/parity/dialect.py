"""A dialect: its row of dialects.toml, and its process, which is asked one thing after another."""

from __future__ import annotations

import contextlib
import itertools
import json
import os
import queue
import shutil
import subprocess
import sys
import tempfile
import threading
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import IO, Any, Final, Self

from check import has_python, outer_environment
from nodejs import find_node, wanted
from parity.cases import ROOT, Case

TABLE: Final = Path(__file__).with_name("dialects.toml")
OPENCLAW: Final = ROOT / "packages/openclaw-page-stats/node_modules/.bin/openclaw"

# How long a dialect may think about one request: more than the longest deadline of a case, less than the test's own.
ANSWER_SECONDS: Final = 45.0


class DialectError(Exception):
    """A dialect did not answer; the message says what it did instead, and ends with what it wrote to stderr."""


@dataclass(frozen=True, slots=True)
class Dialect:
    """One row of dialects.toml.

    *pages*: it is asked for pages where others are given bodies to parse.
    *lacks*: keys of the configuration, by family, that its host has no word for.
    *required_as*: how ``CHECK_REQUIRE`` names what it needs, if not by the dialect's name.
    """

    name: str
    command: tuple[str, ...]
    families: frozenset[str]
    needs: tuple[str, ...] = ()
    pages: bool = False
    lacks: Mapping[str, frozenset[str]] = field(default_factory=dict)
    required_as: str = ""

    def runs(self, case: Case) -> bool:
        """Whether *case* is for this dialect; what says nothing of its kind is no page."""
        if self.pages and case.given.get("content_type", "") is None:
            return False
        if self.lacks.get(case.family, frozenset()) & set(case.given.get("config", {})):
            return False
        return case.family in self.families and (not case.dialects or self.name in case.dialects)

    def missing(self) -> list[str]:
        """Return the programs that this dialect needs and this machine has not."""
        return [program for program in self.needs if not can_run(program, os.environ["PATH"])]

    def why_not_run(self) -> str:
        """Return the reason for which its cases are not run here, or nothing."""
        missing = ", ".join(self.missing())
        return missing and f"{self.required_as or self.name}: no working {missing} on the PATH"


@cache
def can_run(program: str, path: str) -> bool:
    """Whether *program* is on the *path*, which a Python must not only be: a shim may have none behind it."""
    version = program.removeprefix("python")
    if version != program:  # looked for where hatch will, which is not in the environment that this runs in
        return has_python(version, outer_environment())
    return bool(shutil.which(program, path=path))


def load_dialects() -> tuple[Dialect, ...]:
    """Return the table's rows, in its order."""
    programs = {
        "{python}": sys.executable,
        "{node}": str(find_node() or wanted()),
        "{openclaw}": str(OPENCLAW),
    }
    return tuple(
        Dialect(
            name=name,
            command=tuple(programs.get(part, part) for part in row["command"]),
            families=frozenset(row["families"]),
            needs=tuple(programs.get(part, part) for part in row.get("needs", ())),
            pages=row.get("pages", False),
            lacks={family: frozenset(keys) for family, keys in row.get("lacks", {}).items()},
            required_as=row.get("required_as", ""),
        )
        for name, row in tomllib.loads(TABLE.read_text("utf-8")).items()
    )


class DialectProcess:
    """The process of one dialect, as a context manager."""

    def __init__(
        self, dialect: Dialect, seconds: float = ANSWER_SECONDS, environment: Mapping[str, str] | None = None
    ) -> None:
        self._name = dialect.name
        self._seconds = seconds
        self._ids = itertools.count(1)
        self._stderr: IO[str] = tempfile.TemporaryFile("w+", encoding="utf-8", errors="replace")  # noqa: SIM115
        self._process = subprocess.Popen(
            dialect.command,
            cwd=ROOT,
            env=os.environ | {"PYTHONIOENCODING": "utf-8"} | dict(environment or {}),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._stderr,
            encoding="utf-8",
        )
        self._replies: queue.SimpleQueue[str] = queue.SimpleQueue()
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def ask(self, request: Mapping[str, Any]) -> Any:
        """Return the result of *request*.

        Raises ``DialectError`` if the process ends, says something else or says nothing; it is of no use then.
        """
        return self.reply(self.send(request))

    def send(self, request: Mapping[str, Any]) -> int:
        """Send *request* without waiting; return its number. Replies are taken in the same order."""
        number = next(self._ids)
        with contextlib.suppress(BrokenPipeError):  # that it has ended is seen when the reply is taken
            self._write(json.dumps({"id": number, **request}) + "\n")
        return number

    def reply(self, number: int) -> Any:
        """Return the result of the request *number*, as ``ask`` does."""
        try:
            line = self._replies.get(timeout=self._seconds)
        except queue.Empty:
            raise self._error(f"did not answer within {self._seconds:g} s") from None
        if not line:
            raise self._error(f"ended with exit code {self._process.wait()}")
        try:
            reply = json.loads(line)
            if reply["id"] == number:
                return reply["result"]
        except (ValueError, KeyError, TypeError):
            pass
        raise self._error(f"said {line!r}, which is no reply to request {number}")

    def close(self) -> None:
        """End the process: by the end of its input, or by force if that is not enough."""
        with contextlib.suppress(BrokenPipeError):
            self._stdin.close()
        try:
            self._process.wait(timeout=2)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self._reader.join()
        self._stdout.close()
        self._stderr.close()

    def _error(self, what: str) -> DialectError:
        self._process.kill()
        self._process.wait()
        self._stderr.seek(0)
        return DialectError(f"{self._name} {what}\n{self._stderr.read()}".rstrip())

    def _read(self) -> None:
        for line in self._stdout:
            self._replies.put(line)
        self._replies.put("")

    def _write(self, line: str) -> None:
        self._stdin.write(line)
        self._stdin.flush()

    @property
    def _stdin(self) -> IO[str]:
        assert self._process.stdin
        return self._process.stdin

    @property
    def _stdout(self) -> IO[str]:
        assert self._process.stdout
        return self._process.stdout


class Dialects:
    """The processes of all dialects: each started when first asked, and anew after it failed.

    They trust the authority whose certificate is the file *ca*, if it is given.
    """

    def __init__(self, ca: str | None = None) -> None:
        self._environment = {"SSL_CERT_FILE": ca, "NODE_EXTRA_CA_CERTS": ca} if ca else {}
        self._processes: dict[str, DialectProcess] = {}

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """End the processes."""
        for process in list(self._processes.values()):
            process.close()

    def ask(self, dialect: Dialect, request: Mapping[str, Any]) -> Any:
        """Return the result of *request*, or raise ``DialectError``."""
        if dialect.name not in self._processes:
            self._processes[dialect.name] = DialectProcess(dialect, environment=self._environment)
        try:
            return self._processes[dialect.name].ask(request)
        except DialectError:
            self._processes.pop(dialect.name).close()
            raise
