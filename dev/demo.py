"""Serve sample pages and hostile servers on localhost, and compare the results of all dialects.

A dialect is one way to call the tool, such as a host with the tool installed. The demo fails if results differ.
"""

from __future__ import annotations

import json
import logging
import sys
import time
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from rich.console import Console
from rich.table import Table
from rich.text import Text

from harness.parity.cases import filled
from harness.parity.dialect import Dialect, Dialects, load_dialects
from harness.servers import PUBLIC, Servers
from lib.locate.dify_sdk import find_python
from lib.repository import ROOT

TIMEOUT_SECONDS: Final = 2
HOW_TO_GET: Final = {"openclaw": " (hatch run node:install)"}
STARTING_SECONDS: Final = 30  # the first call loads a host's network code, which takes seconds on a busy machine


@dataclass(frozen=True, slots=True)
class Sample:
    """A URL to request, with its description."""

    what: str
    url: str


HOSTILE: Final = (
    Sample("three redirects, then a page", "{base}/hops/3"),
    Sample("a page in gzip, behind TLS", "{tls}/encoded/gzip"),
    Sample("a title full of escape sequences", "{base}/title/escapes"),
    Sample("512 MB of zeros, compressed", "{base}/bomb"),
    Sample("an endless body", "{base}/endless-body"),
    Sample("headers sent one byte per 0.1 s", "{base}/trickled-head"),
    Sample("a server that never answers", "{base}/never"),
    Sample("a closed port", "{refused}/"),
    Sample("a connection reset halfway", "{base}/reset-body"),
    Sample("a server that speaks something else", "{base}/banner"),
    Sample("a certificate for another name", "{tls_wrong_name}/ok"),
    Sample("an internal host", "{internal}/"),
    Sample("a redirect to an internal host", "{base}/redirect/to-loopback"),
    Sample("the same, with a numeric host", "{base}/redirect/to-number"),
    Sample("a redirect loop", "{base}/loop/1"),
    Sample("a redirect to a file", "{base}/redirect/file"),
    Sample("a server that asks for a later retry", "{base}/retry-after/digits"),
    Sample("a PDF file", "{base}/pdf"),
    Sample("not a URL", "tide tables"),
)


def samples(places: Mapping[str, str]) -> list[Sample]:
    """Return the pages of spec/pages and the hostile samples, with the servers' addresses filled in."""
    pages = json.loads((ROOT / "spec" / "pages" / "pages.json").read_text("utf-8"))
    ordinary = [Sample(page["what"], f"{{pages}}/{page['file']}") for page in pages]
    return [Sample(sample.what, filled(sample.url, places)) for sample in (*ordinary, *HOSTILE)]


def ask_all(dialects: Dialects, dialect: Dialect, wanted: list[Sample]) -> list[Any]:
    """Return one dialect's results for all samples, in order, after one warm-up call."""

    def call(url: str, seconds: int) -> Any:
        arguments = {"url": url, "timeout_seconds": seconds}
        return dialects.ask(dialect, {"family": "fetch", "config": {"allowed_hosts": [PUBLIC]}, "arguments": arguments})

    call(wanted[0].url, STARTING_SECONDS)
    return [call(sample.url, TIMEOUT_SECONDS) for sample in wanted]


def shown(answer: Mapping[str, Any]) -> Text:
    """Return a result as a table cell."""
    if not answer["ok"]:
        details = (answer.get("reason"), answer.get("status"), answer.get("content_type"))
        return Text(": ".join([answer["error_code"], *(str(detail) for detail in details if detail)]), "yellow")
    count = f"{'≥' if answer['truncated'] else ''}{answer['word_count']:,}"
    title = Text(answer["title"], "default") if answer["title"] else Text("no title", "dim")
    return Text(f"{count:>9} words  ", "green").append_text(title)


def same(answers: tuple[Mapping[str, Any], ...]) -> bool:
    """Whether all dialects returned the same result, ignoring the wording of messages."""
    return len({json.dumps({**answer, "message": ""}, sort_keys=True) for answer in answers}) == 1


def main() -> int:
    began = time.monotonic()
    logging.getLogger("werkzeug").setLevel(logging.ERROR)  # do not log every request
    fetching = [dialect for dialect in load_dialects() if "fetch" in dialect.families]
    chosen = [dialect for dialect in fetching if not dialect.missing()]
    if any(dialect.name == "dify" for dialect in chosen):
        print("Preparing Dify's SDK …", flush=True)
        find_python()  # may install the SDK, which takes longer than the time limit of a call
    with Servers() as servers, Dialects(ca=servers.places["ca"]) as dialects, ThreadPoolExecutor() as threads:
        wanted = samples(servers.places)
        rows = list(zip(*threads.map(lambda dialect: ask_all(dialects, dialect, wanted), chosen), strict=True))
    # Async dialects are compared, but do not get a column.
    columns = [column for column, dialect in enumerate(chosen) if not dialect.name.endswith("-async")]
    table = Table(
        "sample",
        *(chosen[column].name for column in columns),
        title="page_stats, called through each dialect",
        box=None,
        pad_edge=False,
    )
    for sample, answers in zip(wanted, rows, strict=True):
        table.add_row(
            sample.what if same(answers) else Text(sample.what, "bold red"),
            *(shown(answers[column]) for column in columns),
        )
    console = Console(width=None if sys.stdout.isatty() else 140)
    console.print(table)
    differing = sum(not same(answers) for answers in rows)
    verdict = (
        f"{differing} of {len(rows)} are answered differently" if differing else f"All {len(rows)} are answered alike"
    )
    console.print(f"\n{verdict} by {', '.join(dialect.name for dialect in chosen)} ({time.monotonic() - began:.0f} s).")
    for dialect in fetching:
        for program in map(Path, dialect.missing()):
            fix = HOW_TO_GET.get(program.name, "")
            console.print(f"{dialect.name} is not shown: {program.name} is missing{fix}.", style="yellow")
    return int(bool(differing))


if __name__ == "__main__":
    sys.exit(main())
