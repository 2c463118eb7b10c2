"""Faults that a rehearsal can have: each stops the release in time, says why, and publishes nothing after it."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

from dev.rehearsal.act import Run, keep_log
from dev.rehearsal.sandbox import Stage
from lib.difypkg.keys import make_pair
from lib.versions import canonical


def published_already(stage: Stage) -> Iterator[str]:
    """Have the version on PyPI already, with other bytes."""
    name = f"page_stats_core-{canonical(stage.version)}-py3-none-any.whl"
    (stage.registries.index.folder / name).write_bytes(b"another")
    yield from stopped(stage.run(), f"PyPI has {name} already, with other bytes", "seal")
    yield from published(stage, uploads=0)


def wrong_key(stage: Stage) -> Iterator[str]:
    """Sign with a key that is not that of the committed public key."""
    with tempfile.TemporaryDirectory() as folder:
        private, _ = make_pair(Path(folder))
        key = private.read_text("utf-8")
    run = stage.run(key)
    yield from (f"with the wrong key, a secret is in {place}" for place in stage.leaks(key))
    yield from stopped(run, "The secret DIFY_SIGNING_KEY is not the private key of", "sign")
    yield from published(stage, uploads=0)


def half_way(stage: Stage) -> Iterator[str]:
    """Let ClawHub fail when PyPI is done; run again, the release completes, and nothing is uploaded twice."""
    stage.registries.clawhub.failing = 500
    yield from stopped(stage.run(), "the rehearsal lets this upload fail", "publish to ClawHub")
    yield from published(stage, uploads=4)
    stage.registries.clawhub.failing = 0
    if not stage.run().succeeded:
        yield "run again, the release did not complete"
    if (stage.registries.index.uploads, stage.registries.clawhub.uploads) != (4, 1):
        yield "something was uploaded twice"
    if not stage.registries.github.published():
        yield "run again, the release was not announced"


FAULTS: Final[dict[str, Callable[[Stage], Iterator[str]]]] = {
    "published-already": published_already,
    "wrong-key": wrong_key,
    "half-way": half_way,
}


def stopped(run: Run, why: str, job: str) -> Iterator[str]:
    """Yield what is wrong with how the workflow stopped: it must be in the job of that name, and say *why*."""
    if run.succeeded:
        yield "the release succeeded, although it must not"
    if said := [line for line in run.log.splitlines() if why in line]:
        print(f"\nIt stopped in {job}: {said[0].partition('|')[2].strip()}")
    else:
        yield f"it does not say “{why}”, but what is in {keep_log(run)}"
    if job != [*run.seconds][-1]:
        yield f"it ended in {[*run.seconds][-1]}, not in {job}"


def published(stage: Stage, uploads: int) -> Iterator[str]:
    """Yield what was published beyond so many uploads to PyPI."""
    if stage.registries.index.uploads != uploads:
        yield f"{stage.registries.index.uploads} uploads to PyPI, not {uploads}"
    if stage.registries.clawhub.uploads:
        yield "something was published on ClawHub"
    if stage.registries.github.releases:
        yield "something was begun on GitHub"
