"""What becomes of each argument: what reaches the tool, and what the model, the program and the log get."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from contracts.cells import Sighting
from contracts.inputs import INPUTS, judged

if TYPE_CHECKING:
    from contracts.hosts.dify import Dify
    from contracts.hosts.langchain import LangChain

ROWS: Final = {name: name for name in INPUTS}
COLUMNS: Final = ("langchain-invoke", "langchain-agent", "dify-sdk")


def langchain(host: LangChain) -> Iterator[Sighting]:
    """Call the toy by itself and through an agent."""
    for row, arguments in INPUTS.items():
        for column, call in (("langchain-invoke", host.invoke), ("langchain-agent", host.agent)):
            called = call(host.toy.Echo(), arguments)
            parts = {"the model gets": called.model, "the program gets": called.program, "the log gets": called.log}
            yield row, column, judged(row, called.returned, parts)


def dify(host: Dify) -> Iterator[Sighting]:
    """Call the toy as the daemon does, which hands over what it is given."""
    for row, arguments in INPUTS.items():
        called = host.call(arguments)
        parts = {"the program gets": called.program, "the log gets": called.log}
        yield row, "dify-sdk", judged(row, called.returned, parts)
