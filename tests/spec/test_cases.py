"""The case files match their schema and further rules. ``hatch run lint:check`` checks the files' format."""

from __future__ import annotations

import json
import re
from collections import Counter
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator
from referencing import Registry, Resource

from harness.documents import claimed
from harness.parity.cases import complete
from lib.repository import ROOT

SPEC = ROOT / "spec"
FILES = sorted(SPEC.glob("cases/*.json"))
CASES = [case for path in FILES for case in json.loads(path.read_text("utf-8"))["cases"]]
PARAGRAPHS = re.findall(r"(?m)^- \*\*(\d+\.\d+)\*\* ", (SPEC / "page-stats.md").read_text("utf-8"))

MODAL = re.compile(
    r"\b(?:can|cannot|could|may|might|must|shall|should|will|would|ought|need(?:s)? to|(?:has|have) to"
    r"|(?:ca|wo|should|must|could|would)n['’]t)\b",
    re.IGNORECASE,
)
SENTENCE_END = re.compile(r"[.!?…]['”’)]*\s+(?=[^a-z\s])")


def _schema(name: str) -> Resource:
    return Resource.from_contents(json.loads((SPEC / name).read_text("utf-8")))


REGISTRY: Registry = Registry().with_resources(
    (name, _schema(name)) for name in ("case.schema.json", "contract.schema.json")
)


def _faults(schema: str, instance: object) -> list[str]:
    validator = Draft202012Validator({"$ref": schema}, registry=REGISTRY)
    return [f"{error.json_path}: {error.message}" for error in validator.iter_errors(instance)]


def test_schemas() -> None:
    """Both schemas are valid JSON Schema."""
    for name in ("case.schema.json", "contract.schema.json"):
        Draft202012Validator.check_schema(_schema(name).contents)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_file(path: Path) -> None:
    """Each case file is valid under the schema, and the file's name starts with the family of its cases."""
    document = json.loads(path.read_text("utf-8"))
    assert not _faults("case.schema.json", document)
    assert re.fullmatch(rf"{document['family']}(-[a-z0-9-]+)?\.json", path.name)


def test_answers_of_fetches_are_the_contracts() -> None:
    """A fetch case's expected answer, completed with a message or ``link_word_count``, fits the contract's schema."""
    documents = [json.loads(path.read_text("utf-8")) for path in FILES]
    cases = [case for document in documents if document["family"] == "fetch" for case in document["cases"]]
    faults = {
        case["name"]: found
        for case in cases
        for model, answer in [
            ("PageStats", complete(case["expect"]))
            if case["expect"]["ok"]
            else ("PageStatsFailure", case["expect"] | {"message": "any"})
        ]
        if (found := _faults(f"contract.schema.json#/$defs/{model}", answer))
    }
    assert not faults


def test_names_are_unique() -> None:
    """Case names are unique across all files."""
    assert not [name for name, count in Counter(case["name"] for case in CASES).items() if count > 1]


def test_why_is_one_sentence() -> None:
    """The `why` of a case, its reason, is one sentence that ends with a full stop."""
    odd = [
        f"{case['name']}: {case['why']}"
        for case in CASES
        if not case["why"].endswith(".") or SENTENCE_END.search(case["why"])
    ]
    assert not odd


def test_why_states_what_is() -> None:
    """The `why` of a case, its reason, contains no modal verb such as "must"."""
    assert not [f"{case['name']}: {case['why']}" for case in CASES if MODAL.search(case["why"])]


def test_paragraphs_exist() -> None:
    """Paragraph numbers in the specification are unique, and every paragraph that a case names exists."""
    assert len(set(PARAGRAPHS)) == len(PARAGRAPHS)
    assert not {paragraph for case in CASES for paragraph in case["spec"]} - set(PARAGRAPHS)


def test_every_paragraph_has_a_case() -> None:
    """Every paragraph of the specification is named by at least one case."""
    shown = {paragraph for case in CASES for paragraph in case["spec"]}
    assert not [paragraph for paragraph in PARAGRAPHS if paragraph not in shown]


def test_pages_of_truncations_exist() -> None:
    """Every page that a truncation case names exists in spec/pages."""
    pages = {case["page"] for case in CASES if "page" in case}
    assert not {page for page in pages if not (SPEC / "pages" / page).is_file()}


def test_example() -> None:
    """The case file shown in the README of the parity tests is an excerpt of the real file."""
    (block,) = claimed(__file__)
    shown = json.loads(block.text)
    kept = json.loads((SPEC / "cases" / f"{shown['family']}.json").read_text("utf-8"))
    assert shown == kept | {"cases": [case for case in kept["cases"] if case in shown["cases"]]}
    assert shown["cases"]
