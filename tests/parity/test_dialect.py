"""Which cases a dialect (a way to call the tool) runs, how it is called, and how its failures are reported."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path

import pytest

from harness.parity.cases import Case
from harness.parity.dialect import Dialect, DialectError, DialectProcess, Dialects, load_dialects
from lib import stage_report

ECHO = """
import json, sys
for line in sys.stdin:
    request = json.loads(line)
    print(json.dumps({"id": request["id"], "result": request["url"]}), flush=True)
"""
DYING = 'import sys; input(); print("out of ideas", file=sys.stderr); sys.exit(3)'
MUTE = 'import sys, time; input(); print("thinking", file=sys.stderr, flush=True); time.sleep(600)'
CHATTY = 'input(); print("hello", flush=True); input()'
LATE = 'input(); print(\'{"id": 0, "result": null}\', flush=True); input()'


def dialect(program: str) -> Dialect:
    """Return a dialect that runs a Python program."""
    return Dialect("made-up", (sys.executable, "-c", program), frozenset({"url"}))


def case(*, family: str = "url", dialects: frozenset[str] = frozenset()) -> Case:
    """Return a case with only a family and dialects."""
    return Case(family, "made-up", "It exists.", ("3.1",), {}, None, dialects)


class TestDialect:
    def test_runs_its_families(self) -> None:
        """A dialect runs only the families it declares."""
        assert dialect(ECHO).runs(case())
        assert not dialect(ECHO).runs(case(family="parse"))

    def test_runs_only_cases_that_are_for_it(self) -> None:
        """A case that names dialects is run only by these dialects."""
        assert dialect(ECHO).runs(case(dialects=frozenset({"made-up"})))
        assert not dialect(ECHO).runs(case(dialects=frozenset({"other"})))

    def test_pages_say_what_they_are(self) -> None:
        """A dialect that can only fetch pages runs a case only if the case has a Content-Type."""
        pages = replace(dialect(ECHO), families=frozenset({"parse"}), pages=True)
        assert not pages.runs(replace(case(family="parse"), given={"content_type": None}))
        assert pages.runs(replace(case(family="parse"), given={"content_type": "text/html"}))

    def test_lacks_keys(self) -> None:
        """If a dialect lacks a configuration key in one family, it skips only this family's cases that use the key."""
        lacking = replace(
            dialect(ECHO), families=frozenset({"fetch", "configuration"}), lacks={"fetch": frozenset({"proxy"})}
        )
        given = {"config": {"proxy": "http://127.0.0.1:3128"}}
        assert not lacking.runs(replace(case(family="fetch"), given=given))
        assert lacking.runs(replace(case(family="configuration"), given=given))
        assert lacking.runs(case(family="fetch"))

    def test_missing(self) -> None:
        """The reason why a dialect cannot run names the required programs that are not on the PATH."""
        needy = Dialect("needy", (), frozenset(), needs=("no-such-program",))
        assert needy.missing() == ["no-such-program"]
        assert needy.why_not_run() == "needy: no working no-such-program on the PATH"

    def test_broken_python(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        """A Python that does not start counts as missing. The name at the start of the reason fits CHECK_REQUIRE."""
        shim = tmp_path / "python3.12"
        shim.write_text("#!/bin/sh\nexit 127\n")
        shim.chmod(0o755)
        monkeypatch.setenv("PATH", str(tmp_path))
        (row,) = (row for row in load_dialects() if row.name == "dify")
        assert row.why_not_run() == "dify-sdk: no working python3.12 on the PATH"
        assert row.required_as in stage_report.REQUIRABLE

    def test_no_node(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """A dialect that needs Node reports the required version as missing if no suitable Node is found."""
        monkeypatch.setattr("harness.parity.dialect.find_node", lambda: None)
        rows = {row.name: row for row in load_dialects()}
        assert rows["typescript"].missing() == ["Node 24.16 or a later 24"]
        assert not rows["core"].missing()

    def test_table(self) -> None:
        """The commands of loaded dialects contain no placeholders, and the core's dialects are among them."""
        rows = load_dialects()
        assert not [row.name for row in rows if "{python}" in row.command]
        assert {"core", "core-async"} <= {row.name for row in rows}


class TestAsk:
    def test_answer(self) -> None:
        """Requests are answered in order, even if they contain lone surrogates."""
        with DialectProcess(dialect(ECHO)) as process:
            assert [process.ask({"url": url}) for url in ("a", "é\ud800")] == ["a", "é\ud800"]

    @pytest.mark.parametrize(
        ("program", "complaint"),
        [
            (DYING, "made-up ended with exit code 3\nout of ideas"),
            (MUTE, "made-up did not answer within 1 s\nthinking"),
            (CHATTY, r"made-up said 'hello\n', which is not a reply to request 1"),
            (LATE, "which is not a reply to request 1"),
            ("", "made-up ended with exit code 0"),
        ],
        ids=["dies", "hangs", "chats", "answers another request", "never reads"],
    )
    def test_no_answer(self, program: str, complaint: str) -> None:
        """If a dialect does not answer, the error states what happened instead and contains its standard error."""
        with DialectProcess(dialect(program), seconds=1) as process, pytest.raises(DialectError) as caught:
            process.ask({"url": ""})
        assert complaint in str(caught.value)

    def test_a_dialect_that_failed_is_started_anew(self) -> None:
        """If a dialect exits during a case, it is started again for the next case."""
        fragile = dialect("import json, sys\n" + ECHO.replace("print(", "request['url'] or sys.exit(1)\n    print("))
        with Dialects() as dialects:
            with pytest.raises(DialectError):
                dialects.ask(fragile, {"url": ""})
            assert dialects.ask(fragile, {"url": "a"}) == "a"
