"""Dify's daemon, PostgreSQL and Redis, each on a port of localhost until the test ends."""

from __future__ import annotations

import contextlib
import os
import pwd
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

from harness.hosts.dify.environment import base_python, path_with, uv_path
from harness.hosts.dify.server import READY_SECONDS, Server, Start, find_server
from harness.ports import LOOPBACK, accepts, free_port
from harness.processes import end
from harness.waiting import eventually

PASSWORD: Final = "loopback-only"  # for services that only run during the test
SERVER_KEY: Final = "test-key"
KEPT: Final = ("HTTP_PROXY", "HTTPS_PROXY", "UV_INDEX_URL")
# The daemon rejects packages without a valid signature if it has these settings and the paths of the keys.
ENFORCED: Final = {"FORCE_VERIFYING_SIGNATURE": "true", "THIRD_PARTY_SIGNATURE_VERIFICATION_ENABLED": "true"}
CERTIFICATES: Final = ("SSL_CERT_FILE", "SSL_CERT_DIR")


def find_parts(python: Path) -> tuple[Server | None, str]:
    """Return the daemon's server, or None and the missing requirement. The server's plugins may use *python*."""
    if postgres_programs() is None:
        return None, "initdb (PostgreSQL) is not found"
    if not shutil.which("redis-server"):
        return None, "redis-server is not on the PATH"
    own = {name: os.environ[name] for name in ("HOME", "LANG") if name in os.environ}
    own |= {"PATH": path_with(base_python(python)), "PYTHON_INTERPRETER_PATH": base_python(python)}
    return find_server({**own, "UV_PATH": uv_path()})


def postgres_programs() -> Path | None:
    """Return the folder of PostgreSQL's programs, which is not on the PATH on Debian."""
    on_path = shutil.which("initdb")
    folders = sorted(Path("/usr/lib/postgresql").glob("*/bin")) + ([Path(on_path).parent] if on_path else [])
    return folders[-1] if folders else None


class Services:
    """The processes, as a context manager. The daemon trusts the public *keys*."""

    def __init__(self, server: Server, keys: Sequence[Path]) -> None:
        self.server = server
        self._keys = keys
        self._running = contextlib.ExitStack()
        self.folder = Path(tempfile.mkdtemp(prefix="page-stats-dify-"))
        self.folder.chmod(0o755)  # PostgreSQL does not run as root, but needs access
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
        certificates = certificates_of_this_machine()
        settings = {**self._settings(database, store), **certificates}
        self._running.callback(self.server.stop)
        self.server.start(Start(settings, self.folder, [*self._keys, *map(Path, certificates.values())]))
        self._wait(self.port, "the daemon")

    def _start_postgres(self, port: int) -> None:
        programs = postgres_programs()
        assert programs
        home = self.folder / "postgres"
        home.mkdir()
        (home / "password").write_text(PASSWORD)
        owner: dict[str, Any] = {}
        if os.geteuid() == 0:  # PostgreSQL refuses to run as root
            user = pwd.getpwnam("postgres")
            owner = {"user": user.pw_uid, "group": user.pw_gid, "extra_groups": []}
            for path in (home, home / "password"):
                os.chown(path, user.pw_uid, user.pw_gid)
        data = str(home / "data")
        made = ["-D", data, "-U", "postgres", "-A", "scram-sha-256", f"--pwfile={home / 'password'}", "--no-sync"]
        subprocess.run([programs / "initdb", *made], cwd="/", check=True, capture_output=True, **owner)
        options = [f"port={port}", f"listen_addresses={LOOPBACK}", "unix_socket_directories=", "fsync=off"]
        command = [str(programs / "postgres"), "-D", data, *(part for each in options for part in ("-c", each))]
        self._run("postgres.server", command, stop=signal.SIGINT, cwd="/", **owner)
        self._wait(port, "PostgreSQL")

    def _start_redis(self, port: int) -> None:
        options = ["--bind", LOOPBACK, "--save", "", "--appendonly", "no", "--requirepass", PASSWORD]
        self._run("redis", ["redis-server", "--port", str(port), *options, "--dir", str(self.folder)])
        self._wait(port, "Redis")

    def _settings(self, database: int, store: int) -> dict[str, str]:
        """Return the daemon's minimal settings; plugins inherit all of them."""
        return {
            **{name: os.environ[name] for name in KEPT if name in os.environ},
            "NO_PROXY": f"{LOOPBACK},127.0.0.2",
            "SERVER_HOST": LOOPBACK,
            "SERVER_PORT": str(self.port),
            "SERVER_KEY": SERVER_KEY,
            "PLATFORM": "local",
            "GIN_MODE": "release",
            "DIFY_INNER_API_URL": f"http://{LOOPBACK}:9",
            "DIFY_INNER_API_KEY": "unused",
            "DB_TYPE": "postgresql",
            "DB_HOST": LOOPBACK,
            "DB_PORT": str(database),
            "DB_SSL_MODE": "disable",
            "DB_USERNAME": "postgres",
            "DB_PASSWORD": PASSWORD,
            "DB_DATABASE": "dify_plugin",
            "REDIS_HOST": LOOPBACK,
            "REDIS_PORT": str(store),
            "REDIS_PASSWORD": PASSWORD,
            "PLUGIN_STORAGE_TYPE": "local",
            "PLUGIN_REMOTE_INSTALLING_ENABLED": "false",
            "UV_PYTHON_DOWNLOADS": "never",
            "PIP_MIRROR_AUTO_DETECT": "false",
            "PYTHON_ENV_INIT_TIMEOUT": "300",
            "PLUGIN_MAX_EXECUTION_TIMEOUT": "60",
            **ENFORCED,
            "THIRD_PARTY_SIGNATURE_VERIFICATION_PUBLIC_KEYS": ",".join(map(str, self._keys)),
        }

    def _run(self, name: str, command: list[str], stop: int = signal.SIGTERM, **options: Any) -> None:
        log = self._running.enter_context((self.folder / f"{name}.log").open("wb"))
        process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=log, stderr=log, **options)
        self._running.callback(end, process, stop)

    def _wait(self, port: int, what: str) -> None:
        assert eventually(lambda: accepts(port), READY_SECONDS), f"{what} is not ready\n{self.logs()}"

    def logs(self) -> str:
        """Return the last 2,000 characters of each log."""
        files = (f"{log.name}: {log.read_text('utf-8', 'replace')[-2000:]}" for log in self.folder.glob("*.log"))
        return "\n".join([*files, self.server.logs()])


def certificates_of_this_machine() -> dict[str, str]:
    """Return this machine's certificate paths, which uv would not find in the daemon's environment."""
    bundle = "/etc/ssl/certs/ca-certificates.crt"
    found = {"SSL_CERT_FILE": bundle} if Path(bundle).exists() else {}
    return found | {name: os.environ[name] for name in CERTIFICATES if name in os.environ}
