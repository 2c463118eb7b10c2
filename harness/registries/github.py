"""A stand-in for GitHub: workflow runs, tags, releases and identity tokens (OpenID Connect)."""

from __future__ import annotations

import json
import re
import secrets
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final
from urllib.parse import parse_qs

from harness.registries.serving import Environ, StartResponse, answer, base, bearer, body

# GitHub's documented answer to a change of a published release, if immutable releases are enabled.
IMMUTABLE: Final = {"message": "Cannot upload assets to an immutable release."}


@dataclass
class Identity:
    """Issues identity tokens, and records the audience of each token and the environment of its job.

    ``request_token`` authenticates a job that may request an identity token.
    """

    request_token: str = field(default_factory=lambda: f"request-{secrets.token_hex(16)}")
    _made: dict[str, tuple[str, str]] = field(default_factory=dict)

    def make(self, audience: str, environment: str) -> str:
        token = f"identity-{secrets.token_hex(16)}"
        self._made[token] = audience, environment
        return token

    def is_of(self, token: str, audience: str, environment: str) -> bool:
        return self._made.get(token) == (audience, environment)


@dataclass
class Release:
    number: int
    told: dict[str, Any]
    assets: dict[str, bytes] = field(default_factory=dict)


class GitHub:
    """The stand-in for GitHub.

    ``tested`` has the commits on main for which a run of ``ci.yml``, triggered by ``event``, succeeded.
    """

    def __init__(self, folder: Path, repository: str) -> None:
        self.folder = folder
        self.identity = Identity()
        self.token = f"github-{secrets.token_hex(16)}"
        self.tested: set[str] = set()
        self.event = "push"
        self.tags: list[str] = []
        self.releases: list[Release] = []
        self._made = 0
        self._routes = tuple(
            (method, re.compile(path.replace("REPO", f"/repos/{repository}")), handler)
            for method, path, handler in (
                ("GET", "/oidc/(.+)", self._vouch),
                ("GET", "REPO/git/matching-refs/tags/v", self._tags),
                ("GET", "REPO/actions/workflows/ci.yml/runs", self._runs),
                ("GET", "REPO/releases", self._list),
                ("POST", "REPO/releases", self._create),
                ("DELETE", r"REPO/releases/(\d+)", self._delete),
                ("PATCH", r"REPO/releases/(\d+)", self._edit),
                ("POST", r"/uploads/(\d+)/assets", self._attach),
                ("GET", "/download/(.+)/(.+)", self._download),
            )
        )

    def __call__(self, environ: Environ, start: StartResponse) -> Iterable[bytes]:
        """Answer a request."""
        for method, path, handler in self._routes:
            found = path.fullmatch(environ["PATH_INFO"])
            if found and environ["REQUEST_METHOD"] == method:
                if method != "GET" and bearer(environ) != self.token:
                    return answer(start, 401, {"message": "Requires authentication"})
                status, content = handler(environ, *found.groups())
                return answer(start, status, content)
        return answer(start, 404, {"message": "Not Found"})

    def published(self) -> list[Release]:
        return [release for release in self.releases if not release.told["draft"]]

    def _vouch(self, environ: Environ, environment: str) -> tuple[int, Any]:
        if bearer(environ) != self.identity.request_token:
            return 401, {"message": "Requires authentication"}
        return 200, {"value": self.identity.make(_query(environ)["audience"], environment)}

    def _tags(self, _environ: Environ) -> tuple[int, Any]:
        return 200, [{"ref": f"refs/tags/{tag}"} for tag in self.tags if tag.startswith("v")]

    def _runs(self, environ: Environ) -> tuple[int, Any]:
        asked = _query(environ)
        ran = asked["head_sha"] in self.tested and asked.get("event", self.event) == self.event
        return 200, {"total_count": int(ran and asked["branch"] == "main" and asked["status"] == "success")}

    def _list(self, environ: Environ) -> tuple[int, Any]:
        """Return the releases; drafts are included only if the request has the token."""
        seen = self.releases if bearer(environ) == self.token else self.published()
        return 200, [self._tell(release, environ) for release in seen]

    def _create(self, environ: Environ) -> tuple[int, Any]:
        self._made += 1
        release = Release(self._made, json.loads(body(environ)))
        self.releases.append(release)
        return 201, self._tell(release, environ)

    def _delete(self, _environ: Environ, number: str) -> tuple[int, Any]:
        self.releases.remove(self._release(number))
        return 204, b""

    def _edit(self, environ: Environ, number: str) -> tuple[int, Any]:
        release = self._release(number)
        release.told |= json.loads(body(environ))
        if not release.told["draft"]:
            self.tags.append(release.told["tag_name"])
            self._keep(release)
        return 200, self._tell(release, environ)

    def _attach(self, environ: Environ, number: str) -> tuple[int, Any]:
        release, name = self._release(number), _query(environ)["name"]
        if not release.told["draft"]:
            return 422, IMMUTABLE
        if name in release.assets:
            return 422, {"message": "Validation Failed", "errors": [{"code": "already_exists"}]}
        release.assets[name] = body(environ)
        return 201, {"name": name}

    def _download(self, _environ: Environ, tag: str, name: str) -> tuple[int, Any]:
        found = [release for release in self.published() if release.told["tag_name"] == tag]
        return (200, found[0].assets[name]) if found else (404, {"message": "Not Found"})

    def _release(self, number: str) -> Release:
        return next(release for release in self.releases if release.number == int(number))

    def _keep(self, release: Release) -> None:
        folder = self.folder / release.told["tag_name"]
        folder.mkdir(parents=True)
        for name, content in release.assets.items():
            (folder / name).write_bytes(content)

    def _tell(self, release: Release, environ: Environ) -> dict[str, Any]:
        here = base(environ)
        tag = release.told["tag_name"]
        assets = [{"name": name, "browser_download_url": f"{here}/download/{tag}/{name}"} for name in release.assets]
        upload = f"{here}/uploads/{release.number}/assets{{?name,label}}"
        return release.told | {"id": release.number, "assets": assets, "upload_url": upload}


def _query(environ: Environ) -> dict[str, str]:
    return {name: values[0] for name, values in parse_qs(environ["QUERY_STRING"]).items()}
