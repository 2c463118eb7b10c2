"""The daemon's server: the program that ``DIFY_DAEMON`` names, or else the daemon's image if a container engine runs.

The program and the image use the same settings and listen on the same ports of localhost.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from harness.processes import end
from harness.waiting import eventually
from lib.locate.dify_cli import VERSION, find_cli, is_program

IMAGE: Final = f"docker.io/langgenius/dify-plugin-daemon:{VERSION}-local"
ENGINES: Final = ("docker", "podman")
ENGINE_SECONDS: Final = 30.0
PULL_SECONDS: Final = 300.0
READY_SECONDS: Final = 60.0

# The image's own command, but with retries, because a database may accept connections before it is ready.
IN_THE_IMAGE: Final = ("/bin/bash", "-c", "until /app/commandline migrate; do sleep 0.1; done; exec /app/main")
STORAGE_IN_THE_IMAGE: Final = Path("/app/storage")


@dataclass(frozen=True, slots=True)
class Start:
    """A server's settings and folder, and the files of this machine that the server reads."""

    settings: Mapping[str, str]
    folder: Path
    files: Sequence[Path] = ()


@dataclass(slots=True)
class Program:
    """The server as a program. Dify's command line creates the tables; *own* has further environment variables."""

    path: str
    cli: Path
    own: Mapping[str, str]
    _process: subprocess.Popen[bytes] | None = None

    def start(self, start: Start) -> None:
        """Create the tables and start the server in its folder."""
        environment = {**start.settings, **self.own, **storage(start.folder)}
        log = start.folder / "daemon.log"
        with log.open("wb") as out:
            quietly: dict[str, Any] = {"env": environment, "cwd": start.folder, "stdin": subprocess.DEVNULL}
            quietly |= {"stdout": out, "stderr": out}
            migrate = [str(self.cli), "migrate"]
            made = lambda: subprocess.run(migrate, check=False, **quietly).returncode == 0  # noqa: E731
            assert eventually(made, READY_SECONDS, 0.1), log.read_text()
            self._process = subprocess.Popen([self.path], **quietly)

    def stop(self) -> None:
        if self._process:
            end(self._process)

    def pid(self) -> int:
        """Return the id of the parent of the plugins' processes."""
        assert self._process
        return self._process.pid

    def logs(self) -> str:
        """Return an empty string: the log is in the server's folder."""
        return ""


@dataclass(slots=True)
class Container:
    """The server in its image, run by *engine*. It has access only to this machine's network and the listed files."""

    engine: str
    _id: str = ""

    def start(self, start: Start) -> None:
        """Start the container, which creates its own tables."""
        settings = {**start.settings, **storage(STORAGE_IN_THE_IMAGE)}
        self._id = self._say("run", *run_arguments(settings, start.files), environment={**os.environ, **settings})

    def stop(self) -> None:
        """Stop and remove the container, but keep the image."""
        if self._id:
            self._say("stop", self._id)
            self._say("rm", "--force", "--volumes", self._id)

    def pid(self) -> int:
        """Return the id, on this machine, of the parent of the plugins' processes."""
        return int(self._say("inspect", "--format", "{{.State.Pid}}", self._id))

    def logs(self) -> str:
        """Return the last 50 lines of the log."""
        return self._say("logs", "--tail", "50", self._id, errors=subprocess.STDOUT) if self._id else ""

    def _say(self, *arguments: str, environment: Mapping[str, str] | None = None, errors: int = subprocess.PIPE) -> str:
        command = [self.engine, *arguments]
        done = subprocess.run(command, env=environment, stdout=subprocess.PIPE, stderr=errors, text=True, check=False)
        if done.returncode:
            raise RuntimeError(f"{self.engine} {arguments[0]}: {done.stderr}")
        return done.stdout.strip()


Server = Program | Container


def run_arguments(settings: Mapping[str, str], files: Sequence[Path]) -> list[str]:
    """Return the ``run`` arguments. The engine reads values from its environment, to hide them in process lists."""
    mounts = [part for path in files for part in ("--volume", f"{path}:{path}:ro")]
    told = [part for name in settings for part in ("--env", name)]
    return ["--detach", "--network", "host", *mounts, *told, IMAGE, *IN_THE_IMAGE]


def storage(folder: Path) -> dict[str, str]:
    """Return the settings for the folders of packages and plugins."""
    return {"PLUGIN_STORAGE_LOCAL_ROOT": str(folder / "storage"), "PLUGIN_WORKING_PATH": str(folder / "plugins")}


def find_server(own: Mapping[str, str]) -> tuple[Server | None, str]:
    """Return the server, or None and the missing requirement. A program gets the environment variables in *own*."""
    given = os.environ.get("DIFY_DAEMON")
    if not given:
        return find_container()
    if not is_program(given):
        return None, f"DIFY_DAEMON must name a program, got {given}"
    cli, why = find_cli()
    return (Program(given, cli, own), "") if cli else (None, f"the command line makes the daemon's tables: {why}")


def find_container() -> tuple[Container | None, str]:
    """Return the server in its image, or None and the missing requirement. Pull the image if needed."""
    why = "DIFY_DAEMON is not set, and "
    if sys.platform != "linux":
        return None, f"{why}a container shares the network of Linux alone"
    faults = []
    for name in ENGINES:
        engine = shutil.which(name)
        fault = fault_of([engine, "info"], ENGINE_SECONDS) if engine else "is not on the PATH"
        if not engine or fault:
            faults.append(f"{name} {fault}")
            continue
        if not fault_of([engine, "image", "inspect", IMAGE], ENGINE_SECONDS):
            return Container(engine), ""
        fault = fault_of([engine, "pull", "--quiet", IMAGE], PULL_SECONDS)
        return (None, f"{why}{name} cannot pull {IMAGE}: it {fault}") if fault else (Container(engine), "")
    return None, f"{why}no container engine runs: {'; '.join(faults)}"


def fault_of(command: Sequence[str], seconds: float) -> str:
    """Return a short description of how *command* failed, or an empty string."""
    try:
        done = subprocess.run(
            command, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=seconds, check=False
        )
    except subprocess.TimeoutExpired:
        return f"does not answer within {seconds:g} s"
    except OSError as error:
        return f"does not start ({error.strerror})"
    lines = (done.stderr.strip() or done.stdout.strip()).splitlines()
    return f"ends with {done.returncode} ({lines[-1] if lines else 'and says nothing'})" if done.returncode else ""
