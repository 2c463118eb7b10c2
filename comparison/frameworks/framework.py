"""The interface between the probes and the modules of ``hosts``: how a framework makes a tool and runs an agent."""

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

# A row, and the observation for the framework's cell in that row.
Finding = tuple[str, Observation]
# For the question "arguments", the part of a cell that the page's table shows.
SHORT: Final = "in short"


@dataclass(frozen=True, slots=True)
class Call:
    """A tool call, as a model makes it."""

    arguments: Mapping[str, Any]
    name: str = "echo"


@dataclass(frozen=True, slots=True)
class Offered:
    """The description of a tool, as a model receives it."""

    name: str
    parameters: Mapping[str, Any]
    output: Mapping[str, Any] | None = None


@dataclass(slots=True)
class Ran:
    """The result of a run.

    *received* is what the model received for each call, and *program* what the calling program received, as Markdown.
    *turns* counts the requests to the model. If an exception ended the run, *raised* is that exception.
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
    """Wait for a run. Return the parts of a cell (what model, program and log received) and the run's result."""
    with recorded() as records:
        ran = await running
    log = "; ".join(records.lines) or NOTHING
    return {"the model gets": ran.model, "the program gets": ran.program, "the log gets": log}, ran


class Framework(ABC):
    """One framework; its methods run in the environment in which the framework is installed.

    Models are scripted: each turn is one message that contains all calls of the turn. The last message is "done".
    """

    name: ClassVar[str]
    """The name of the framework's module, and of the folder of the framework's programs."""

    packages: ClassVar[Sequence[str]]
    """The distributions whose versions the page states, starting with the framework's own distribution."""

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

        If the framework does not accept an object, the framework's exception is raised.
        """

    @abstractmethod
    def inventory(self) -> Mapping[str, list[str]]:
        """Return the names of the tools that come with the framework, grouped by kind."""

    @abstractmethod
    async def ask(self, snippet: ModuleType, arguments: Mapping[str, Any], allowed_hosts: Sequence[str]) -> Ran:
        """Run one of the programs in ``snippets``, with a model that calls ``page_stats`` with *arguments*."""

    # ------------------------------------------------------------------ some frameworks; None if not supported
    known_by: ClassVar[str]
    """How an agent discovers a tool, in Markdown."""

    no_way: ClassVar[Mapping[str, str]] = {}
    """Why one of our packages does not work, in Markdown, by row of the question ``packages``."""

    def own_error(self, text: str) -> Exception | None:
        """Return the exception that the framework provides for failing tools, with the message *text*."""
        return None

    def own_failure(self, text: str) -> Any:
        """Return the value that the framework lets a failing tool return, with the message *text*."""
        return None

    def try_again(self, text: str) -> Exception | None:
        """Return the exception by which a tool asks the model to try again."""
        return None

    def handled(self, function: Callable[..., Any]) -> tuple[str, Any] | None:
        """Return the framework's option to handle a tool's errors, and a tool that uses the option."""
        return None

    def in_text(self) -> Framework | None:
        """Return this framework with a model that writes its calls as text."""
        return None

    def by_hand(self, schema: Mapping[str, Any], function: Callable[..., Any]) -> tuple[str, Any] | None:
        """Return the framework's way to give a tool a hand-written JSON Schema, and a tool made in that way."""
        return None

    def stoppable(
        self, tools: Sequence[Any], *turns: Sequence[Call]
    ) -> tuple[str, Coroutine[Any, Any, Ran], Callable[[], Any]] | None:
        """Return the framework's own way to stop a run: the way's name, a run, and a function that stops the run."""
        return None

    def limited(self, function: Callable[..., Any], seconds: float) -> tuple[str, Any] | None:
        """Return the framework's option to limit a tool's time, and a tool that uses the option."""
        return None

    async def progress(self) -> str | None:
        """Report progress from a tool, and describe who receives it."""
        return None

    def other_tool_kinds(self) -> Iterator[tuple[str, Callable[[], Any]]]:
        """Yield other kinds of tool, each with a function that makes a tool of that kind, perhaps an incomplete one."""
        yield from ()


@dataclass(frozen=True, slots=True)
class Read:
    """A framework that is not run, because only its source was read. *cells* are Markdown, by question and row."""

    source: str
    cells: Mapping[str, Mapping[str, str]]

    def version(self) -> str:
        return f"{self.source}, read"
