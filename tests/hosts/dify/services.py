"""What Dify's daemon needs to run, and the daemon itself: each a process on a loopback port, ended with the test."""

from __future__ import annotations

import contextlib
import os
import pwd
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Final

from dify_cli import find_cli
from hosts.dify.conftest import base_python, path_with, uv_path

HOST: Final = "127.0.0.1"
PASSWORD: Final = "loopback-only"  # of services that live as long as the test
SERVER_KEY: Final = "test-key"
READY_SECONDS: Final = 60.0
KEPT: Final = ("HOME", "LANG", "SSL_CERT_FILE", "SSL_CERT_DIR", "HTTP_PROXY", "HTTPS_PROXY", "UV_INDEX_URL")


def missing() -> str | None:
    """Return what the daemon's tests lack, or None."""
    if not os.access(os.environ.get("DIFY_DAEMON", ""), os.X_OK):
        return "DIFY_DAEMON does not name the daemon's server"
    path, why = find_cli()
    if path is None:
        return f"the command line makes the daemon's tables: {why}"
    if postgres_programs() is None:
        return "initdb (PostgreSQL) is not found"
    return None if shutil.which("redis-server") else "redis-server is not on the PATH"


def postgres_programs() -> Path | None:
    """Return the folder of PostgreSQL's programs, which Debian does not put on the PATH."""
    on_path = shutil.which("initdb")
    folders = sorted(Path("/usr/lib/postgresql").glob("*/bin")) + ([Path(on_path).parent] if on_path else [])
    return folders[-1] if folders else None


def free_port() -> int:
    """Return a port where nobody listens."""
    with socket.socket() as one:
        one.bind((HOST, 0))
        port: int = one.getsockname()[1]
        return port


def accepts(port: int) -> bool:
    """Whether somebody listens there."""
    with contextlib.suppress(OSError), socket.create_connection((HOST, port), 1):
        return True
    return False


class Services:
    """The processes, as a context manager. *keys* are the public keys that the daemon trusts."""

    def __init__(self, python: Path, keys: Sequence[Path]) -> None:
        self._python = base_python(python)
        self._keys = keys
        self._running = contextlib.ExitStack()
        self.folder = Path(tempfile.mkdtemp(prefix="page-stats-dify-"))
        self.folder.chmod(0o755)  # PostgreSQL runs as another user than root, and must come in
        self.port = free_port()

    def __enter__(self) -> Services:
        self._running.callback(shutil.rmtree, self.folder, ignore_errors=True)
        try:
            self._start()
        except BaseException:
            self._running.close()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        self._running.close()

    def _start(self) -> None:
        database, store = free_port(), free_port()
        self._start_postgres(database)
        self._start_redis(store)
        environment = self._environment(database, store)
        cli, _ = find_cli()
        migrate = [str(cli), "migrate"]
        quietly: dict[str, Any] = {"env": environment, "cwd": self.folder, "capture_output": True}
        self._until(lambda: subprocess.run(migrate, check=False, **quietly).returncode == 0, "migrate")
        self.daemon = self._run("daemon", [os.environ["DIFY_DAEMON"]], env=environment, cwd=self.folder)
        self._until(lambda: accepts(self.port), "daemon")

    def _start_postgres(self, port: int) -> None:
        programs = postgres_programs()
        assert programs
        home = self.folder / "postgres"
        home.mkdir()
        (home / "password").write_text(PASSWORD)
        owner: dict[str, Any] = {}
        if os.geteuid() == 0:  # as whom it refuses to run
            user = pwd.getpwnam("postgres")
            owner = {"user": user.pw_uid, "group": user.pw_gid, "extra_groups": []}
            for path in (home, home / "password"):
                os.chown(path, user.pw_uid, user.pw_gid)
        data = str(home / "data")
        made = ["-D", data, "-U", "postgres", "-A", "scram-sha-256", f"--pwfile={home / 'password'}", "--no-sync"]
        subprocess.run([programs / "initdb", *made], cwd="/", check=True, capture_output=True, **owner)
        options = [f"port={port}", f"listen_addresses={HOST}", "unix_socket_directories=", "fsync=off"]
        command = [str(programs / "postgres"), "-D", data, *(part for each in options for part in ("-c", each))]
        self._run("postgres.server", command, stop=signal.SIGINT, cwd="/", **owner)
        self._until(lambda: accepts(port), "PostgreSQL")

    def _start_redis(self, port: int) -> None:
        options = ["--bind", HOST, "--save", "", "--appendonly", "no", "--requirepass", PASSWORD]
        self._run("redis", ["redis-server", "--port", str(port), *options, "--dir", str(self.folder)])
        self._until(lambda: accepts(port), "Redis")

    def _environment(self, database: int, store: int) -> dict[str, str]:
        """Return the least that the daemon needs; the plugin inherits all of it."""
        return {
            **{name: os.environ[name] for name in KEPT if name in os.environ},
            **system_certificates(),
            "PATH": path_with(self._python),
            "NO_PROXY": f"{HOST},127.0.0.2",
            "SERVER_HOST": HOST,
            "SERVER_PORT": str(self.port),
            "SERVER_KEY": SERVER_KEY,
            "PLATFORM": "local",
            "GIN_MODE": "release",
            "DIFY_INNER_API_URL": f"http://{HOST}:9",
            "DIFY_INNER_API_KEY": "unused",
            "DB_TYPE": "postgresql",
            "DB_HOST": HOST,
            "DB_PORT": str(database),
            "DB_SSL_MODE": "disable",
            "DB_USERNAME": "postgres",
            "DB_PASSWORD": PASSWORD,
            "DB_DATABASE": "dify_plugin",
            "REDIS_HOST": HOST,
            "REDIS_PORT": str(store),
            "REDIS_PASSWORD": PASSWORD,
            "PLUGIN_STORAGE_TYPE": "local",
            "PLUGIN_STORAGE_LOCAL_ROOT": str(self.folder / "storage"),
            "PLUGIN_WORKING_PATH": str(self.folder / "plugins"),
            "PLUGIN_REMOTE_INSTALLING_ENABLED": "false",
            "UV_PATH": uv_path(),
            "UV_PYTHON_DOWNLOADS": "never",
            "PYTHON_INTERPRETER_PATH": self._python,
            "PIP_MIRROR_AUTO_DETECT": "false",
            "PYTHON_ENV_INIT_TIMEOUT": "300",
            "PLUGIN_MAX_EXECUTION_TIMEOUT": "60",
            "FORCE_VERIFYING_SIGNATURE": "true",
            "THIRD_PARTY_SIGNATURE_VERIFICATION_ENABLED": "true",
            "THIRD_PARTY_SIGNATURE_VERIFICATION_PUBLIC_KEYS": ",".join(map(str, self._keys)),
        }

    def _run(
        self, name: str, command: list[str], stop: int = signal.SIGTERM, **options: Any
    ) -> subprocess.Popen[bytes]:
        log = self._running.enter_context((self.folder / f"{name}.log").open("wb"))
        process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=log, stderr=log, **options)
        self._running.callback(end, process, stop)
        return process

    def _until(self, ready: Callable[[], bool], what: str) -> None:
        """Wait until *ready*; raises ``TimeoutError`` with the ends of the logs."""
        end_of_patience = time.monotonic() + READY_SECONDS
        while not ready():
            if time.monotonic() > end_of_patience:
                raise TimeoutError(f"{what} is not ready\n{self.logs()}")
            time.sleep(0.1)

    def logs(self) -> str:
        """Return how the logs end."""
        return "\n".join(
            f"{log.name}: {log.read_text('utf-8', 'replace')[-2000:]}" for log in self.folder.glob("*.log")
        )


def system_certificates() -> dict[str, str]:
    """Return where the system's certificates are, which uv does not find by itself in the daemon's environment."""
    bundle = "/etc/ssl/certs/ca-certificates.crt"
    return {"SSL_CERT_FILE": bundle} if "SSL_CERT_FILE" not in os.environ and Path(bundle).exists() else {}


def end(process: subprocess.Popen[bytes], how: int) -> None:
    """Ask *process* to end, and end it if it does not."""
    process.send_signal(how)
    try:
        process.wait(20)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
