"""Run every case in each dialect (way to call the tool) that supports its family. See harness/parity/README.md."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from harness.parity.cases import Case, load_cases
from harness.parity.dialect import Dialect, DialectError, load_dialects
from harness.parity.judge import complaint, find_deviation, load_deviations
from harness.parity.prefetch import Answers
from harness.parity.serve_parse_cases import page_case, page_result

CASES = load_cases()
DIALECTS = load_dialects()
DEVIATIONS = load_deviations()
# Dialects that only accept URLs and do not call the core.
OWN_FETCH = {"openclaw"}


def _pairs(way: str) -> list[object]:
    return [
        pytest.param(dialect, case, id=f"{dialect.name}-{case.id}", marks=_marks(dialect))
        for dialect in DIALECTS
        for case in CASES
        if dialect.runs(case) and _way(dialect, case) == way
    ]


def _way(dialect: Dialect, case: Case) -> str:
    if case.family in {"parse", "truncation"}:
        return "page" if dialect.pages else "directly"
    return "fetch" if case.family == "fetch" else "directly"


def _marks(dialect: Dialect) -> list[pytest.MarkDecorator]:
    """Return the marks of a dialect's tests, which are slow if the dialect only calls the core, as host tools do."""
    why_not = dialect.why_not_run()
    skipped = pytest.mark.skipif(bool(why_not), reason=why_not)
    return [skipped, pytest.mark.slow] if dialect.pages and dialect.name not in OWN_FETCH else [skipped]


def _answer(dialect: Dialect, case: Case, answers: Answers) -> Any:
    try:
        return answers.to(dialect, case)
    except DialectError as error:
        pytest.fail(str(error), pytrace=False)


def _check(dialect: Dialect, case: Case, result: Any, places: Mapping[str, str]) -> None:
    if fault := complaint(case, result, find_deviation(DEVIATIONS, dialect.name, case), places):
        pytest.fail(f"{dialect.name}: {fault}", pytrace=False)


@pytest.mark.parametrize(("dialect", "case"), _pairs("directly"))
def test_case(dialect: Dialect, case: Case, answers: Answers) -> None:
    """A dialect gives the answer that the case expects, or the answer listed for it in deviations.json."""
    _check(dialect, case, _answer(dialect, case, answers), {})


@pytest.mark.parametrize(("dialect", "case"), _pairs("fetch"))
def test_fetch(dialect: Dialect, case: Case, fetched: Answers, places: Mapping[str, str]) -> None:
    """A fetch gives the expected answer. If it fails, the answer has a message."""
    _check(dialect, case, _answer(dialect, case, fetched), places)


@pytest.mark.parametrize(("dialect", "case"), _pairs("page"))
def test_page(dialect: Dialect, case: Case, fetched: Answers) -> None:
    """If a dialect can only fetch, the pages of the parse cases are served to it, and it passes these cases."""
    _check(dialect, page_case(case), page_result(_answer(dialect, case, fetched)), {})


def test_deviations_name_what_exists() -> None:
    """Every deviation names a case that its dialect runs. A dialect has at most one deviation for a case."""
    run = {(dialect.name, case.name) for dialect in DIALECTS for case in CASES if dialect.runs(case)}
    named = [(entry.dialect, entry.case) for entry in DEVIATIONS]
    assert set(named) <= run
    assert len(set(named)) == len(named)


def test_cases_name_dialects_that_exist() -> None:
    """If a case is limited to some dialects, those dialects exist and run the case's family."""
    run = {(dialect.name, family) for dialect in DIALECTS for family in dialect.families}
    unknown = {(name, case.family) for case in CASES for name in case.dialects} - run
    assert not unknown


def test_every_family_is_run() -> None:
    """Every family of cases is run by at least one dialect."""
    assert {case.family for case in CASES} <= {family for dialect in DIALECTS for family in dialect.families}
