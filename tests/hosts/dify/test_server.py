"""How Dify's plugin daemon is found, and which commands run it in a container. The container engine is a fake."""

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
    """Hide every daemon and container engine."""
    monkeypatch.delenv("DIFY_DAEMON", raising=False)
    monkeypatch.setenv("PATH", str(tmp_path))


@pytest.fixture
def install(tmp_path: Path) -> Install:
    """Return a function that puts a fake engine on the PATH, with a fixed exit code and output for each command."""

    def put(name: str, **answers: tuple[int, str]) -> Path:
        path = tmp_path / name
        path.write_text(ENGINE.format(python=sys.executable, notes=str(tmp_path / "notes"), answers=answers))
        path.chmod(0o755)
        return path

    return put


@pytest.fixture
def notes(tmp_path: Path) -> Notes:
    """Return a function that returns the commands that the fake engines received."""

    def read() -> list[list[str]]:
        return [json.loads(line)[0] for line in (tmp_path / "notes").read_text().splitlines()]

    return read


class TestGiven:
    def test_program(self, install: Install, monkeypatch: pytest.MonkeyPatch) -> None:
        """The program in DIFY_DAEMON is preferred to a container, and gets the CLI and the environment variables."""
        path, cli = install("server"), install("dify")
        install("docker")
        monkeypatch.setenv("DIFY_DAEMON", str(path))
        monkeypatch.setenv("DIFY_CLI", str(cli))
        assert find_server({"HOME": "/"}) == (Program(str(path), cli, {"HOME": "/"}), "")

    @pytest.mark.parametrize("name", ["nothing", "."])
    def test_no_program(self, name: str, install: Install, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        """It is an error if DIFY_DAEMON is a missing file or a folder. No container is used instead."""
        install("docker")
        monkeypatch.setenv("DIFY_DAEMON", str(tmp_path / name))
        assert find_server({}) == (None, f"DIFY_DAEMON must name a program, got {tmp_path / name}")

    def test_no_command_line(self, install: Install, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        """The program in DIFY_DAEMON cannot be used without Dify's CLI."""
        monkeypatch.setenv("DIFY_DAEMON", str(install("server")))
        monkeypatch.setenv("DIFY_CLI", str(tmp_path / "nothing"))
        server, why = find_server({})
        assert (server, why.startswith("the command line makes the daemon's tables: DIFY_CLI must")) == (None, True)


class TestEngine:
    def test_none(self) -> None:
        """If neither Docker nor Podman is found, the error names both."""
        why = "docker is not on the PATH; podman is not on the PATH"
        assert find_server({}) == (None, f"DIFY_DAEMON is not set, and no container engine runs: {why}")

    def test_not_running(self, install: Install) -> None:
        """If an engine does not run, the error contains its name and the last line of its output."""
        install("docker", info=(1, "Client:\nCannot connect to the Docker daemon"))
        server, why = find_server({})
        assert (server, "docker ends with 1 (Cannot connect to the Docker daemon); podman is" in why) == (None, True)

    def test_not_to_be_started(self, tmp_path: Path) -> None:
        """If an engine cannot be executed, the error contains its name and the reason."""
        (tmp_path / "podman").write_bytes(b"\x7fELF")
        (tmp_path / "podman").chmod(0o755)
        server, why = find_server({})
        assert (server, "podman does not start (Exec format error)" in why) == (None, True)

    def test_second(self, install: Install, notes: Notes) -> None:
        """If Docker does not run, Podman is used. An image that is already on the machine is not pulled again."""
        install("docker", info=(1, ""))
        path = install("podman")
        assert find_server({}) == (Container(str(path)), "")
        assert notes() == [["info"], ["info"], ["image", "inspect", IMAGE]]

    def test_pulled(self, install: Install, notes: Notes) -> None:
        """A missing image is pulled, in the same version as Dify's CLI."""
        path = install("docker", image=(1, "No such image"))
        assert find_server({}) == (Container(str(path)), "")
        assert notes()[-1] == ["pull", "--quiet", f"docker.io/langgenius/dify-plugin-daemon:{VERSION}-local"]

    def test_not_pulled(self, install: Install) -> None:
        """If pulling the image fails, the error contains the cause."""
        install("docker", image=(1, ""), pull=(1, "no route to host"))
        why = f"DIFY_DAEMON is not set, and docker cannot pull {IMAGE}: it ends with 1 (no route to host)"
        assert find_server({}) == (None, why)

    def test_other_system(self, install: Install, monkeypatch: pytest.MonkeyPatch) -> None:
        """A container is only used on Linux, where it can share the host's network."""
        install("docker")
        monkeypatch.setattr(sys, "platform", "darwin")
        assert find_server({}) == (None, "DIFY_DAEMON is not set, and a container shares the network of Linux alone")


class TestContainer:
    def test_life(self, install: Install, notes: Notes, tmp_path: Path) -> None:
        """The container has its settings and files, uses the host's network, and is stopped and removed by its id."""
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
        """If the container does not start, the error contains the cause, and stopping the container runs no command."""
        container = Container(str(install("docker", run=(125, "no space left"))))
        with pytest.raises(RuntimeError, match="docker run: no space left"):
            container.start(Start(SETTINGS, FOLDER))
        container.stop()
        assert [command[0] for command in notes()] == ["run"]
