"""The sandbox of a rehearsal: a temporary folder with a clone, keys, and registries on localhost."""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import yaml

from dev.rehearsal import act, checkout, daemon
from dev.rehearsal import secrets as sandbox_secrets
from dev.release.registries import PUBLIC_PYPI
from harness.registries import Registries
from lib.difypkg.keys import make_pair
from lib.hatch_env import has_python, outer_environment, why_no_python
from lib.locate.dify_cli import find_cli
from lib.repository import ROOT

STAND_INS: Final = ROOT / "harness/actions"
RUNNER: Final = Path(__file__).with_name("runner.sh")
WORKFLOW: Final = Path(".github/workflows/release.yml")


@dataclass(frozen=True)
class Sandbox:
    """A sandbox for *version*; ``unavailable`` maps each requirement that this machine lacks to the reason."""

    version: str
    folder: Path
    tree: Path
    registries: Registries
    private_key: str
    workflow: dict[str, Any]
    unavailable: dict[str, str]

    def run(self, signing_key: str | None = None) -> act.Run:
        """Run the workflow with *signing_key* (default: the sandbox's key)."""
        given = {"DIFY_SIGNING_KEY": signing_key or self.private_key, "CLAWHUB_TOKEN": self.registries.clawhub.token}
        given |= {"GITHUB_TOKEN": self.registries.github.token}
        secrets = self.folder / "secrets.yml"
        secrets.touch(mode=0o600)
        secrets.write_text(yaml.safe_dump(given), "utf-8")
        workflow = self.tree / WORKFLOW
        options = [*act.replaced(workflow.read_text("utf-8"), STAND_INS)]
        options += act.each("--input", {"version": self.version, "dry-run": "false"})
        options += act.each("--env", self.variables())
        return act.act(workflow, self.folder, *options)

    def variables(self) -> dict[str, str]:
        """Return the environment variables that every step gets. They override the variables that the workflow sets."""
        required = [name for name in requirements(self.workflow) if name not in self.unavailable]
        return {
            act.MARK: str(self.folder),
            "REHEARSAL_ACTIONS": str(STAND_INS),
            "REHEARSAL_PYTHON": sys.executable,
            "ARTEFACT_TESTS": "smoke",
            "BASH_ENV": str(RUNNER),
            "CHECK_REQUIRE": ",".join(required),
            "GITHUB_REPOSITORY": checkout.repository(self.tree),
            "HATCH_DATA_DIR": str(self.folder / "hatch"),
            "TMPDIR": str(self.folder / "temporary"),
            **self.registries.places(),
        }

    def leaks(self, private_key: str | None = None) -> list[str]:
        """Return the places that contain a leaked secret. *private_key* is the run's key (default: the sandbox's)."""
        key = private_key or self.private_key
        permitted = sandbox_secrets.allowed_jobs(self.workflow)
        found = [*sandbox_secrets.leaks_of_environments(self.folder / "environments", key, permitted)]
        for name in ("artefacts", "registries", "logs"):
            found += sandbox_secrets.leaks(self.folder / name, key)
        return found


def requirements(workflow: dict[str, Any]) -> list[str]:
    names: str = workflow["env"]["CHECK_REQUIRE"]
    return names.split(",")


def find_unavailable(workflow: dict[str, Any]) -> dict[str, str]:
    """Return the workflow's requirements that this machine lacks, each with the reason."""
    found = {name: why_unavailable(name) for name in requirements(workflow)}
    return {name: why for name, why in found.items() if why}


def why_unavailable(name: str) -> str:
    """Return why this machine cannot meet the requirement *name*, or an empty string."""
    environment = outer_environment()
    python = {"dify-sdk": "3.12"}.get(name, name.removeprefix("python-") if name.startswith("python-") else "")
    if python and not has_python(python, environment):
        return why_no_python(python)
    if name == "dify-cli":
        return find_cli()[1]
    if name == "dify-daemon":
        return daemon.why_unavailable()
    return ""


@contextmanager
def sandbox(version: str) -> Iterator[Sandbox]:
    """Create the sandbox for *version*; on exit, remove it and stop every process that it started."""
    with tempfile.TemporaryDirectory(prefix="rehearsal-") as name:
        folder = Path(name).resolve()
        for part in ("environments", "identity", "logs", "temporary"):
            (folder / part).mkdir()
        private, public = make_pair(folder / "keys")
        tree = checkout.make_checkout(folder / "tree", version, public)
        workflow = sandbox_secrets.read_workflow(tree / WORKFLOW)
        with Registries(folder / "registries", checkout.repository(tree), f"{PUBLIC_PYPI}/") as registries:
            registries.github.tested.add(checkout.head(tree))
            write_identities(folder / "identity", workflow, registries)
            unavailable = find_unavailable(workflow)
            try:
                yield Sandbox(version, folder, tree, registries, private.read_text(), workflow, unavailable)
            finally:
                act.stop(folder)


def write_identities(folder: Path, workflow: dict[str, Any], registries: Registries) -> None:
    """Enable the jobs with `id-token: write` to request an identity token, as GitHub's runner does."""
    token = registries.github.identity.request_token
    for job, environment in sandbox_secrets.identity_jobs(workflow).items():
        url = f"{registries.github_url}/oidc/{environment or '-'}"
        variables = {"ACTIONS_ID_TOKEN_REQUEST_URL": url, "ACTIONS_ID_TOKEN_REQUEST_TOKEN": token}
        (folder / job).write_text("".join(f"export {name}={value}\n" for name, value in variables.items()), "utf-8")
