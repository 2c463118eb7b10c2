"""Rehearse a release: ``hatch run release:rehearse VERSION`` runs the whole release workflow on localhost.

``release.yml`` runs unchanged in a temporary clone. Keys and placeholder values are made for this run, and stand-ins
replace PyPI, ClawHub, GitHub and third-party actions. A report lists the files that each registry received. ``--fault``
makes one job fail on purpose, and checks that the release stops in this job and that later jobs publish nothing.
"""

from __future__ import annotations

import argparse
import signal
import sys
import time
from collections.abc import Iterator
from typing import Any, Final

from dev.rehearsal import act, report
from dev.rehearsal.faults import FAULTS
from dev.rehearsal.sandbox import Sandbox, sandbox
from lib import versions
from lib.repository import ROOT, uncommitted

LAST_LINES: Final = 80
SIGNALS: Final = (signal.SIGINT, signal.SIGTERM)


def rehearse(prepared: Sandbox) -> Iterator[str]:
    """Run the workflow and print the report; yield errors."""
    run = prepared.run()
    if not run.succeeded:
        print("\n".join(run.log.splitlines()[-LAST_LINES:]))
        yield f"the workflow failed: its last lines are above, all of them in {act.keep_log(run)}"
        return
    report.print_minutes(run)
    yield from report.report(prepared)


def leftovers(prepared: Sandbox) -> Iterator[str]:
    """Yield errors for leaked secrets and for processes that still run, even if the workflow failed."""
    yield from (f"a secret is in {place}" for place in prepared.leaks())
    yield from (f"left running: {process}" for process in act.stop(prepared.folder))


def main() -> int:
    parser = argparse.ArgumentParser(description="Run the release workflow on localhost.")
    parser.add_argument("version", help="N.N.N or N.N.N-rcN")
    parser.add_argument("--fault", choices=FAULTS, help="inject this fault and check that it stops the release")
    options = parser.parse_args()
    versions.order(options.version)
    for number in SIGNALS:
        signal.signal(number, interrupt)
    began = time.monotonic()
    if names := uncommitted(ROOT):
        print(f"Only committed files are rehearsed; {len(names)} changed files are ignored.")
    try:
        with sandbox(options.version) as prepared:
            faults = [*(FAULTS[options.fault] if options.fault else rehearse)(prepared), *leftovers(prepared)]
    except KeyboardInterrupt:
        sys.exit("\nInterrupted; every process was stopped.")
    minutes = (time.monotonic() - began) / 60
    print(f"\nFailed in {minutes:.1f} minutes: {'; '.join(faults)}" if faults else f"\nPassed in {minutes:.1f} minutes")
    return int(bool(faults))


def interrupt(*_: Any) -> None:
    """Raise ``KeyboardInterrupt`` at the first signal; ignore further signals while everything is being stopped."""
    for number in SIGNALS:
        signal.signal(number, signal.SIG_IGN)
    raise KeyboardInterrupt


if __name__ == "__main__":
    sys.exit(main())
