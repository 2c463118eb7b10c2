"""A stand-in for ClawHub: accepts ``clawhub package publish`` and serves ``openclaw plugins install``."""

from __future__ import annotations

import base64
import hashlib
import json
import secrets
import tarfile
from collections.abc import Iterable, Mapping
from io import BytesIO
from pathlib import Path
from typing import Any, Final
from urllib.parse import unquote

from harness.registries.github import Identity
from harness.registries.serving import Environ, StartResponse, answer, base, bearer, body, form

AUDIENCE: Final = "clawhub"
ENVIRONMENT: Final = "clawhub"
API: Final = "/api/v1/"
CREATED: Final = 1_796_000_000_000


class ClawHub:
    """The stand-in for ClawHub.

    Each version is accepted only once. If ``failing`` is set, the answer to every upload has this HTTP status.
    A package's first version needs ``token``, because a trusted publisher can be set only for an existing package.
    """

    def __init__(self, folder: Path, identity: Identity) -> None:
        folder.mkdir(parents=True)
        self.folder = folder
        self.token = f"clawhub-{secrets.token_hex(16)}"
        self.failing = 0
        self.uploads = 0
        self.payloads: dict[tuple[str, str], Mapping[str, Any]] = {}
        self.content: dict[tuple[str, str], bytes] = {}
        self._identity = identity
        self._minted: set[str] = set()

    def __call__(self, environ: Environ, start: StartResponse) -> Iterable[bytes]:
        """Answer a request."""
        path = environ["PATH_INFO"]
        if path == "/.well-known/clawhub.json":
            return answer(start, 200, {"apiBase": base(environ)})
        if not path.startswith(API):
            return answer(start, 404, {"error": "not found"})
        match path.removeprefix(API).split("/"):
            case ["publish", "token", "mint"]:
                return answer(start, *self._mint(environ))
            case ["publish", "attempts", number]:
                return answer(start, 200, self._attempt(number))
            case ["packages"] if environ["REQUEST_METHOD"] == "POST":
                return answer(start, *self._publish(environ))
            case ["packages", name]:
                return answer(start, *self._package(unquote(name)))
            case ["packages", name, "versions", version, *rest] if (unquote(name), version) in self.content:
                return self._version(environ, start, (unquote(name), version), "/".join(rest))
        return answer(start, 404, {"error": "not found"})

    def add(self, name: str, version: str, content: bytes, payload: Mapping[str, Any] | None = None) -> None:
        """Publish *content* as this version of the package."""
        self.payloads[name, version] = payload or {"displayName": name, "family": "code-plugin"}
        self.content[name, version] = content
        (self.folder / f"{name}-{version}.tgz").write_bytes(content)

    def _mint(self, environ: Environ) -> tuple[int, Any]:
        asked = json.loads(body(environ))
        if not any(name == asked["packageName"] for name, _ in self.content):
            return 404, {"error": "no trusted publisher: the package does not exist"}
        if not self._identity.is_of(asked["githubOidcToken"], AUDIENCE, ENVIRONMENT):
            return 403, {"error": "not the trusted publisher"}
        token = f"minted-{secrets.token_hex(16)}"
        self._minted.add(token)
        return 200, {"token": token, "expiresAt": CREATED + 600_000}

    def _publish(self, environ: Environ) -> tuple[int, Any]:
        if bearer(environ) not in {self.token, *self._minted}:
            return 401, {"error": "unauthorized"}
        fields = form(environ)
        if self.failing:
            return self.failing, {"error": "the rehearsal lets this upload fail"}
        payload = json.loads(fields["payload"])
        key = payload["name"], payload["version"]
        if key in self.content:
            return 409, {"error": "version already exists"}
        self.uploads += 1
        self.add(*key, fields["clawpack"], payload)
        number = str(len(self.content))
        published = {"ok": True, "packageId": "packages:1", "releaseId": f"packageReleases:{number}"}
        return 200, published | {"publicationStatus": "pending", "attemptId": number, "inspectorFindings": []}

    def _attempt(self, number: str) -> dict[str, Any]:
        """Return the state of an upload. The upload's checks are always reported as finished."""
        name, version = [*self.content][int(number) - 1]
        return {
            "attemptId": number,
            "packageId": "packages:1",
            "releaseId": f"packageReleases:{number}",
            "name": name,
            "version": version,
            "attemptStatus": "finalized",
            "status": "finalized",
            "publicationStatus": "published",
            "terminal": True,
            "checks": {"clawscan": {"status": "clean"}, "trufflehog": {"status": "clean"}},
            "createdAt": CREATED,
            "updatedAt": CREATED,
            "expiresAt": CREATED + 600_000,
        }

    def _package(self, name: str) -> tuple[int, Any]:
        versions = [version for known, version in self.content if known == name]
        if not versions:
            return 404, {"error": "not found"}
        latest, payload = versions[-1], self.payloads[name, versions[-1]]
        source = payload.get("source") or {}
        verification = {
            "tier": "source-linked",
            "scope": "artifact-only",
            "sourceRepo": source.get("repo"),
            "sourceCommit": source.get("commit"),
            "scanStatus": "clean",
        }
        described = self._summary(name, latest) | {
            "channel": "community",
            "isOfficial": False,
            "summary": "",
            "ownerHandle": "rehearsal",
            "runtimeId": "page-stats",
            "latestVersion": latest,
            "tags": {"latest": latest},
            "compatibility": self._compatibility(name, latest),
            "verification": verification,
            "createdAt": CREATED,
            "updatedAt": CREATED,
        }
        return 200, {"package": described, "owner": {"handle": "rehearsal", "displayName": "Rehearsal", "image": None}}

    def _version(self, environ: Environ, start: StartResponse, key: tuple[str, str], part: str) -> list[bytes]:
        name, version = key
        artefact = self._artefact(key)
        package = self._summary(*key)
        match part:
            case "":
                told = {"version": version, "createdAt": CREATED, "changelog": "", "artifact": artefact}
                told |= {"compatibility": self._compatibility(*key)}
                return answer(start, 200, {"package": package, "version": told})
            case "artifact":
                url = f"{base(environ)}{API}packages/{name}/versions/{version}/artifact/download"
                told = artefact | {"downloadUrl": url}
                return answer(start, 200, {"package": package, "version": version, "artifact": told})
            case "artifact/download":
                return answer(
                    start,
                    200,
                    self.content[key],
                    X_ClawHub_Artifact_Sha256=artefact["sha256"],
                    X_ClawHub_Npm_Integrity=artefact["npmIntegrity"],
                    X_ClawHub_Npm_Shasum=artefact["npmShasum"],
                    X_ClawHub_Npm_Tarball_Name=artefact["npmTarballName"],
                )
            case "security":
                return answer(start, 200, self._security(environ, key, artefact))
        return answer(start, 404, {"error": "not found"})

    def _summary(self, name: str, version: str) -> dict[str, Any]:
        payload = self.payloads[name, version]
        return {"name": name, "displayName": payload.get("displayName", name), "family": payload["family"]}

    def _compatibility(self, name: str, version: str) -> dict[str, str]:
        """Return the OpenClaw versions that the package declares to be compatible with."""
        with tarfile.open(fileobj=BytesIO(self.content[name, version])) as archive:
            described = archive.extractfile("package/package.json")
            assert described
            says = json.load(described)["openclaw"]
        return {
            "pluginApiRange": says["compat"]["pluginApi"],
            "builtWithOpenClawVersion": says["build"]["openclawVersion"],
        }

    def _artefact(self, key: tuple[str, str]) -> dict[str, Any]:
        content, (name, version) = self.content[key], key
        return {
            "kind": "npm-pack",
            "format": "tgz",
            "sha256": hashlib.sha256(content).hexdigest(),
            "size": len(content),
            "npmIntegrity": f"sha512-{base64.b64encode(hashlib.sha512(content).digest()).decode()}",
            "npmShasum": hashlib.sha1(content, usedforsecurity=False).hexdigest(),
            "npmTarballName": f"{name}-{version}.tgz",
        }

    def _security(self, environ: Environ, key: tuple[str, str], artefact: Mapping[str, Any]) -> dict[str, Any]:
        release = {
            "releaseId": "packageReleases:1",
            "version": key[1],
            "artifactKind": "npm-pack",
            "artifactSha256": artefact["sha256"],
            "npmIntegrity": artefact["npmIntegrity"],
            "npmShasum": artefact["npmShasum"],
            "npmTarballName": artefact["npmTarballName"],
            "createdAt": CREATED,
        }
        trust: dict[str, Any] = {
            "scanStatus": "clean",
            "moderationState": None,
            "blockedFromDownload": False,
            "reasons": [],
            "pending": False,
            "stale": False,
        }
        return {
            "package": self._summary(*key),
            "release": release,
            "overview": "No issues found.",
            "securityAuditUrl": f"{base(environ)}/audit",
            "verdict": "pass",
            "trust": trust,
        }
