"""The plugin's YAML files describe the tool in four locales and meet the marketplace's requirements."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml
from page_stats_core.contract import TOOL_DESCRIPTION, PageStatsConfig, PageStatsInput

from dev.codegen.dify_manifests import LOCALES
from lib.difypkg import pack

FOLDER = Path(__file__).resolve().parents[1]
MANIFEST = yaml.safe_load((FOLDER / "manifest.yaml").read_text("utf-8"))
PROVIDER = yaml.safe_load((FOLDER / "provider" / "page_stats.yaml").read_text("utf-8"))
TOOL = yaml.safe_load((FOLDER / "tools" / "page_stats.yaml").read_text("utf-8"))
PARAMETERS = {parameter["name"]: parameter for parameter in TOOL["parameters"]}
PACKED = pack.pack().entries
README = (FOLDER / "README.md").read_text("utf-8")
KEYS = "THIRD_PARTY_SIGNATURE_VERIFICATION_PUBLIC_KEYS"
ASIAN = re.compile(r"[\u3040-\u30ff\u3400-\u9fff]")


def texts(value: Any) -> Iterator[dict[str, str]]:
    """Yield every translated text in *value*."""
    if isinstance(value, dict) and "en_US" in value:
        yield value
    elif isinstance(value, dict | list):
        for item in value.values() if isinstance(value, dict) else value:
            yield from texts(item)


class TestTexts:
    @pytest.mark.parametrize("document", [MANIFEST, PROVIDER, TOOL], ids=["manifest", "provider", "tool"])
    def test_locales(self, document: Any) -> None:
        """Every text exists in all four locales, is shorter than 1,024 characters and contains no ``{``."""
        found = list(texts(document))
        assert found
        assert [text for text in found if tuple(text) != LOCALES] == []
        assert [said for text in found for said in text.values() if not 0 < len(said) < 1024 or "{" in said] == []

    def test_bounds(self) -> None:
        """Every locale states the bounds and defaults of the timeout and of ``max_bytes``."""
        for said in PARAMETERS["timeout_seconds"]["human_description"].values():
            assert re.findall(r"\d+", said) == ["1", "60", "10"]
        for said in PROVIDER["credentials_for_provider"]["max_bytes"]["help"].values():
            assert re.findall(r"\d+", said) == ["1", "20000000", "2000000"]


class TestTool:
    def test_parameters(self) -> None:
        """The parameters are the contract's arguments plus ``on_failure``, which models do not see."""
        forms = {name: parameter["form"] for name, parameter in PARAMETERS.items()}
        assert forms == {**dict.fromkeys(PageStatsInput.model_fields, "llm"), "on_failure": "form"}

    def test_what_a_model_sees(self) -> None:
        """The description of the timeout contains its bounds and default, because a model sees only descriptions."""
        assert TOOL["description"]["llm"] == TOOL_DESCRIPTION
        assert PARAMETERS["timeout_seconds"]["llm_description"].endswith("1 to 60, default 10.")

    def test_output_schema(self) -> None:
        """Every output variable has a plain type, a description and a name that Dify does not reserve."""
        properties = TOOL["output_schema"]["properties"]
        assert {kind["type"] for kind in properties.values()} == {"string", "integer", "boolean"}
        assert all(kind["description"] for kind in properties.values())
        assert not properties.keys() & {"text", "json", "files"}


class TestProvider:
    def test_credentials(self) -> None:
        """The credentials are the configuration keys. All of them are optional, and the proxy is a secret."""
        fields = PROVIDER["credentials_for_provider"]
        assert list(fields) == list(PageStatsConfig.model_fields)
        assert not any(field["required"] for field in fields.values())
        assert fields["proxy"]["type"] == "secret-input"


class TestMarketplace:
    def test_names(self) -> None:
        """Author, name and version have the form that Dify and the marketplace require."""
        assert re.fullmatch(r"[a-z0-9_-]{1,64}", MANIFEST["author"])
        assert not re.search("langgenius|dify", MANIFEST["author"])
        assert re.fullmatch(r"[a-z0-9_-]{1,128}", MANIFEST["name"])
        assert re.fullmatch(r"\d{1,4}(\.\d{1,4}){2}(-\w{1,16})?", MANIFEST["version"])

    def test_fields(self) -> None:
        """The fields that the marketplace requires are present, and the plugin requests no permission."""
        assert MANIFEST["repo"].startswith("https://github.com/")
        assert "@" in MANIFEST["contact"]
        assert MANIFEST["privacy"] in PACKED
        assert MANIFEST["resource"]["permission"] == {}

    @pytest.mark.parametrize("icon", ["icon", "icon_dark"])
    def test_icons(self, icon: str) -> None:
        """The icons are the project's own SVG files, not icons of a template, and load no other files."""
        drawn = PACKED[f"_assets/{MANIFEST[icon]}"].decode()
        assert drawn.startswith("<svg ")
        assert "TEMPLATE_ICON" not in drawn
        assert not re.search(r"href|url\(|<script|<image", drawn)

    def test_files_that_are_named_exist(self) -> None:
        """Every file that the YAML refers to is packed."""
        named = [*MANIFEST["plugins"]["tools"], *PROVIDER["tools"]]
        named += [document["extra"]["python"]["source"] for document in (PROVIDER, TOOL)]
        assert set(named) <= PACKED.keys()

    def test_readme(self) -> None:
        """The README is in English, states the source URL, and has all required sections."""
        assert not ASIAN.search(README)
        assert f"Source: {MANIFEST['repo']}\n" in README
        assert {"## Setup", "## Usage", "### Credentials", "### Connection"} <= set(README.splitlines())

    def test_translated_readmes(self) -> None:
        """Every locale except English has a README with the name that Dify expects."""
        assert {name for name in PACKED if name.startswith("readme/")} == {
            f"readme/README_{locale}.md" for locale in LOCALES[1:]
        }

    @pytest.mark.parametrize("readme", [name for name in PACKED if "README" in name])
    def test_signed_package(self, readme: str) -> None:
        """Every README shows the same commands for installing the signing key and verifying the package."""
        found = re.findall(r"(?s)\n```\w+\n.*?\n```\n", PACKED[readme].decode())
        assert found == re.findall(r"(?s)\n```\w+\n.*?\n```\n", README)
        settings = yaml.safe_load(found[1].strip().strip("`").removeprefix("yaml"))["services"]["plugin_daemon"]
        assert list(settings["environment"].values())[:2] == ["true", "true"]
        assert found[0].split()[-2].endswith(Path(settings["environment"][KEYS]).name)
        assert "dify plugin checksum" in found[3]

    @pytest.mark.parametrize("heading", ["Collection", "Storage", "Logging", "Third parties"])
    def test_privacy(self, heading: str) -> None:
        """PRIVACY.md has all required sections."""
        assert f"\n## {heading}\n" in PACKED["PRIVACY.md"].decode()

    def test_requirements(self) -> None:
        """Every requirement has a pinned version and no index URL, and the SDK is recent enough."""
        lines = PACKED["requirements.txt"].decode().splitlines()
        assert [line for line in lines if not re.fullmatch(r"[a-z0-9._-]+==[^ ]+( ; .+)?", line)] == []
        assert "dify-plugin==0.10.2" in lines

    def test_minimum_version(self) -> None:
        """The manifest states the Python version that Dify uses, and no minimum version of Dify."""
        assert MANIFEST["meta"]["runner"] == {"language": "python", "version": "3.12", "entrypoint": "main"}
        assert "minimum_dify_version" not in MANIFEST["meta"]
