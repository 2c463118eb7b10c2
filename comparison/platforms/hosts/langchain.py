"""LangChain in this process: a tool by itself, and in an agent of ``create_agent``."""

from __future__ import annotations

import contextlib
import importlib
import json
import pkgutil
from collections.abc import Awaitable, Callable, Iterator, Mapping
from dataclasses import dataclass
from importlib.metadata import version as installed
from types import ModuleType
from typing import Any, Final

import langchain
import langchain_core
import langgraph
from langchain.agents import create_agent, middleware
from langchain_core.callbacks import BaseCallbackHandler
from langchain_core.messages import AIMessage, ToolMessage
from langchain_core.tools import BaseTool
from langchain_core.utils.function_calling import convert_to_openai_tool
from pydantic_core import PydanticUndefined

from comparison.engine.records import Records, recorded
from comparison.engine.texts import NOTHING, code, raised
from comparison.platforms.toys.langchain import echo
from harness.hosts.langchain.scripted import ScriptedModel, tool_messages

PACKAGES: Final = ("langchain-core", "langchain", "langgraph")
QUESTION: Final = {"messages": [{"role": "user", "content": "Is it worth reading?"}]}


def missing() -> str:
    """Return nothing: it is in the environment that runs this."""
    return ""


def version() -> str:
    """Return the versions that are run."""
    return ", ".join(f"{name} {installed(name)}" for name in PACKAGES)


@contextlib.contextmanager
def running() -> Iterator[LangChain]:
    """Yield LangChain."""
    yield LangChain(echo)


class Events(BaseCallbackHandler):
    """What tracers are told of a tool's calls."""

    def __init__(self) -> None:
        self.told: list[str] = []

    def on_tool_start(self, *_: Any, inputs: Any = None, **__: Any) -> None:
        """Note the arguments, as they are told."""
        self.told.append(f"`on_tool_start` {code(inputs)}")

    def on_tool_end(self, *_: Any, **__: Any) -> None:
        """Note that it ended well."""
        self.told.append("`on_tool_end`")

    def on_tool_error(self, error: BaseException, **_: Any) -> None:
        """Note the error."""
        self.told.append(f"`on_tool_error` {code(type(error).__name__)}")


@dataclass(slots=True)
class Called:
    """What came of a call: what the model and the program got, and what was logged."""

    model: str
    program: str
    log: str
    returned: Any = None
    goes_on: bool = True


@dataclass(frozen=True, slots=True)
class LangChain:
    """LangChain, and the toy for it."""

    toy: ModuleType

    def invoke(self, tool: Any, arguments: Any) -> Called:
        """Call a tool by itself."""
        with _listening() as (events, records):
            try:
                returned = tool.invoke(arguments, config={"callbacks": [events]})
            except Exception as error:  # whatever a tool raises
                return Called("", f"raised: {raised(error)}", _log(events, records), goes_on=False)
        return Called("", f"returned: {code(returned)}", _log(events, records), returned)

    def agent(self, tool: Any, *calls: Mapping[str, Any], **options: Any) -> Called:
        """Have an agent's model call a tool, once with each of *calls*, all at once; *options* are the agent's."""
        made = [{"type": "tool_call", "id": str(at), "name": "echo", "args": each} for at, each in enumerate(calls)]
        model = ScriptedModel(script=[AIMessage("", tool_calls=made), AIMessage("done")])
        with _listening() as (events, records):
            try:
                state = create_agent(model, tools=[tool], **options).invoke(QUESTION, config={"callbacks": [events]})
            except Exception as error:  # whatever ends a run
                return Called(
                    f"{NOTHING}: the run has ended", f"raised: {raised(error)}", _log(events, records), goes_on=False
                )
        seen = (message for message in model.seen[1] if isinstance(message, ToolMessage))
        told = [f"{code(message.content)}, status {code(message.status)}" for message in seen]
        (message, *_) = tool_messages(state)
        program = f"the same in a `ToolMessage`, artifact {code(repr(message.artifact))}"
        returned = _parsed(message.content) if message.status == "success" else None
        return Called("; ".join(told), program, _log(events, records), returned)

    def content(self, tool: Any) -> str:
        """Return the content of the message that an agent's model is given."""
        call = {"type": "tool_call", "id": "1", "name": "echo", "args": {"url": "https://example.com/"}}
        text: str = tool.invoke(call).content
        return text

    def made(self, *tools: Any) -> Any:
        """Return the agent that has these tools."""
        return create_agent(ScriptedModel(script=[]), tools=list(tools))

    def told(self, tool: Any) -> dict[str, Any]:
        """Return what a model is told of a tool's parameters."""
        parameters: dict[str, Any] = convert_to_openai_tool(tool)["function"]["parameters"]
        return parameters

    def bound(self, *tools: Any) -> list[dict[str, Any]]:
        """Return what a model is told of the tools of an agent."""
        model = ScriptedModel(script=[AIMessage("done")])
        create_agent(model, tools=list(tools)).invoke(QUESTION)
        return model.bound

    def inventory(self) -> tuple[list[str], list[str]]:
        """Return the names of the concrete tools that the packages define, and of the middleware that has tools."""
        for package in (langchain, langchain_core, langgraph):
            for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
                with contextlib.suppress(ImportError):
                    importlib.import_module(module.name)
        # Concrete: with a name of its own. Others are what tools are made of.
        named = (each for each in _below(BaseTool) if each.model_fields["name"].default is not PydanticUndefined)
        packages = {"langchain", "langchain_core", "langgraph"}
        theirs = [each.__name__ for each in named if each.__module__.partition(".")[0] in packages]
        made = [
            middleware.TodoListMiddleware(),
            middleware.ShellToolMiddleware(),
            middleware.FilesystemFileSearchMiddleware(root_path="."),
        ]
        offered = [f"`{tool.name}` (`{type(each).__name__}`)" for each in made for tool in each.tools]
        return sorted(theirs), sorted(offered)

    def waiting(self, body: Callable[[], Awaitable[Any]]) -> Any:
        """Return the toy with a coroutine for a body."""

        class Waiting(self.toy.Echo):  # type: ignore[misc, name-defined]
            async def _arun(self, **_: Any) -> Any:
                return await body()

        return Waiting()

    def answering(self, body: Callable[[], Any], **options: Any) -> Any:
        """Return the toy with another body; ``times`` is how often it was called."""

        class Answering(self.toy.Echo):  # type: ignore[misc, name-defined]
            times: int = 0

            def _run(self, **_: Any) -> Any:
                self.times += 1
                return body()

        return Answering(**options)


@contextlib.contextmanager
def _listening() -> Iterator[tuple[Events, Records]]:
    with recorded() as records:
        yield Events(), records


def _parsed(content: Any) -> Any:
    try:
        return json.loads(content)
    except ValueError:
        return content


def _log(events: Events, records: Records) -> str:
    starts = sum(told.startswith("`on_tool_start`") for told in events.told)
    told = sorted(events.told) if starts > 1 else events.told  # calls that run side by side end in any order
    return f"{'; '.join(records.told) or NOTHING}. Callbacks: {', '.join(told) or NOTHING}"


def _below(kind: type[Any]) -> Iterator[type[Any]]:
    for each in kind.__subclasses__():
        yield each
        yield from _below(each)
