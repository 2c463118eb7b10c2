"""The stage of a rehearsal: a folder, a clone, keys, and the registries on loopback; nothing is left of it."""

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
from dev.rehearsal import secrets as rehearse_secrets
from harness.registries import Registries
from lib.difypkg.keys import make_pair
from lib.hatch_env import has_python, no_python, outer_environment
from lib.locate.dify_cli import find_cli
from lib.repository import ROOT

STAND_INS: Final = ROOT / "harness/actions"
RUNNER: Final = Path(__file__).with_name("runner.sh")
WORKFLOW: Final = Path(".github/workflows/release.yml")
FALLBACK: Final = "https://pypi.org/simple/"


@dataclass(frozen=True)
class Stage:
    """A stage for *version*. ``not_here`` is what release.yml requires and this machine lacks, with the reason."""

    version: str
    folder: Path
    tree: Path
    registries: Registries
    private_key: str
    workflow: dict[str, Any]
    not_here: dict[str, str]

    def run(self, signing_key: str | None = None) -> act.Run:
        """Run the workflow, with another key if one is given."""
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
        """Return the environment variables of every step; they come before those of the workflow."""
        required = [name for name in requirements(self.workflow) if name not in self.not_here]
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
        """Return where secrets are that should not be there, with another key if another was given."""
        key = private_key or self.private_key
        permitted = rehearse_secrets.allowed(self.workflow)
        found = [*rehearse_secrets.leaks_of_environments(self.folder / "environments", key, permitted)]
        for name in ("artefacts", "registries", "said"):
            found += rehearse_secrets.leaks(self.folder / name, key)
        return found


def requirements(workflow: dict[str, Any]) -> list[str]:
    """Return what the workflow requires of a machine."""
    names: str = workflow["env"]["CHECK_REQUIRE"]
    return names.split(",")


def lacking(workflow: dict[str, Any]) -> dict[str, str]:
    """Return which of these this machine lacks, with the reason."""
    found = {name: why_not(name) for name in requirements(workflow)}
    return {name: why for name, why in found.items() if why}


def why_not(name: str) -> str:
    """Return why this machine cannot run what needs *name*, or nothing if it can."""
    environment = outer_environment()
    python = {"dify-sdk": "3.12"}.get(name, name.removeprefix("python-") if name.startswith("python-") else "")
    if python and not has_python(python, environment):
        return no_python(python)
    if name == "dify-cli":
        return find_cli()[1]
    if name == "dify-daemon":
        return daemon.why_not()
    return ""


@contextmanager
def stage(version: str) -> Iterator[Stage]:
    """Set the stage for *version*; whatever happens, it is cleared, and every process stopped."""
    with tempfile.TemporaryDirectory(prefix="rehearsal-") as name:
        folder = Path(name).resolve()
        for part in ("environments", "identity", "said", "temporary"):
            (folder / part).mkdir()
        private, public = make_pair(folder / "keys")
        tree = checkout.make_tree(folder / "tree", version, public)
        workflow = rehearse_secrets.read_workflow(tree / WORKFLOW)
        with Registries(folder / "registries", checkout.repository(tree), FALLBACK) as registries:
            registries.github.tested.add(checkout.head(tree))
            let_ask(folder / "identity", workflow, registries)
            try:
                yield Stage(version, folder, tree, registries, private.read_text(), workflow, lacking(workflow))
            finally:
                act.stop(folder)


def let_ask(folder: Path, workflow: dict[str, Any], registries: Registries) -> None:
    """Let the jobs that may ask GitHub who they are do so, as their runner would."""
    token = registries.github.identity.request_token
    for job, environment in rehearse_secrets.jobs_of_identity(workflow).items():
        url = f"{registries.github_url}/oidc/{environment or '-'}"
        variables = {"ACTIONS_ID_TOKEN_REQUEST_URL": url, "ACTIONS_ID_TOKEN_REQUEST_TOKEN": token}
        (folder / job).write_text("".join(f"export {name}={value}\n" for name, value in variables.items()), "utf-8")
