"""Load the cases, and convert each case to the request that a dialect receives."""

from __future__ import annotations

import base64
import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from lib.repository import ROOT

SPEC: Final = ROOT / "spec"

# Defaults of a case: a valid URL, and a configuration that allows the fixture server.
URL: Final = "https://example.com/"
FETCH_CONFIG: Final = {"allowed_hosts": ["127.0.0.2"]}


@dataclass(frozen=True, slots=True)
class Case:
    """One case. ``given`` is the case's input. If ``dialects`` is empty, all dialects run the case."""

    family: str
    name: str
    why: str
    spec: tuple[str, ...]
    given: Mapping[str, Any]
    expect: Any
    dialects: frozenset[str]

    @property
    def id(self) -> str:
        return f"{self.family}-{self.name}"


def load_cases() -> tuple[Case, ...]:
    documents = [json.loads(path.read_text("utf-8")) for path in sorted(SPEC.glob("cases/*.json"))]
    return tuple(_case(document["family"], case) for document in documents for case in document["cases"])


def _case(family: str, fields: dict[str, Any]) -> Case:
    told = {"name", "why", "spec", "expect", "dialects", "chromium_title", "chromium_words"}
    return Case(
        family=family,
        name=fields["name"],
        why=fields["why"],
        spec=tuple(fields["spec"]),
        given={name: value for name, value in fields.items() if name not in told},
        expect=complete(fields["expect"]),
        dialects=frozenset(fields.get("dialects", ())),
    )


def complete(answer: Any) -> Any:
    """Return an expected *answer*; if it has ``word_count`` but no ``link_word_count``, the latter is 0."""
    return {"link_word_count": 0} | answer if isinstance(answer, dict) and "word_count" in answer else answer


def request_of(case: Case, places: Mapping[str, str]) -> dict[str, Any]:
    """Return the request to a dialect; *places* maps placeholders to the addresses of the test servers."""
    given = dict(case.given)
    config = given.pop("config", FETCH_CONFIG if case.family == "fetch" else {})
    match case.family:
        case "configuration":
            given.setdefault("arguments", {"url": URL})
        case "parse" if "body" in given:
            given["body_base64"] = _base64(given.pop("body").encode())
        case "truncation":
            page = (SPEC / "pages" / given.pop("page")).read_bytes()
            return _request("parse", config, given | {"body_base64": _base64(page[: given.pop("first_bytes")])})
        case "fetch":
            given["arguments"] = {"url": "{base}" + given.pop("route", "")} | given.get("arguments", {})
            given, config = filled(given, places), filled(config, places)
    return _request(case.family, config, given)


def _request(family: str, config: Any, given: Mapping[str, Any]) -> dict[str, Any]:
    return {"family": family, "config": config, **given}


def _base64(data: bytes) -> str:
    return base64.b64encode(data).decode("ascii")


def filled(value: Any, places: Mapping[str, str]) -> Any:
    """Return *value* with each ``{placeholder}`` in its strings replaced."""
    if isinstance(value, dict):
        return {key: filled(item, places) for key, item in value.items()}
    if isinstance(value, list):
        return [filled(item, places) for item in value]
    if isinstance(value, str):
        for name, place in places.items():
            value = value.replace(f"{{{name}}}", place)
    return value
