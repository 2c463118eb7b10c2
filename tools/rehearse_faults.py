"""Faults that a rehearsal can have: each stops the release in time, says why, and publishes nothing after it."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

from difypkg_keys import make_pair
from rehearse_act import Run, keep_log
from rehearse_stage import Stage
from versions import canonical


def published_already(stage: Stage) -> Iterator[str]:
    """Have the version on PyPI already, with other bytes."""
    name = f"page_stats_core-{canonical(stage.version)}-py3-none-any.whl"
    (stage.registries.index.folder / name).write_bytes(b"another")
    yield from stopped(stage.run(), f"PyPI already has {name} with other bytes", "seal")
    yield from published(stage, uploads=0)


def wrong_key(stage: Stage) -> Iterator[str]:
    """Sign with a key that is not that of the committed public key."""
    with tempfile.TemporaryDirectory() as folder:
        private, _ = make_pair(Path(folder))
        key = private.read_text("utf-8")
    run = stage.run(key)
    yield from (f"with the wrong key, a secret is in {place}" for place in stage.leaks(key))
    yield from stopped(run, "secret DIFY_SIGNING_KEY must be the private key of", "sign")
    yield from published(stage, uploads=0)


def half_way(stage: Stage) -> Iterator[str]:
    """Let ClawHub fail when PyPI is done; run again, the release completes, and nothing is uploaded twice."""
    stage.registries.clawhub.failing = 500
    yield from stopped(stage.run(), "the rehearsal lets this upload fail", "publish to ClawHub")
    yield from published(stage, uploads=4)
    stage.registries.clawhub.failing = 0
    if not stage.run().succeeded:
        yield "the release did not complete in the second run"
    if (stage.registries.index.uploads, stage.registries.clawhub.uploads) != (4, 1):
        yield "something was uploaded twice"
    if not stage.registries.github.published():
        yield "the release was not announced in the second run"


FAULTS: Final[dict[str, Callable[[Stage], Iterator[str]]]] = {
    "published-already": published_already,
    "wrong-key": wrong_key,
    "half-way": half_way,
}


def stopped(run: Run, why: str, job: str) -> Iterator[str]:
    """Yield what is wrong with how the workflow stopped: it must be in the job of that name, and say *why*."""
    if run.succeeded:
        yield "the release must fail, but it succeeded"
    if said := [line for line in run.log.splitlines() if why in line]:
        print(f"\nIt stopped in {job}: {said[0].partition('|')[2].strip()}")
    else:
        yield f"the log must contain “{why}”, see {keep_log(run)}"
    if job != [*run.seconds][-1]:
        yield f"it must stop in {job}, but stopped in {[*run.seconds][-1]}"


def published(stage: Stage, uploads: int) -> Iterator[str]:
    """Yield what was published beyond so many uploads to PyPI."""
    if stage.registries.index.uploads != uploads:
        yield f"expected {uploads} uploads to PyPI, got {stage.registries.index.uploads}"
    if stage.registries.clawhub.uploads:
        yield "something was published on ClawHub"
    if stage.registries.github.releases:
        yield "a release was started on GitHub"
