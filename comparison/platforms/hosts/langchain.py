"""LangChain in this process: a tool is called directly, or by an agent that ``create_agent`` makes."""

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
    return ""


def version() -> str:
    return ", ".join(f"{name} {installed(name)}" for name in PACKAGES)


@contextlib.contextmanager
def running() -> Iterator[LangChain]:
    yield LangChain(echo)


class Events(BaseCallbackHandler):
    """Collects the callbacks that tracers receive about a tool's calls."""

    def __init__(self) -> None:
        self.lines: list[str] = []

    def on_tool_start(self, *_: Any, inputs: Any = None, **__: Any) -> None:
        self.lines.append(f"`on_tool_start` {code(inputs)}")

    def on_tool_end(self, *_: Any, **__: Any) -> None:
        self.lines.append("`on_tool_end`")

    def on_tool_error(self, error: BaseException, **_: Any) -> None:
        self.lines.append(f"`on_tool_error` {code(type(error).__name__)}")


@dataclass(slots=True)
class Called:
    """The result of a call: what the model, the program and the log received, as Markdown."""

    model: str
    program: str
    log: str
    returned: Any = None
    goes_on: bool = True


@dataclass(frozen=True, slots=True)
class LangChain:
    toy: ModuleType

    def invoke(self, tool: Any, arguments: Any) -> Called:
        """Call a tool directly."""
        with _listening() as (events, records):
            try:
                returned = tool.invoke(arguments, config={"callbacks": [events]})
            except Exception as error:  # whatever a tool raises
                return Called("", f"raised: {raised(error)}", _log(events, records), goes_on=False)
        return Called("", f"returned: {code(returned)}", _log(events, records), returned)

    def agent(self, tool: Any, *calls: Mapping[str, Any], **options: Any) -> Called:
        """Run an agent whose model calls a tool with each of *calls* in one message."""
        made = [{"type": "tool_call", "id": str(at), "name": "echo", "args": each} for at, each in enumerate(calls)]
        model = ScriptedModel(script=[AIMessage("", tool_calls=made), AIMessage("done")])
        with _listening() as (events, records):
            try:
                state = create_agent(model, tools=[tool], **options).invoke(QUESTION, config={"callbacks": [events]})
            except Exception as error:  # whatever ends a run
                return Called(
                    f"{NOTHING}: the run has ended", f"raised: {raised(error)}", _log(events, records), goes_on=False
                )
        messages = (message for message in model.seen[1] if isinstance(message, ToolMessage))
        received = [f"{code(message.content)}, status {code(message.status)}" for message in messages]
        (message, *_) = tool_messages(state)
        program = f"the same in a `ToolMessage`, artifact {code(repr(message.artifact))}"
        returned = _parsed(message.content) if message.status == "success" else None
        return Called("; ".join(received), program, _log(events, records), returned)

    def content(self, tool: Any) -> str:
        """Return the content of the message that an agent's model would receive."""
        call = {"type": "tool_call", "id": "1", "name": "echo", "args": {"url": "https://example.com/"}}
        text: str = tool.invoke(call).content
        return text

    def made(self, *tools: Any) -> Any:
        """Make an agent with these tools."""
        return create_agent(ScriptedModel(script=[]), tools=list(tools))

    def parameters(self, tool: Any) -> dict[str, Any]:
        """Return the schema of a tool's parameters, as a model receives it."""
        parameters: dict[str, Any] = convert_to_openai_tool(tool)["function"]["parameters"]
        return parameters

    def bound(self, *tools: Any) -> list[dict[str, Any]]:
        """Return the descriptions of tools, as an agent's model receives them."""
        model = ScriptedModel(script=[AIMessage("done")])
        create_agent(model, tools=list(tools)).invoke(QUESTION)
        return model.bound

    def inventory(self) -> tuple[list[str], list[str]]:
        """Return the concrete tools that the packages define, and the tools that middleware adds."""
        for package in (langchain, langchain_core, langgraph):
            for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
                with contextlib.suppress(ImportError):
                    importlib.import_module(module.name)
        # Only concrete tools have a default name; the others are base classes.
        named = (each for each in _below(BaseTool) if each.model_fields["name"].default is not PydanticUndefined)
        packages = {"langchain", "langchain_core", "langgraph"}
        defined = [each.__name__ for each in named if each.__module__.partition(".")[0] in packages]
        made = [
            middleware.TodoListMiddleware(),
            middleware.ShellToolMiddleware(),
            middleware.FilesystemFileSearchMiddleware(root_path="."),
        ]
        offered = [f"`{tool.name}` (`{type(each).__name__}`)" for each in made for tool in each.tools]
        return sorted(defined), sorted(offered)

    def waiting(self, body: Callable[[], Awaitable[Any]]) -> Any:
        """Return the toy with the coroutine function *body* as its body."""

        class Waiting(self.toy.Echo):  # type: ignore[misc, name-defined]
            async def _arun(self, **_: Any) -> Any:
                return await body()

        return Waiting()

    def answering(self, body: Callable[[], Any], **options: Any) -> Any:
        """Return the toy with another body; the tool's ``times`` counts its calls."""

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
    starts = sum(line.startswith("`on_tool_start`") for line in events.lines)
    callbacks = sorted(events.lines) if starts > 1 else events.lines  # parallel calls end in any order
    return f"{'; '.join(records.lines) or NOTHING}. Callbacks: {', '.join(callbacks) or NOTHING}"


def _below(kind: type[Any]) -> Iterator[type[Any]]:
    for each in kind.__subclasses__():
        yield each
        yield from _below(each)
