"""Compares the answers of two dialects, and shrinks each input for which they differ."""

from __future__ import annotations

import base64
import json
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from random import Random
from typing import Any, Final, Self

from harness.fuzz.bodies import parse_input
from harness.fuzz.rules import address_input, arguments_input, url_input
from harness.parity.dialect import DialectProcess, load_dialects

DIALECTS: Final = ("core", "typescript")
MAKERS: Final = {"parse": parse_input, "url": url_input, "address": address_input, "arguments": arguments_input}
WEIGHTS: Final = (85, 7, 3, 5)
BATCH: Final = 200
# How many smaller inputs are tried for each difference.
TRIES: Final = 5_000


@dataclass(frozen=True, slots=True)
class Input:
    """One input: its family of cases and the fields of its request; the field ``body`` is bytes."""

    name: str
    family: str
    given: Mapping[str, Any]

    def request(self) -> dict[str, Any]:
        request = {"family": self.family, "config": {}, **self.given}
        if "body" in request:
            request["body_base64"] = base64.b64encode(request.pop("body")).decode("ascii")
        return request

    def case(self, expect: Any) -> str:
        """Return a case for ``spec/cases``, still without its reason (``why``) and its paragraph (``spec``)."""
        given = dict(self.given)
        try:
            given["body"] = given["body"].decode("utf-8") if "body" in given else None
        except UnicodeDecodeError:
            given["body_base64"] = self.request()["body_base64"]
            given["body"] = None
        given = {key: value for key, value in given.items() if value is not None or key == "content_type"}
        return json.dumps({"name": self.name, "why": "", "spec": [""], **given, "expect": expect}, indent=2)


def make(seed: int, number: int) -> Input:
    random = Random(f"{seed}/{number}")
    family = random.choices(list(MAKERS), WEIGHTS)[0]
    return Input(f"fuzz-{seed}-{number}", family, MAKERS[family](random))


@dataclass(frozen=True, slots=True)
class Difference:
    """An input and its answers by dialect."""

    input: Input
    answers: Mapping[str, Any]

    def __str__(self) -> str:
        answers = "".join(f"\n{name}: {json.dumps(answer)}" for name, answer in self.answers.items())
        return self.input.case(self.answers[DIALECTS[0]]) + answers


class Languages:
    """Runs the processes of the two dialects, as a context manager."""

    def __init__(self) -> None:
        rows = {dialect.name: dialect for dialect in load_dialects() if dialect.name in DIALECTS}
        if missing := [program for row in rows.values() for program in row.missing()]:
            sys.exit(f"Not run: {', '.join(missing)} is not on the PATH.")
        self._processes = {name: DialectProcess(rows[name]) for name in DIALECTS}

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        for process in self._processes.values():
            process.close()

    def answer(self, name: str, one: Input) -> Any:
        return self._processes[name].ask(one.request())

    def answers(self, inputs: Sequence[Input]) -> Iterator[Difference]:
        """Yield each input with the dialects' answers. All requests are sent before the first reply is read."""
        requests = [one.request() for one in inputs]
        sent = {name: [process.send(request) for request in requests] for name, process in self._processes.items()}
        for place, one in enumerate(inputs):
            yield Difference(one, {name: process.reply(sent[name][place]) for name, process in self._processes.items()})

    def differences(self, inputs: Iterable[Input]) -> Iterator[Difference]:
        """Yield the inputs to which the dialects give different answers."""
        rest = iter(inputs)
        while batch := list(islice(rest, BATCH)):
            yield from [found for found in self.answers(batch) if differs(found)]

    def shrink(self, found: Difference) -> Difference:
        """Return the difference with the smallest input that is found within ``TRIES`` tries."""
        tries = iter(range(TRIES))
        while smaller := self._smaller(found, tries):
            found = smaller
        return found

    def _smaller(self, found: Difference, tries: Iterator[int]) -> Difference | None:
        for given in variants(found.input.given, may_drop=False):
            if next(tries, None) is None:
                return None
            answer = next(self.answers([replace(found.input, given=given)]))
            if differs(answer):
                return answer
        return None


def differs(found: Difference) -> bool:
    """Return whether the answers are different JSON."""
    return len({json.dumps(answer, sort_keys=True) for answer in found.answers.values()}) > 1


def variants(value: Any, *, may_drop: bool = True) -> Iterator[Any]:
    """Yield copies of *value*, each with one part removed. Large parts are removed before small ones."""
    if isinstance(value, str | bytes):
        sequence: Any = value
        yield from (sequence[:start] + sequence[end:] for start, end in _parts(len(value)))
    elif isinstance(value, Mapping):
        for key, item in value.items():
            others = {name: other for name, other in value.items() if name != key}
            if may_drop:
                yield others
            yield from ({**value, key: smaller} for smaller in variants(item))
    elif isinstance(value, list):
        for place, item in enumerate(value):
            if may_drop and len(value) > 1:
                yield value[:place] + value[place + 1 :]
            yield from ([*value[:place], smaller, *value[place + 1 :]] for smaller in variants(item))


def _parts(size: int) -> Iterator[tuple[int, int]]:
    """Yield ranges of positions: the whole, then its halves, its quarters and so on."""
    part = size
    while part:
        yield from ((start, start + part) for start in range(0, size, part))
        part //= 2
