"""Show the tool at work: pages of every kind and hostile servers, all on loopback, asked of every dialect side by side.

Fails if two dialects answer differently. What counts as different is what the parity tests count.
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

ROOT: Final = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "tests"))

from parity.cases import filled  # noqa: E402
from parity.dialect import Dialect, Dialects, load_dialects  # noqa: E402
from servers import PUBLIC, Servers  # noqa: E402

TIMEOUT_SECONDS: Final = 2
HOW_TO_GET: Final = {"openclaw": ", which hatch run node:install brings"}
STARTING_SECONDS: Final = 30  # the first call loads what a host has for the network, at a busy time for seconds


@dataclass(frozen=True, slots=True)
class Sample:
    """Something to ask for, and what it is."""

    what: str
    url: str


HOSTILE: Final = (
    Sample("three redirects, then a page", "{base}/hops/3"),
    Sample("a page in gzip, behind TLS", "{tls}/encoded/gzip"),
    Sample("a title full of escape sequences", "{base}/title/escapes"),
    Sample("512 MB of zeros, compressed", "{base}/bomb"),
    Sample("a body without end", "{base}/endless-body"),
    Sample("a head of which a byte comes every 0.1 s", "{base}/trickled-head"),
    Sample("a server that never answers", "{base}/never"),
    Sample("a port where nobody listens", "{refused}/"),
    Sample("a connection reset halfway", "{base}/reset-body"),
    Sample("a server that speaks something else", "{base}/banner"),
    Sample("a certificate for another name", "{tls_wrong_name}/ok"),
    Sample("an internal host", "{internal}/"),
    Sample("a redirect to an internal host", "{base}/redirect/to-loopback"),
    Sample("the same, with the host as a number", "{base}/redirect/to-number"),
    Sample("redirects in a loop", "{base}/loop/1"),
    Sample("a redirect to a file", "{base}/redirect/file"),
    Sample("a server that asks to come back later", "{base}/retry-after/digits"),
    Sample("a PDF file", "{base}/pdf"),
    Sample("no URL at all", "tide tables"),
)


def samples(places: Mapping[str, str]) -> list[Sample]:
    """Return the pages of spec/pages and the hostile samples, with the addresses of the running servers."""
    pages = json.loads((ROOT / "spec" / "pages" / "pages.json").read_text("utf-8"))
    ordinary = [Sample(page["what"], f"{{pages}}/{page['file']}") for page in pages]
    return [Sample(sample.what, filled(sample.url, places)) for sample in (*ordinary, *HOSTILE)]


def ask_all(dialects: Dialects, dialect: Dialect, asked: list[Sample]) -> list[Any]:
    """Return the answers of one dialect to all samples, in order, once it has answered anything."""

    def ask(url: str, seconds: int) -> Any:
        arguments = {"url": url, "timeout_seconds": seconds}
        return dialects.ask(dialect, {"family": "fetch", "config": {"allowed_hosts": [PUBLIC]}, "arguments": arguments})

    ask(asked[0].url, STARTING_SECONDS)
    return [ask(sample.url, TIMEOUT_SECONDS) for sample in asked]


def shown(answer: Mapping[str, Any]) -> Text:
    """Return an answer as a cell of the table."""
    if not answer["ok"]:
        details = (answer.get("reason"), answer.get("status"), answer.get("content_type"))
        return Text(": ".join([answer["error_code"], *(str(detail) for detail in details if detail)]), "yellow")
    count = f"{'≥' if answer['truncated'] else ''}{answer['word_count']:,}"
    title = Text(answer["title"], "default") if answer["title"] else Text("no title", "dim")
    return Text(f"{count:>9} words  ", "green").append_text(title)


def same(answers: tuple[Mapping[str, Any], ...]) -> bool:
    """Whether all dialects said the same, the wording of messages aside."""
    return len({json.dumps({**answer, "message": ""}, sort_keys=True) for answer in answers}) == 1


def main() -> int:
    """Ask, print the table, and say whether all agree."""
    began = time.monotonic()
    logging.getLogger("werkzeug").setLevel(logging.ERROR)  # no line for each request
    fetching = [dialect for dialect in load_dialects() if "fetch" in dialect.families]
    chosen = [dialect for dialect in fetching if not dialect.missing()]
    with Servers() as servers, Dialects(ca=servers.places["ca"]) as dialects, ThreadPoolExecutor() as threads:
        asked = samples(servers.places)
        rows = list(zip(*threads.map(lambda dialect: ask_all(dialects, dialect, asked), chosen), strict=True))
    # The twins on an event loop are asked and compared, but what they say fills no column.
    columns = [column for column, dialect in enumerate(chosen) if not dialect.name.endswith("-async")]
    table = Table(
        "what it is",
        *(chosen[column].name for column in columns),
        title="page_stats, asked through each dialect",
        box=None,
        pad_edge=False,
    )
    for sample, answers in zip(asked, rows, strict=True):
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
            told = HOW_TO_GET.get(program.name, "")
            console.print(f"{dialect.name} was not run: {program.name} is missing{told}.", style="yellow")
    return int(bool(differing))


if __name__ == "__main__":
    sys.exit(main())
