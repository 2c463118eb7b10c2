"""Generate the YAML files and the constants of the Dify plugin, as part of ``hatch run manifests``.

User-visible text comes from ``translations.toml``; bounds, names, types and model-visible text come from the contract.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any, Final, get_args

import yaml
from page_stats_core import declarations
from page_stats_core.page import failures, models, tool

from lib.repository import ROOT

PACKAGE: Final = "packages/dify_page_stats"
LOCALES: Final = ("en_US", "zh_Hans", "ja_JP", "pt_BR")

# Maps the README of each locale to the beginning of its line with the repository URL.
READMES: Final = {
    "README.md": "Source: ",
    "readme/README_zh_Hans.md": "源代码：",
    "readme/README_ja_JP.md": "ソースコード：",
    "readme/README_pt_BR.md": "Código-fonte: ",
}

# Dify's field types. Other credentials are text fields, because Dify has no number fields for credentials.
CREDENTIAL_TYPES: Final = {"allow_private_network": "select", "proxy": "secret-input"}
PARAMETER_TYPES: Final = {"string": "string", "integer": "number"}
EMPTY: Final[Mapping[str, Any]] = {"string": "", "integer": 0, "boolean": False}
TAGS: Final = ["utilities"]

# The plugin's creation date, which the format requires.
CREATED_AT: Final = "2026-11-30T00:00:00Z"
MEMORY: Final = 256 * 1024 * 1024


def outputs(version: str) -> Mapping[str, Callable[[], str]]:
    """Return the text of every generated file, by its path from the repository's root."""
    return {
        f"{PACKAGE}/manifest.yaml": lambda: as_yaml(manifest(version)),
        f"{PACKAGE}/provider/page_stats.yaml": lambda: as_yaml(provider()),
        f"{PACKAGE}/tools/page_stats.yaml": lambda: as_yaml(tool_manifest()),
        f"{PACKAGE}/adapter/texts.py": texts,
    }


def manifest(version: str) -> dict[str, Any]:
    """Return the package's manifest. Only the marketplace reads ``contact``; Dify ignores it."""
    owner = project()
    return {
        "version": version,
        "type": "plugin",
        **identity(),
        "repo": owner["repository"],
        "contact": owner["dify"]["contact"],
        "created_at": CREATED_AT,
        "privacy": "PRIVACY.md",
        "tags": TAGS,
        "resource": {"memory": MEMORY, "permission": {}},
        "plugins": {"tools": ["provider/page_stats.yaml"]},
        "meta": {
            "version": "0.0.1",
            "arch": ["amd64", "arm64"],
            "runner": {"language": "python", "version": "3.12", "entrypoint": "main"},
        },
    }


def provider() -> dict[str, Any]:
    """Return the provider's YAML; its credentials are the configuration keys."""
    return {
        "identity": {
            **identity(),
            "tags": TAGS,
        },
        "credentials_for_provider": {key: credential(key) for key in models.PageStatsConfig.model_fields},
        "tools": ["tools/page_stats.yaml"],
        "extra": {"python": {"source": "provider/page_stats.py"}},
    }


def identity() -> dict[str, Any]:
    """Return the fields that name and describe the plugin, both in its manifest and in its provider."""
    return {
        "author": author(),
        "name": tool.TOOL_NAME,
        "label": text("label"),
        "description": text("description"),
        "icon": "icon.svg",
        "icon_dark": "icon-dark.svg",
    }


def credential(key: str) -> dict[str, Any]:
    """Return the form field of one configuration key."""
    field: dict[str, Any] = {
        "type": CREDENTIAL_TYPES.get(key, "text-input"),
        "required": False,
        "label": text("credentials", key, "label"),
        "help": text("credentials", key, "help"),
    }
    if field["type"] == "select":
        field["default"] = "false"
        field["options"] = [{"value": value, "label": text("switch", value)} for value in ("false", "true")]
    return field


def tool_manifest() -> dict[str, Any]:
    """Return the tool's YAML, with the contract's parameters and with ``on_failure``, which models do not see."""
    schema = models.PageStatsInput.model_json_schema()
    return {
        "identity": {
            "name": tool.TOOL_NAME,
            "author": author(),
            "label": text("label"),
        },
        "description": {"human": text("description"), "llm": tool.TOOL_DESCRIPTION},
        "parameters": [
            *(parameter(name, field, schema["required"]) for name, field in schema["properties"].items()),
            on_failure(),
        ],
        "output_schema": {"type": "object", "properties": output_schema()},
        "extra": {"python": {"source": "tools/page_stats.py"}},
    }


def parameter(name: str, field: Mapping[str, Any], required: list[str]) -> dict[str, Any]:
    """Return a parameter. Its description includes the bounds, because a model does not receive them separately."""
    bounds = {name: field[key] for name, key in (("min", "minimum"), ("max", "maximum")) if key in field}
    described = field["description"]
    if bounds:
        described = f"{described.rstrip('.')}: {bounds['min']} to {bounds['max']}, default {field['default']}."
    return {
        "name": name,
        "type": PARAMETER_TYPES[field["type"]],
        "required": name in required,
        **({"default": field["default"]} if "default" in field else {}),
        **bounds,
        **({"precision": 0} if field["type"] == "integer" else {}),
        "form": "llm",
        "label": text("parameters", name, "label"),
        "human_description": text("parameters", name, "description"),
        "llm_description": described,
    }


def on_failure() -> dict[str, Any]:
    """Return the parameter ``on_failure``, which only Dify has."""
    return {
        "name": "on_failure",
        "type": "select",
        "required": False,
        "default": on_failure_values()[0],
        "form": "form",
        "options": [{"value": value, "label": text("options", value)} for value in on_failure_values()],
        "label": text("parameters", "on_failure", "label"),
        "human_description": text("parameters", "on_failure", "description"),
    }


def on_failure_values() -> list[str]:
    """Return the values of ``on_failure``, the default first."""
    return list(translations()["options"])


def output_schema() -> dict[str, dict[str, str]]:
    """Return a workflow node's output variables: the fields of the success and failure results, with plain types."""
    described = translations()["outputs"]
    lists = {"error_codes": ", ".join(get_args(failures.ErrorCode)), "reasons": ", ".join(get_args(failures.Reason))}
    return {
        name: {"type": kind, "description": described[name].format(**lists)} for name, kind in output_types().items()
    }


def output_types() -> dict[str, str]:
    """Return one type per field of the success and failure results, because Dify accepts neither null nor unions."""
    fields: dict[str, Any] = {}
    for model in (models.PageStats, failures.PageStatsFailure):
        for name, field in model.model_json_schema(mode="serialization")["properties"].items():
            fields.setdefault(name, field["type"] if "type" in field else field["anyOf"][0]["type"])
    return fields


def texts() -> str:
    """Return the Python module with the plugin's output variables and the texts that the contract does not define."""
    refusals = {
        key: [text("credentials", key, "refused")[locale] for locale in LOCALES[1:]]
        for key in models.PageStatsConfig.model_fields
    }
    lines = [
        '"""Texts and variables of the plugin, written by ``hatch run manifests``."""',
        "",
        "from typing import Any, Final",
        "",
        "# Credential errors in the languages other than the contract's.",
        "REFUSALS: Final = {",
        *(line for key, said in refusals.items() for line in (f'    "{key}": (', *map(quoted, said), "    ),")),
        "}",
        "",
        "# Names of the credential fields in the contract's language.",
        "LABELS: Final = {",
        *(f"    {json.dumps(key)}: {json.dumps(text('credentials', key, 'label')['en_US'])}," for key in refusals),
        "}",
        "",
        "# The values of on_failure, the default first.",
        f"ON_FAILURE: Final = ({', '.join(map(json.dumps, on_failure_values()))})",
        "",
        "# A node's output variables, with their values where they do not apply.",
        "OUTPUTS: Final[dict[str, Any]] = {",
        *(f"    {json.dumps(name)}: {value(EMPTY[kind])}," for name, kind in output_types().items()),
        "}",
    ]
    return "\n".join(lines) + "\n"


def quoted(sentence: str) -> str:
    return f"        {json.dumps(sentence, ensure_ascii=False)},"


def value(empty: Any) -> str:
    """Return *empty* as Python source in the formatter's style."""
    return '""' if empty == "" else repr(empty)


def text(*path: str) -> dict[str, str]:
    """Return a text in each of its languages, with the contract's bounds filled in."""
    found: Any = translations()
    for name in path:
        found = found[name]
    return {locale: found[locale].format(**printed_bounds()) for locale in LOCALES if locale in found}


def printed_bounds() -> dict[str, str]:
    """Return the contract's bounds as plain digits, without separators that differ between languages."""
    return {name: str(value) for name, value in {"timeout_min": 1, "max_bytes_min": 1, **bounds()}.items()}


def bounds() -> dict[str, int]:
    """Return the contract's bounds by their lower-case names."""
    stated = {**vars(declarations), **vars(tool)}
    return {name.lower(): value for name, value in stated.items() if name.isupper() and type(value) is int}


@cache
def translations() -> dict[str, Any]:
    return tomllib.loads((ROOT / PACKAGE / "translations.toml").read_text("utf-8"))


def project() -> dict[str, Any]:
    return tomllib.loads((ROOT / "project.toml").read_text("utf-8"))


def author() -> str:
    """Return the author's name in lower case, as Dify requires."""
    name: str = project()["dify"]["author"]
    return name.lower()


def as_yaml(document: Mapping[str, Any]) -> str:
    body: str = yaml.dump(document, Dumper=NoAliases, sort_keys=False, allow_unicode=True, width=120)
    return f"# Written by `hatch run manifests` from the contract and translations.toml.\n{body}"


class NoAliases(yaml.SafeDumper):
    """A YAML dumper that writes each value in full, without aliases for equal values."""

    def ignore_aliases(self, data: Any) -> bool:  # noqa: ARG002
        return True
