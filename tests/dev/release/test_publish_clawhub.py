"""Publishing with ClawHub's own command, which needs a token for a new name and a trusted job for a known name."""

from __future__ import annotations

import io
import json
import tarfile
from collections.abc import Callable
from pathlib import Path
from subprocess import CompletedProcess

import pytest

from dev.release import publish_clawhub
from harness.committed_tree import Run
from harness.hosts.openclaw.host import NOT_INSTALLED
from harness.registries import Registries
from harness.sealed import seal, tarball
from lib.repository import ROOT

NAME = "openclaw-page-stats"
FILE = f"{NAME}-1.0.0.tgz"
COMMIT = "0123456789abcdef0123456789abcdef01234567"

Publish = Callable[..., CompletedProcess[str]]


def plugin() -> bytes:
    """Return a minimal package that ClawHub accepts: our manifests, a README and an empty module."""
    package = ROOT / "packages" / NAME
    ours = {name: json.loads((package / name).read_text("utf-8")) for name in ("package.json", "openclaw.plugin.json")}
    files = {name: json.dumps(each | {"version": "1.0.0"}).encode() for name, each in ours.items()}
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w:gz") as archive:
        for name, content in {**files, "README.md": b"# A plugin", "dist/index.js": b"export {};"}.items():
            member = tarfile.TarInfo(f"package/{name}")
            member.size = len(content)
            archive.addfile(member, io.BytesIO(content))
    return packed.getvalue()


@pytest.fixture
def publish(sealed: Path, registries: Registries, step: Run, tmp_path: Path) -> Publish:
    """Return a function that runs the publishing step as a job of the given environment."""
    if not publish_clawhub.PROGRAM.exists():
        pytest.skip(NOT_INSTALLED)
    (sealed / FILE).write_bytes(plugin())
    seal(sealed)
    (tmp_path / "home").mkdir()
    places = {"HOME": str(tmp_path / "home"), "TMPDIR": str(tmp_path)}

    def run(token: str = "", environment: str = "clawhub") -> CompletedProcess[str]:
        env = {"ACTIONS_ID_TOKEN_REQUEST_URL": f"{registries.github_url}/oidc/{environment}", "CLAWHUB_TOKEN": token}
        env |= {"ACTIONS_ID_TOKEN_REQUEST_TOKEN": registries.github.identity.request_token, "GITHUB_SHA": COMMIT}
        return step("publish_clawhub", sealed, "1.0.0", **env, **places)

    return run


class TestPublish:
    def test_new_name(self, publish: Publish, registries: Registries, sealed: Path) -> None:
        """A new name is published with the token. ClawHub receives the release's file, repository and commit."""
        done = publish(registries.clawhub.token)
        assert done.returncode == 0, done.stdout + done.stderr
        assert registries.clawhub.content[NAME, "1.0.0"] == (sealed / FILE).read_bytes()
        source = registries.clawhub.payloads[NAME, "1.0.0"]["source"]
        assert (source["repo"], source["commit"]) == ("rehearsal/page-stats", COMMIT)

    def test_trusted(self, publish: Publish, registries: Registries) -> None:
        """A name that ClawHub knows is published without a token, because the job is trusted."""
        registries.clawhub.add(NAME, "0.9.0", tarball("0.9.0"))
        done = publish()
        assert done.returncode == 0, done.stdout + done.stderr
        assert (NAME, "1.0.0") in registries.clawhub.content

    def test_not_trusted(self, publish: Publish, registries: Registries) -> None:
        """A job of another environment is not trusted and publishes nothing."""
        registries.clawhub.add(NAME, "0.9.0", tarball("0.9.0"))
        assert publish(environment="pypi").returncode == 1
        assert (NAME, "1.0.0") not in registries.clawhub.content

    def test_token_is_missing(self, publish: Publish, registries: Registries) -> None:
        """A new name is not published without a token."""
        assert publish().returncode == 1
        assert not registries.clawhub.content

    def test_leaves_no_token(self, publish: Publish, registries: Registries, tmp_path: Path) -> None:
        """The token is neither stored in a file nor printed."""
        done = publish(registries.clawhub.token)
        files = [path for path in tmp_path.rglob("*") if path.is_file()]
        assert not [path for path in files if registries.clawhub.token.encode() in path.read_bytes()]
        assert registries.clawhub.token not in done.stdout + done.stderr


class TestAgain:
    def test_there(self, publish: Publish, registries: Registries) -> None:
        """A version that ClawHub already has is not uploaded again."""
        publish(registries.clawhub.token)
        done = publish(registries.clawhub.token)
        assert (done.returncode, done.stdout) == (0, "ClawHub already has this version.\n")
        assert registries.clawhub.uploads == 1

    def test_after_a_failure(self, publish: Publish, registries: Registries) -> None:
        """The step can be repeated after ClawHub has failed."""
        registries.clawhub.failing = 400
        assert publish(registries.clawhub.token).returncode == 1
        assert not registries.clawhub.content
        registries.clawhub.failing = 0
        assert publish(registries.clawhub.token).returncode == 0

    def test_other_bytes(self, publish: Publish, registries: Registries) -> None:
        """If ClawHub already has this version with different contents, the step fails and uploads nothing."""
        registries.clawhub.add(NAME, "1.0.0", tarball("1.0.0"))
        done = publish(registries.clawhub.token)
        assert done.returncode == 1
        assert done.stderr.startswith(f"ClawHub already has {FILE} with other bytes")
        assert registries.clawhub.uploads == 0


@pytest.mark.parametrize(("version", "tag"), [("1.0.0", "latest"), ("1.0.0-rc1", "rc")])
def test_tag(version: str, tag: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A release is tagged ``latest``, and a release candidate ``rc``."""
    monkeypatch.setenv("GITHUB_REPOSITORY", "a/b")
    monkeypatch.setenv("GITHUB_SHA", COMMIT)
    command = publish_clawhub.command(Path("x.tgz"), version)
    assert command[command.index("--tags") + 1] == tag
