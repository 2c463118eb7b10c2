"""What a framework's file gives: how it makes a tool, and how it runs one. What is asked of it is in ``probes``."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable, Coroutine, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from importlib.metadata import version as installed
from types import ModuleType
from typing import Any, ClassVar

from comparison.engine.cells import Seen, Verdict
from comparison.engine.records import recorded
from comparison.engine.texts import NOTHING, unversioned

Asked = tuple[str, Seen]


@dataclass(frozen=True, slots=True)
class Call:
    """What a model writes: the name of a tool, and arguments."""

    arguments: Mapping[str, Any]
    name: str = "echo"


@dataclass(frozen=True, slots=True)
class Offered:
    """What a model is told of a tool before it calls."""

    name: str
    parameters: Mapping[str, Any]
    output: Mapping[str, Any] | None = None


@dataclass(slots=True)
class Ran:
    """What came of a run: what the model was told of each call, and what the program got, both as Markdown.

    *turns* is how often the model was asked; where a run ends early, *raised* is what it ended with.
    """

    told: list[str] = field(default_factory=list)
    program: str = ""
    turns: int = 0
    raised: BaseException | None = None

    @property
    def goes_on(self) -> str:
        """Whether the run went on after the calls."""
        return "ends" if self.raised else "goes on"

    @property
    def model(self) -> str:
        """What the model was told, in one text."""
        return f"{NOTHING}: the run has ended" if self.raised else unversioned("; ".join(self.told)) or NOTHING


def saw(row: str, text: str, verdict: Verdict | None = None) -> Asked:
    """Return what was seen for a row, if it is one thing."""
    return row, Seen({"": text}, verdict)


async def observed(running: Awaitable[Ran]) -> tuple[dict[str, str], Ran]:
    """Return what the model, the program and the log got of a run, and the run."""
    with recorded() as records:
        ran = await running
    log = "; ".join(records.told) or NOTHING
    return {"the model gets": ran.model, "the program gets": ran.program, "the log gets": log}, ran


class Framework(ABC):
    """One framework, in the environment that has it.

    A model is scripted: each turn is a message of it, with some calls, all at once; after the last it says "done".
    """

    name: ClassVar[str]
    """The name of its file, and of the folder of its programs."""

    packages: ClassVar[Sequence[str]]
    """The distributions whose versions the page tells, the framework's own first."""

    def version(self) -> str:
        """Return the versions that are run."""
        return ", ".join(f"{name} {installed(name)}" for name in self.packages)

    # ------------------------------------------------------------------ every framework
    @abstractmethod
    def tool(self, function: Callable[..., Any]) -> Any:
        """Return the tool that the framework makes of a function, as its documentation says to."""

    @abstractmethod
    async def run(self, tools: Sequence[Any], *turns: Sequence[Call]) -> Ran:
        """Run an agent whose model makes these calls; returns what it raises, does not raise it."""

    @abstractmethod
    async def offered(self, *tools: Any) -> list[Offered]:
        """Give an agent these things as its tools, and return what its model is told of them.

        Raises what the framework raises, be it no tool at all.
        """

    @abstractmethod
    def inventory(self) -> Mapping[str, list[str]]:
        """Return the names of the tools that come with the framework, by kind, found by looking into it."""

    @abstractmethod
    async def ask(self, snippet: ModuleType, arguments: Mapping[str, Any], allowed_hosts: Sequence[str]) -> Ran:
        """Run a program of ``snippets``, its model calling ``page_stats`` with *arguments*."""

    # ------------------------------------------------------------------ what only some have
    known_by: ClassVar[str]
    """By what an agent knows a tool, in Markdown: said of what ``offered`` does."""

    no_way: ClassVar[Mapping[str, str]] = {}
    """Why one of our packages does not work in it, in Markdown, by the row of the question ``packages``."""

    def own_error(self, text: str) -> Exception | None:
        """Return the framework's own error for what goes wrong in a tool, if it has one."""
        return None

    def own_failure(self, text: str) -> Any:
        """Return what a tool returns to say that it failed, if the framework has a word for that."""
        return None

    def try_again(self, text: str) -> Exception | None:
        """Return the framework's own error by which a tool asks the model to try again, if it has one."""
        return None

    def handled(self, function: Callable[..., Any]) -> tuple[str, Any] | None:
        """Return how the framework offers to handle a tool's errors, and the tool with it, if it does."""
        return None

    def in_text(self) -> Framework | None:
        """Return the same with a model that writes its calls as text, if the framework reads them."""
        return None

    def by_hand(self, schema: Mapping[str, Any], function: Callable[..., Any]) -> tuple[str, Any] | None:
        """Return how a tool is made of a JSON Schema written by hand, and the tool, if it can be."""
        return None

    def stoppable(
        self, tools: Sequence[Any], *turns: Sequence[Call]
    ) -> tuple[str, Coroutine[Any, Any, Ran], Callable[[], Any]] | None:
        """Return the framework's way to end a run, beside cancelling its task: what it is, a run, what ends that."""
        return None

    def limited(self, function: Callable[..., Any], seconds: float) -> tuple[str, Any] | None:
        """Return how the framework offers to limit a tool's time, and the tool with it, if it does."""
        return None

    async def progress(self) -> str | None:
        """Have a tool tell how far it is, and return who hears of it and as what, if anybody does."""
        return None

    def made_otherwise(self) -> Iterator[tuple[str, Callable[[], Any]]]:
        """Yield what else a tool is made of, with an attempt that lacks something: a base class without its method."""
        yield from ()


@dataclass(frozen=True, slots=True)
class Read:
    """A framework of which only the source was read: what it says, in Markdown, by question and row."""

    source: str
    cells: Mapping[str, Mapping[str, str]]

    def version(self) -> str:
        """Return what was read."""
        return f"{self.source}, read"
