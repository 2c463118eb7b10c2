"""Run a GitHub workflow on this machine with the program ``act``, and stop the processes that it started."""

from __future__ import annotations

import contextlib
import os
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import psutil

from lib.hatch_env import outer_environment

ACT: Final = Path(sys.executable).with_name("act")

# act runs this action itself
BUILT_IN: Final = frozenset({"actions/checkout"})
USES: Final = re.compile(r"uses: ([\w.-]+/[\w.-]+)@([0-9a-f]{40})\b")
LINE: Final = re.compile(r"\[[^/\]]+/(?P<job>[^\]]+?)\s*\]\s*(?P<said>.*)")
FAILED: Final = "❌"
ENDED: Final = "🏁"
OURS: Final = frozenset({"HATCH_UV", "PYTHONPATH"})  # variables that only this process needs
MARK: Final = "REHEARSAL"
PATIENCE: Final = 10.0


@dataclass(slots=True)
class Run:
    """The result of a run, with the seconds that each job took."""

    succeeded: bool
    log: str
    seconds: dict[str, float] = field(default_factory=dict)


def actions(workflow: str) -> set[tuple[str, str]]:
    """Return the third-party actions of a workflow, each with its pinned commit."""
    return set(USES.findall(workflow))


def replaced(workflow: str, folder: Path) -> Iterator[str]:
    """Yield the options of act that replace each action with its stand-in from *folder*."""
    for action, commit in sorted(actions(workflow)):
        if action not in BUILT_IN:
            yield from ("--local-repository", f"{action}@{commit}={folder / action.partition('/')[2]}")


def each(option: str, given: Mapping[str, str]) -> Iterator[str]:
    """Yield *option* and ``NAME=VALUE`` for each name and value of *given*."""
    for name, value in given.items():
        yield from (option, f"{name}={value}")


def environment() -> dict[str, str]:
    """Return the environment variables for act: those of this process, except ``OURS``."""
    return {name: value for name, value in outer_environment().items() if name not in OURS}


def act(workflow: Path, folder: Path, *options: str) -> Run:
    """Run *workflow* in ``tree``, the clone in *folder*. The folder also contains ``secrets.yml`` and ``logs``."""
    command = [str(ACT), "workflow_dispatch", "--workflows", str(workflow)]
    command += ["--platform", "ubuntu-latest=-self-hosted"]
    command += ["--no-cache-server", "--action-cache-path", str(folder / "act"), *options]
    # do not mask secrets, so that the search for leaks can find them in the log
    command += ["--secret-file", str(folder / "secrets.yml"), "--insecure-secrets"]
    variables = environment() | {MARK: str(folder)}
    with subprocess.Popen(
        command,
        cwd=folder / "tree",
        env=variables,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        start_new_session=True,
    ) as process:
        try:
            run = follow(process, folder / "logs/log.txt")
        except BaseException:
            process.kill()  # act's child processes have MARK in their environment; ``stop`` finds them by it
            raise
    run.succeeded = process.returncode == 0
    return run


def follow(process: subprocess.Popen[str], path: Path) -> Run:
    """Print each job when it ends, and each step that fails; append all output of act to the file *path*."""
    run = Run(succeeded=False, log="")
    began: dict[str, float] = {}
    assert process.stdout
    with path.open("a", encoding="utf-8") as log:
        for line in process.stdout:
            log.write(line)
            run.log += line
            if not (match := LINE.match(line)):
                continue
            job, said = match["job"], match["said"]
            began.setdefault(job, time.monotonic())
            if ENDED in said:
                run.seconds[job] = time.monotonic() - began[job]
            if ENDED in said or FAILED in said:
                print(f"  {job:<22} {said}", flush=True)
    process.wait()
    return run


def keep_log(run: Run) -> str:
    """Write the run's output to a file that is kept after the rehearsal, and return its path."""
    options: dict[str, Any] = {"mode": "w", "encoding": "utf-8", "prefix": "rehearsed-", "suffix": ".log"}
    with tempfile.NamedTemporaryFile(delete=False, **options) as log:
        log.write(run.log)
    return str(log.name)


def processes(folder: Path) -> list[psutil.Process]:
    """Return the processes that the rehearsal in *folder* started.

    Their environment contains the folder's path. If one of our programs started a process with a clean environment,
    the process has the path in its command or working directory instead.
    """
    found = []
    for process in psutil.process_iter():
        with contextlib.suppress(psutil.Error):  # the process has exited, or belongs to another user
            places = (*process.environ().values(), *process.cmdline(), process.cwd())
            if process.pid != os.getpid() and any(str(folder) in place for place in places):
                found.append(process)
    return found


def stop(folder: Path, patience: float = PATIENCE) -> list[str]:
    """Stop the rehearsal's running processes, and any that they start meanwhile; return the command of each.

    A process that does not exit within *patience* seconds is killed.
    """
    names: dict[int, str] = {}
    while running := processes(folder):
        for process in running:
            with contextlib.suppress(psutil.Error):
                names[process.pid] = " ".join(process.cmdline()[:3])
                process.terminate()
        for process in psutil.wait_procs(running, timeout=patience)[1]:
            with contextlib.suppress(psutil.Error):
                process.kill()
        psutil.wait_procs(running, timeout=patience)
    return [*names.values()]
