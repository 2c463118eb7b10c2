"""A dialect (way to call the tool) has a row in dialects.toml and a process that answers its requests."""

from __future__ import annotations

import itertools
import json
import os
import queue
import shutil
import sys
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any, Final, Self

from harness.parity.cases import Case
from harness.processes import Piped
from lib.hatch_env import has_python, outer_environment
from lib.locate.nodejs import find_node, wanted
from lib.repository import ROOT

TABLE: Final = Path(__file__).with_name("dialects.toml")
OPENCLAW: Final = ROOT / "packages/openclaw-page-stats/node_modules/.bin/openclaw"

# Time limit of one request: longer than the longest deadline of a case, shorter than the test's timeout.
ANSWER_SECONDS: Final = 45.0


class DialectError(Exception):
    """A dialect did not answer. The error's message gives the cause and ends with the dialect's stderr."""


@dataclass(frozen=True, slots=True)
class Dialect:
    """One row of dialects.toml.

    *pages*: the dialect cannot parse a body directly, so the body of each ``parse`` case is served to it as a page.
    *lacks*: configuration keys, by family of cases, that the dialect's host does not support.
    *required_as*: the dialect's name in ``CHECK_REQUIRE``, if different from *name*.
    """

    name: str
    command: tuple[str, ...]
    families: frozenset[str]
    needs: tuple[str, ...] = ()
    pages: bool = False
    lacks: Mapping[str, frozenset[str]] = field(default_factory=dict)
    required_as: str = ""

    def runs(self, case: Case) -> bool:
        """Return whether this dialect runs *case*. The page server cannot serve a body without a Content-Type."""
        if self.pages and case.given.get("content_type", "") is None:
            return False
        if self.lacks.get(case.family, frozenset()) & set(case.given.get("config", {})):
            return False
        return case.family in self.families and (not case.dialects or self.name in case.dialects)

    def missing(self) -> list[str]:
        """Return the required programs that this machine lacks."""
        return [program for program in self.needs if not can_run(program, os.environ["PATH"])]

    def why_not_run(self) -> str:
        """Return why the dialect cannot run here, or an empty string."""
        missing = ", ".join(self.missing())
        return missing and f"{self.required_as or self.name}: no working {missing} on the PATH"


@cache
def can_run(program: str, path: str) -> bool:
    """Return whether *program* is on *path*. A Python must also start, because a shim might lack its interpreter."""
    version = program.removeprefix("python")
    if version != program:  # found by hatch, outside the environment of this process
        return has_python(version, outer_environment())
    return bool(shutil.which(program, path=path))


def load_dialects() -> tuple[Dialect, ...]:
    """Return the rows of dialects.toml in order."""
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


class DialectProcess(Piped):
    """The process of one dialect, as a context manager."""

    def __init__(
        self, dialect: Dialect, seconds: float = ANSWER_SECONDS, environment: Mapping[str, str] | None = None
    ) -> None:
        self._name = dialect.name
        self._seconds = seconds
        self._ids = itertools.count(1)
        self._replies: queue.SimpleQueue[str] = queue.SimpleQueue()
        variables = os.environ | {"PYTHONIOENCODING": "utf-8"} | dict(environment or {})
        super().__init__(dialect.command, self._replies.put, patience=2, cwd=ROOT, env=variables)

    def ask(self, request: Mapping[str, Any]) -> Any:
        """Return the result of *request*.

        Raises ``DialectError`` and kills the process if the process ends, sends an invalid reply or does not reply.
        """
        return self.reply(self.send(request))

    def send(self, request: Mapping[str, Any]) -> int:
        """Send *request* without waiting and return its number. Replies must be read in the same order."""
        number = next(self._ids)
        self.write_line(json.dumps({"id": number, **request}))
        return number

    def reply(self, number: int) -> Any:
        """Return the result of the request whose number is *number*; raise ``DialectError`` as ``ask`` does."""
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
        raise self._error(f"said {line!r}, which is not a reply to request {number}")

    def _error(self, what: str) -> DialectError:
        self.kill()
        return DialectError(f"{self._name} {what}\n{self.errors()}".rstrip())


class Dialects:
    """The processes of all dialects. Each is started for its first request, and again after a failure.

    If *ca* is given, the processes trust the certificate authority in this file.
    """

    def __init__(self, ca: str | None = None) -> None:
        self._environment = {"SSL_CERT_FILE": ca, "NODE_EXTRA_CA_CERTS": ca} if ca else {}
        self._processes: dict[str, DialectProcess] = {}

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
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
