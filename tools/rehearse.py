"""Run the release workflow here, whole, on loopback: ``hatch run release:rehearse VERSION``.

It is the very ``release.yml``, in a scratch clone with throw-away values and keys, with stand-ins for PyPI, ClawHub,
GitHub and the actions from outside. It ends with a report of what was published where. With ``--fault`` it shows that a
fault stops the release in time.
"""

from __future__ import annotations

import argparse
import signal
import sys
import time
from collections.abc import Iterator
from typing import Any, Final

import rehearse_act
import rehearse_report
import versions
from rehearse_faults import FAULTS
from rehearse_stage import Stage, stage
from work_tree import ROOT, uncommitted

LAST_LINES: Final = 80
SIGNALS: Final = (signal.SIGINT, signal.SIGTERM)


def rehearse(prepared: Stage) -> Iterator[str]:
    """Run the workflow and report; yield what is wrong."""
    run = prepared.run()
    if not run.succeeded:
        print("\n".join(run.log.splitlines()[-LAST_LINES:]))
        yield f"the workflow failed: its last lines are above, the full log is in {rehearse_act.keep_log(run)}"
        return
    rehearse_report.print_minutes(run)
    yield from rehearse_report.report(prepared)


def leftovers(prepared: Stage) -> Iterator[str]:
    """Yield where secrets are, and what runs still: neither may be, however the workflow ended."""
    yield from (f"a secret is in {place}" for place in prepared.leaks())
    yield from (f"left running: {process}" for process in rehearse_act.stop(prepared.folder))


def main() -> int:
    """Run the command line."""
    parser = argparse.ArgumentParser(description="Run the release workflow on localhost.")
    parser.add_argument("version", help="N.N.N or N.N.N-rcN")
    parser.add_argument("--fault", choices=FAULTS, help="inject this fault and check that it stops the release in time")
    options = parser.parse_args()
    versions.order(options.version)
    for number in SIGNALS:
        signal.signal(number, interrupt)
    began = time.monotonic()
    if names := uncommitted(ROOT):
        print(f"Only committed files are rehearsed; {len(names)} changed files are ignored.")
    try:
        with stage(options.version) as prepared:
            faults = [*(FAULTS[options.fault] if options.fault else rehearse)(prepared), *leftovers(prepared)]
    except KeyboardInterrupt:
        sys.exit("\nInterrupted; every process was stopped.")
    minutes = (time.monotonic() - began) / 60
    print(f"\nFailed in {minutes:.1f} minutes: {'; '.join(faults)}" if faults else f"\nPassed in {minutes:.1f} minutes")
    return int(bool(faults))


def interrupt(*_: Any) -> None:
    """End, but not before everything is stopped, for which once is enough: it is not to be interrupted in turn."""
    for number in SIGNALS:
        signal.signal(number, signal.SIG_IGN)
    raise KeyboardInterrupt


if __name__ == "__main__":
    sys.exit(main())
