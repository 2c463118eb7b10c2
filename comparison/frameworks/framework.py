"""The interface between the probes and the modules of ``hosts``: how a framework makes a tool and runs one."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable, Coroutine, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from importlib.metadata import version as installed
from types import ModuleType
from typing import Any, ClassVar, Final

from comparison.engine.cells import Observation, Verdict
from comparison.engine.records import recorded
from comparison.engine.texts import NOTHING, unversioned

# A row, and what was observed there.
Finding = tuple[str, Observation]
# The part of a cell that the page shows of an argument.
SHORT: Final = "in short"


@dataclass(frozen=True, slots=True)
class Call:
    """A tool call, as a model makes it."""

    arguments: Mapping[str, Any]
    name: str = "echo"


@dataclass(frozen=True, slots=True)
class Offered:
    """The description of a tool that a model receives."""

    name: str
    parameters: Mapping[str, Any]
    output: Mapping[str, Any] | None = None


@dataclass(slots=True)
class Ran:
    """The result of a run.

    *received* (by the model, for each call) and *program* (received by the program) are Markdown. *turns* counts the
    requests to the model. If the run ended early, *raised* is the exception.
    """

    received: list[str] = field(default_factory=list)
    program: str = ""
    turns: int = 0
    raised: BaseException | None = None

    @property
    def goes_on(self) -> str:
        return "ends" if self.raised else "goes on"

    @property
    def model(self) -> str:
        """The results that the model received, in one text."""
        return f"{NOTHING}: the run has ended" if self.raised else unversioned("; ".join(self.received)) or NOTHING


def observe(row: str, text: str, verdict: Verdict | None = None) -> Finding:
    return row, Observation({"": text}, verdict)


async def run_recorded(running: Awaitable[Ran]) -> tuple[dict[str, str], Ran]:
    """Return what the model, the program and the log received of a run, and its result."""
    with recorded() as records:
        ran = await running
    log = "; ".join(records.lines) or NOTHING
    return {"the model gets": ran.model, "the program gets": ran.program, "the log gets": log}, ran


class Framework(ABC):
    """One framework, in its environment.

    Models are scripted: each turn is one message with all of its calls; after the last turn the model says "done".
    """

    name: ClassVar[str]
    """The name of its module, and of the folder of its programs."""

    packages: ClassVar[Sequence[str]]
    """The distributions whose versions the page states, the framework's own first."""

    def version(self) -> str:
        return ", ".join(f"{name} {installed(name)}" for name in self.packages)

    # ------------------------------------------------------------------ every framework
    @abstractmethod
    def tool(self, function: Callable[..., Any]) -> Any:
        """Make a tool of a function, as the framework's documentation recommends."""

    @abstractmethod
    async def run(self, tools: Sequence[Any], *turns: Sequence[Call]) -> Ran:
        """Run an agent whose model makes these calls. Exceptions are returned in ``Ran.raised``."""

    @abstractmethod
    async def offered(self, *tools: Any) -> list[Offered]:
        """Give an agent these objects as tools, and return the descriptions that its model receives.

        Raises what the framework raises for an object that it does not accept.
        """

    @abstractmethod
    def inventory(self) -> Mapping[str, list[str]]:
        """Return the names of the tools that come with the framework, by kind."""

    @abstractmethod
    async def ask(self, snippet: ModuleType, arguments: Mapping[str, Any], allowed_hosts: Sequence[str]) -> Ran:
        """Run a program of ``snippets`` with a model that calls ``page_stats`` with *arguments*."""

    # ------------------------------------------------------------------ some frameworks; None if not supported
    known_by: ClassVar[str]
    """How an agent discovers a tool, in Markdown."""

    no_way: ClassVar[Mapping[str, str]] = {}
    """Why one of our packages does not work, in Markdown, by row of the question ``packages``."""

    def own_error(self, text: str) -> Exception | None:
        """Return the framework's own exception for a failing tool."""
        return None

    def own_failure(self, text: str) -> Any:
        """Return the framework's own return value for a failing tool."""
        return None

    def try_again(self, text: str) -> Exception | None:
        """Return the exception by which a tool asks the model to try again."""
        return None

    def handled(self, function: Callable[..., Any]) -> tuple[str, Any] | None:
        """Return the framework's option to handle a tool's errors, and a tool that uses it."""
        return None

    def in_text(self) -> Framework | None:
        """Return this framework with a model that writes its calls as text."""
        return None

    def by_hand(self, schema: Mapping[str, Any], function: Callable[..., Any]) -> tuple[str, Any] | None:
        """Return the framework's way to use a hand-written JSON Schema, and a tool that has one."""
        return None

    def stoppable(
        self, tools: Sequence[Any], *turns: Sequence[Call]
    ) -> tuple[str, Coroutine[Any, Any, Ran], Callable[[], Any]] | None:
        """Return the framework's own way to stop a run: its name, a run, and a function that stops the run."""
        return None

    def limited(self, function: Callable[..., Any], seconds: float) -> tuple[str, Any] | None:
        """Return the framework's option to limit a tool's time, and a tool that uses it."""
        return None

    async def progress(self) -> str | None:
        """Report progress from a tool, and describe who receives it."""
        return None

    def other_tool_kinds(self) -> Iterator[tuple[str, Callable[[], Any]]]:
        """Yield other kinds of tool, each with a function that makes one, perhaps without a required method."""
        yield from ()


@dataclass(frozen=True, slots=True)
class Read:
    """A framework of which only the source was read. *cells* are Markdown, by question and row."""

    source: str
    cells: Mapping[str, Mapping[str, str]]

    def version(self) -> str:
        return f"{self.source}, read"
