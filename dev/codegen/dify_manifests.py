"""What ``hatch run manifests`` writes for Dify: the YAML and the constants of the plugin.

The texts that people see are those of ``translations.toml``; bounds, names, types and what a model reads are the
contract's.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any, Final, get_args

import yaml
from page_stats_core.page import contract

from lib.repository import ROOT

PACKAGE: Final = "packages/dify_page_stats"
LOCALES: Final = ("en_US", "zh_Hans", "ja_JP", "pt_BR")

# What Dify shows of the plugin in each locale, and how the line begins that says where the sources are.
READMES: Final = {
    "README.md": "Source: ",
    "readme/README_zh_Hans.md": "源代码：",
    "readme/README_ja_JP.md": "ソースコード：",
    "readme/README_pt_BR.md": "Código-fonte: ",
}

# The kinds of Dify's fields; a credential is text where nothing else is said, since Dify has no numbers there.
CREDENTIAL_TYPES: Final = {"allow_private_network": "select", "proxy": "secret-input"}
PARAMETER_TYPES: Final = {"string": "string", "integer": "number"}
EMPTY: Final[Mapping[str, Any]] = {"string": "", "integer": 0, "boolean": False}

# When this plugin was first made; the format wants to know.
CREATED_AT: Final = "2026-11-30T00:00:00Z"
MEMORY: Final = 256 * 1024 * 1024


def outputs(version: str) -> Mapping[str, Callable[[], str]]:
    """Return every written file, by its path from the root."""
    return {
        f"{PACKAGE}/manifest.yaml": lambda: as_yaml(manifest(version)),
        f"{PACKAGE}/provider/page_stats.yaml": lambda: as_yaml(provider()),
        f"{PACKAGE}/tools/page_stats.yaml": lambda: as_yaml(tool()),
        f"{PACKAGE}/adapter/texts.py": texts,
    }


def manifest(version: str) -> dict[str, Any]:
    """Return the package's manifest. ``contact`` is the marketplace's; Dify passes it over."""
    owner = project()
    return {
        "version": version,
        "type": "plugin",
        "author": author(),
        "name": contract.TOOL_NAME,
        "label": text("label"),
        "description": text("description"),
        "icon": "icon.svg",
        "icon_dark": "icon-dark.svg",
        "repo": owner["repository"],
        "contact": owner["dify"]["contact"],
        "created_at": CREATED_AT,
        "privacy": "PRIVACY.md",
        "tags": ["utilities"],
        "resource": {"memory": MEMORY, "permission": {}},
        "plugins": {"tools": ["provider/page_stats.yaml"]},
        "meta": {
            "version": "0.0.1",
            "arch": ["amd64", "arm64"],
            "runner": {"language": "python", "version": "3.12", "entrypoint": "main"},
        },
    }


def provider() -> dict[str, Any]:
    """Return the provider, whose credentials are the keys of the configuration."""
    return {
        "identity": {
            "author": author(),
            "name": contract.TOOL_NAME,
            "label": text("label"),
            "description": text("description"),
            "icon": "icon.svg",
            "icon_dark": "icon-dark.svg",
            "tags": ["utilities"],
        },
        "credentials_for_provider": {key: credential(key) for key in contract.PageStatsConfig.model_fields},
        "tools": ["tools/page_stats.yaml"],
        "extra": {"python": {"source": "provider/page_stats.py"}},
    }


def credential(key: str) -> dict[str, Any]:
    """Return a field of the form that is saved once."""
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


def tool() -> dict[str, Any]:
    """Return the tool, whose parameters are those of the contract and ``on_failure``, which models do not see."""
    schema = contract.PageStatsInput.model_json_schema()
    return {
        "identity": {
            "name": contract.TOOL_NAME,
            "author": author(),
            "label": text("label"),
        },
        "description": {"human": text("description"), "llm": contract.TOOL_DESCRIPTION},
        "parameters": [
            *(parameter(name, field, schema["required"]) for name, field in schema["properties"].items()),
            on_failure(),
        ],
        "output_schema": {"type": "object", "properties": output_schema()},
        "extra": {"python": {"source": "tools/page_stats.py"}},
    }


def parameter(name: str, field: Mapping[str, Any], required: list[str]) -> dict[str, Any]:
    """Return a parameter. A model sees its description alone, so that says the bounds, too."""
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
    """Return the one parameter that is Dify's own."""
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
    """Return what may be done with a failure, first what is done where nothing is asked for."""
    return list(translations()["options"])


def output_schema() -> dict[str, dict[str, str]]:
    """Return the variables of a node: the fields of success and failure, each of one plain type."""
    described = translations()["outputs"]
    lists = {"error_codes": ", ".join(get_args(contract.ErrorCode)), "reasons": ", ".join(get_args(contract.Reason))}
    return {
        name: {"type": kind, "description": described[name].format(**lists)} for name, kind in output_types().items()
    }


def output_types() -> dict[str, str]:
    """Return the type of each field of success and failure; Dify takes neither null nor a union."""
    fields: dict[str, Any] = {}
    for model in (contract.PageStats, contract.PageStatsFailure):
        for name, field in model.model_json_schema(mode="serialization")["properties"].items():
            fields.setdefault(name, field["type"] if "type" in field else field["anyOf"][0]["type"])
    return fields


def texts() -> str:
    """Return the module of what the plugin says and sends, beyond what the contract states."""
    refusals = {
        key: [text("credentials", key, "refused")[locale] for locale in LOCALES[1:]]
        for key in contract.PageStatsConfig.model_fields
    }
    lines = [
        '"""Texts and variables of the plugin, written by ``hatch run manifests``."""',
        "",
        "from typing import Any, Final",
        "",
        "# Refusals of credentials in the languages that the contract does not speak.",
        "REFUSALS: Final = {",
        *(line for key, said in refusals.items() for line in (f'    "{key}": (', *map(quoted, said), "    ),")),
        "}",
        "",
        "# What the fields of the credentials are called in the language that it does speak.",
        "LABELS: Final = {",
        *(f"    {json.dumps(key)}: {json.dumps(text('credentials', key, 'label')['en_US'])}," for key in refusals),
        "}",
        "",
        "# What may be asked for as on_failure, first what is done where nothing is.",
        f"ON_FAILURE: Final = ({', '.join(map(json.dumps, on_failure_values()))})",
        "",
        "# The variables of a node, each as it is where it does not apply.",
        "OUTPUTS: Final[dict[str, Any]] = {",
        *(f"    {json.dumps(name)}: {value(EMPTY[kind])}," for name, kind in output_types().items()),
        "}",
    ]
    return "\n".join(lines) + "\n"


def quoted(said: str) -> str:
    """Return a line of a tuple."""
    return f"        {json.dumps(said, ensure_ascii=False)},"


def value(empty: Any) -> str:
    """Return *empty* as the formatter writes it."""
    return '""' if empty == "" else repr(empty)


def text(*path: str) -> dict[str, str]:
    """Return one text in the locales that it has, its bounds filled in."""
    found: Any = translations()
    for name in path:
        found = found[name]
    return {locale: found[locale].format(**bounds()) for locale in LOCALES if locale in found}


def bounds() -> dict[str, str]:
    """Return the bounds of the contract as people read them, without signs that differ from language to language."""
    stated = {name.lower(): value for name, value in vars(contract).items() if name.isupper() and type(value) is int}
    return {name: str(value) for name, value in {"timeout_min": 1, "max_bytes_min": 1, **stated}.items()}


@cache
def translations() -> dict[str, Any]:
    """Return the texts that people see."""
    return tomllib.loads((ROOT / PACKAGE / "translations.toml").read_text("utf-8"))


def project() -> dict[str, Any]:
    """Return what only an owner can fill."""
    return tomllib.loads((ROOT / "project.toml").read_text("utf-8"))


def author() -> str:
    """Return the author as Dify takes it, in small letters alone."""
    name: str = project()["dify"]["author"]
    return name.lower()


def as_yaml(document: Mapping[str, Any]) -> str:
    """Return *document* as YAML."""
    body: str = yaml.dump(document, Dumper=NoAliases, sort_keys=False, allow_unicode=True, width=120)
    return f"# Written by `hatch run manifests` from the contract and translations.toml.\n{body}"


class NoAliases(yaml.SafeDumper):
    """A writer that repeats what is said twice."""

    def ignore_aliases(self, data: Any) -> bool:  # noqa: ARG002
        """Return that nothing is referred to."""
        return True
