"""Read the metadata of an artefact from its files, as registries and hosts do."""

from __future__ import annotations

import email.message
import email.parser
import json
import re
import tomllib
from collections.abc import Callable, Mapping
from typing import Any, Final

import yaml
from packaging.requirements import Requirement

SIBLING: Final = "page-stats-core"


def versions(contents: Mapping[str, bytes]) -> dict[str, str]:
    """Return the versions that an artefact states, by file name."""
    return _read(contents, _PLACES)


def licences(contents: Mapping[str, bytes]) -> dict[str, str]:
    """Return the licences that an artefact states, by file name."""
    return _read(contents, _LICENCES)


def siblings(contents: Mapping[str, bytes]) -> list[Requirement]:
    """Return those requirements of a distribution that are for our core."""
    stated = [
        Requirement(line)
        for name, content in contents.items()
        if name == "PKG-INFO" or name.endswith(".dist-info/METADATA")
        for line in metadata(content.decode()).get_all("Requires-Dist", [])
    ]
    return [requirement for requirement in stated if requirement.name == SIBLING]


def metadata(text: str) -> email.message.Message:
    return email.parser.Parser().parsestr(text)


def constant(text: str) -> str:
    """Return the value of the constant VERSION in a program's source."""
    found = re.search(r"\bVERSION = [\"'](.*?)[\"']", text)
    return found[1] if found else "none"


# Maps the end of a file's path to the function that reads the version from the file.
_PLACES: Final[Mapping[str, Callable[[str], Any]]] = {
    ".dist-info/METADATA": lambda text: metadata(text)["Version"],
    "PKG-INFO": lambda text: metadata(text)["Version"],
    "about.js": constant,
    "about.py": constant,
    "manifest.yaml": lambda text: yaml.safe_load(text)["version"],
    "openclaw.plugin.json": lambda text: json.loads(text)["version"],
    "package.json": lambda text: json.loads(text)["version"],
    "pyproject.toml": lambda text: tomllib.loads(text)["project"]["version"],
}
_LICENCES: Final[Mapping[str, Callable[[str], Any]]] = {
    ".dist-info/METADATA": lambda text: metadata(text)["License-Expression"],
    "PKG-INFO": lambda text: metadata(text)["License-Expression"],
    "package.json": lambda text: json.loads(text)["license"],
}


def _read(contents: Mapping[str, bytes], places: Mapping[str, Callable[[str], Any]]) -> dict[str, str]:
    return {
        name: str(read(content.decode()))
        for name, content in contents.items()
        for end, read in places.items()
        if name == end or name.endswith(end if end.startswith(".") else f"/{end}")
    }
