"""Deliberate faults for a rehearsal. Each must stop the release before later jobs publish, and the log must say why."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

from dev.rehearsal.act import Run, keep_log
from dev.rehearsal.sandbox import Sandbox
from lib.difypkg.keys import make_pair
from lib.versions import canonical


def published_already(sandbox: Sandbox) -> Iterator[str]:
    """Put a file of this version, but with other bytes, on PyPI before the workflow runs."""
    name = f"page_stats_core-{canonical(sandbox.version)}-py3-none-any.whl"
    (sandbox.registries.index.folder / name).write_bytes(b"another")
    yield from stopped(sandbox.run(), f"PyPI already has {name} with other bytes", "seal")
    yield from unexpected_uploads(sandbox, uploads=0)


def wrong_key(sandbox: Sandbox) -> Iterator[str]:
    """Sign with a key that does not match the committed public key."""
    with tempfile.TemporaryDirectory() as folder:
        private, _ = make_pair(Path(folder))
        key = private.read_text("utf-8")
    run = sandbox.run(key)
    yield from (f"with the wrong key, a secret is in {place}" for place in sandbox.leaks(key))
    yield from stopped(run, "secret DIFY_SIGNING_KEY must be the private key of", "sign")
    yield from unexpected_uploads(sandbox, uploads=0)


def half_way(sandbox: Sandbox) -> Iterator[str]:
    """Let ClawHub fail after the uploads to PyPI succeeded. A second run must complete and upload nothing twice."""
    sandbox.registries.clawhub.failing = 500
    yield from stopped(sandbox.run(), "the rehearsal lets this upload fail", "publish to ClawHub")
    yield from unexpected_uploads(sandbox, uploads=4)
    sandbox.registries.clawhub.failing = 0
    if not sandbox.run().succeeded:
        yield "the release did not complete in the second run"
    if (sandbox.registries.index.uploads, sandbox.registries.clawhub.uploads) != (4, 1):
        yield "something was uploaded twice"
    if not sandbox.registries.github.published():
        yield "the release was not announced in the second run"


FAULTS: Final[dict[str, Callable[[Sandbox], Iterator[str]]]] = {
    "published-already": published_already,
    "wrong-key": wrong_key,
    "half-way": half_way,
}


def stopped(run: Run, why: str, job: str) -> Iterator[str]:
    """Yield errors unless the workflow stopped in *job* and its log contains *why*."""
    if run.succeeded:
        yield "the release must fail, but it succeeded"
    if said := [line for line in run.log.splitlines() if why in line]:
        print(f"\nIt stopped in {job}: {said[0].partition('|')[2].strip()}")
    else:
        yield f"the log must contain “{why}”, see {keep_log(run)}"
    if job != [*run.seconds][-1]:
        yield f"it must stop in {job}, but stopped in {[*run.seconds][-1]}"


def unexpected_uploads(sandbox: Sandbox, uploads: int) -> Iterator[str]:
    """Yield errors unless PyPI had exactly *uploads* uploads and no other registry published anything."""
    if sandbox.registries.index.uploads != uploads:
        yield f"expected {uploads} uploads to PyPI, got {sandbox.registries.index.uploads}"
    if sandbox.registries.clawhub.uploads:
        yield "something was published on ClawHub"
    if sandbox.registries.github.releases:
        yield "a release was started on GitHub"
