"""Which server of Dify's daemon is taken, and what an engine is told of its image: an engine that only takes notes."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from harness.hosts.dify.server import IMAGE, Container, Program, Start, find_server
from lib.locate.dify_cli import VERSION

ENGINE = """#!{python}
import json, os, sys
with open({notes!r}, "a") as notes:
    print(json.dumps([sys.argv[1:], os.environ.get("SERVER_KEY")]), file=notes)
answers = {answers!r}
code, said = answers.get(sys.argv[1], (0, ""))
print(said, file=sys.stderr if code else sys.stdout)
sys.exit(code)
"""
FOLDER = Path("/nowhere")
SETTINGS = {"SERVER_PORT": "5002", "SERVER_KEY": "test-key"}

Install = Callable[..., Path]
Notes = Callable[[], list[list[str]]]


@pytest.fixture(autouse=True)
def nowhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let there be no daemon and no engine."""
    monkeypatch.delenv("DIFY_DAEMON", raising=False)
    monkeypatch.setenv("PATH", str(tmp_path))


@pytest.fixture
def install(tmp_path: Path) -> Install:
    """Return what puts an engine on the PATH, whose commands are answered with an exit code and a text."""

    def put(name: str, **answers: tuple[int, str]) -> Path:
        path = tmp_path / name
        path.write_text(ENGINE.format(python=sys.executable, notes=str(tmp_path / "notes"), answers=answers))
        path.chmod(0o755)
        return path

    return put


@pytest.fixture
def notes(tmp_path: Path) -> Notes:
    """Return what tells what engines were asked."""

    def read() -> list[list[str]]:
        return [json.loads(line)[0] for line in (tmp_path / "notes").read_text().splitlines()]

    return read


class TestGiven:
    def test_program(self, install: Install, monkeypatch: pytest.MonkeyPatch) -> None:
        """DIFY_DAEMON comes first, with the command line, and is told what a container is not."""
        path, cli = install("server"), install("dify")
        install("docker")
        monkeypatch.setenv("DIFY_DAEMON", str(path))
        monkeypatch.setenv("DIFY_CLI", str(cli))
        assert find_server({"HOME": "/"}) == (Program(str(path), cli, {"HOME": "/"}), "")

    @pytest.mark.parametrize("name", ["nothing", "."])
    def test_no_program(self, name: str, install: Install, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        """A DIFY_DAEMON that is nothing, or a folder, is not replaced by an image."""
        install("docker")
        monkeypatch.setenv("DIFY_DAEMON", str(tmp_path / name))
        assert find_server({}) == (None, f"DIFY_DAEMON names no program: {tmp_path / name}")

    def test_no_command_line(self, install: Install, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        """Without the command line a server of this machine is of no use."""
        monkeypatch.setenv("DIFY_DAEMON", str(install("server")))
        monkeypatch.setenv("DIFY_CLI", str(tmp_path / "nothing"))
        server, why = find_server({})
        assert (server, why.startswith("the command line makes the daemon's tables: DIFY_CLI names")) == (None, True)


class TestEngine:
    def test_none(self) -> None:
        """Where there is none, both that were looked for are named."""
        why = "docker is not on the PATH; podman is not on the PATH"
        assert find_server({}) == (None, f"DIFY_DAEMON is not set, and no container engine runs: {why}")

    def test_not_running(self, install: Install) -> None:
        """One that is there and does not run is named, with its last words."""
        install("docker", info=(1, "Client:\nCannot connect to the Docker daemon"))
        server, why = find_server({})
        assert (server, "docker ends with 1 (Cannot connect to the Docker daemon); podman is" in why) == (None, True)

    def test_not_to_be_started(self, tmp_path: Path) -> None:
        """One that is no program of this machine is named, too."""
        (tmp_path / "podman").write_bytes(b"\x7fELF")
        (tmp_path / "podman").chmod(0o755)
        server, why = find_server({})
        assert (server, "podman does not start (Exec format error)" in why) == (None, True)

    def test_second(self, install: Install, notes: Notes) -> None:
        """The other one is taken then; an image that is there is not fetched."""
        install("docker", info=(1, ""))
        path = install("podman")
        assert find_server({}) == (Container(str(path)), "")
        assert notes() == [["info"], ["info"], ["image", "inspect", IMAGE]]

    def test_pulled(self, install: Install, notes: Notes) -> None:
        """An image that is not there is fetched, in the version of the command line."""
        path = install("docker", image=(1, "No such image"))
        assert find_server({}) == (Container(str(path)), "")
        assert notes()[-1] == ["pull", "--quiet", f"docker.io/langgenius/dify-plugin-daemon:{VERSION}-local"]

    def test_not_pulled(self, install: Install) -> None:
        """Where it cannot be fetched, that is the reason."""
        install("docker", image=(1, ""), pull=(1, "no route to host"))
        why = f"DIFY_DAEMON is not set, and docker cannot pull {IMAGE}: it ends with 1 (no route to host)"
        assert find_server({}) == (None, why)

    def test_other_system(self, install: Install, monkeypatch: pytest.MonkeyPatch) -> None:
        """Where a container has no part in this machine's network, it is of no use."""
        install("docker")
        monkeypatch.setattr(sys, "platform", "darwin")
        assert find_server({}) == (None, "DIFY_DAEMON is not set, and a container shares the network of Linux alone")


class TestContainer:
    def test_life(self, install: Install, notes: Notes, tmp_path: Path) -> None:
        """It is started on this machine's network with its settings and files, and stopped and removed by its id."""
        answers = {"run": (0, "4f2c"), "inspect": (0, "1234"), "logs": (0, "ready")}
        container = Container(str(install("docker", **answers)))
        container.start(Start(SETTINGS, FOLDER, [Path("/keys/a.pem")]))
        assert (container.pid(), container.logs()) == (1234, "ready")
        container.stop()
        (command, *others) = notes()
        storage = ["PLUGIN_STORAGE_LOCAL_ROOT", "PLUGIN_WORKING_PATH"]
        assert command[: command.index(IMAGE) + 1] == [
            *("run", "--detach", "--network", "host", "--volume", "/keys/a.pem:/keys/a.pem:ro"),
            *(part for name in (*SETTINGS, *storage) for part in ("--env", name)),
            IMAGE,
        ]
        assert others == [
            ["inspect", "--format", "{{.State.Pid}}", "4f2c"],
            ["logs", "--tail", "50", "4f2c"],
            ["stop", "4f2c"],
            ["rm", "--force", "--volumes", "4f2c"],
        ]
        first, *_ = (tmp_path / "notes").read_text().splitlines()
        assert json.loads(first)[1] == SETTINGS["SERVER_KEY"]

    def test_not_started(self, install: Install, notes: Notes) -> None:
        """One that does not start says why, and is not stopped."""
        container = Container(str(install("docker", run=(125, "no space left"))))
        with pytest.raises(RuntimeError, match="docker run: no space left"):
            container.start(Start(SETTINGS, FOLDER))
        container.stop()
        assert [command[0] for command in notes()] == ["run"]
