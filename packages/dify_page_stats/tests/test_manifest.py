"""What the YAML declares: the contract, in four locales, and what the marketplace asks of a package."""

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
    """Yield every text that is there in more than one language."""
    if isinstance(value, dict) and "en_US" in value:
        yield value
    elif isinstance(value, dict | list):
        for item in value.values() if isinstance(value, dict) else value:
            yield from texts(item)


class TestTexts:
    @pytest.mark.parametrize("document", [MANIFEST, PROVIDER, TOOL], ids=["manifest", "provider", "tool"])
    def test_locales(self, document: Any) -> None:
        """Every text is there in all four locales, complete and short enough."""
        found = list(texts(document))
        assert found
        assert [text for text in found if tuple(text) != LOCALES] == []
        assert [said for text in found for said in text.values() if not 0 < len(said) < 1024 or "{" in said] == []

    def test_bounds(self) -> None:
        """In every locale the bounds are those of the contract."""
        for said in PARAMETERS["timeout_seconds"]["human_description"].values():
            assert re.findall(r"\d+", said) == ["1", "60", "10"]
        for said in PROVIDER["credentials_for_provider"]["max_bytes"]["help"].values():
            assert re.findall(r"\d+", said) == ["1", "20000000", "2000000"]


class TestTool:
    def test_parameters(self) -> None:
        """The parameters are those of the contract, and one that models do not see."""
        forms = {name: parameter["form"] for name, parameter in PARAMETERS.items()}
        assert forms == {**dict.fromkeys(PageStatsInput.model_fields, "llm"), "on_failure": "form"}

    def test_what_a_model_sees(self) -> None:
        """A model sees descriptions alone, so bounds and default stand there."""
        assert TOOL["description"]["llm"] == TOOL_DESCRIPTION
        assert PARAMETERS["timeout_seconds"]["llm_description"].endswith("1 to 60, default 10.")

    def test_output_schema(self) -> None:
        """The variables are of plain types, described, and named as Dify permits."""
        properties = TOOL["output_schema"]["properties"]
        assert {kind["type"] for kind in properties.values()} == {"string", "integer", "boolean"}
        assert all(kind["description"] for kind in properties.values())
        assert not properties.keys() & {"text", "json", "files"}


class TestProvider:
    def test_credentials(self) -> None:
        """The credentials are the keys of the configuration; none is required, and the proxy is a secret."""
        fields = PROVIDER["credentials_for_provider"]
        assert list(fields) == list(PageStatsConfig.model_fields)
        assert not any(field["required"] for field in fields.values())
        assert fields["proxy"]["type"] == "secret-input"


class TestMarketplace:
    def test_names(self) -> None:
        """Author, name and version are of the forms that Dify and the marketplace take."""
        assert re.fullmatch(r"[a-z0-9_-]{1,64}", MANIFEST["author"])
        assert not re.search("langgenius|dify", MANIFEST["author"])
        assert re.fullmatch(r"[a-z0-9_-]{1,128}", MANIFEST["name"])
        assert re.fullmatch(r"\d{1,4}(\.\d{1,4}){2}(-\w{1,16})?", MANIFEST["version"])

    def test_fields(self) -> None:
        """What the marketplace asks for beyond Dify is there; no permission is asked for."""
        assert MANIFEST["repo"].startswith("https://github.com/")
        assert "@" in MANIFEST["contact"]
        assert MANIFEST["privacy"] in PACKED
        assert MANIFEST["resource"]["permission"] == {}

    @pytest.mark.parametrize("icon", ["icon", "icon_dark"])
    def test_icons(self, icon: str) -> None:
        """The icons are there, ours, and load nothing."""
        drawn = PACKED[f"_assets/{MANIFEST[icon]}"].decode()
        assert drawn.startswith("<svg ")
        assert "TEMPLATE_ICON" not in drawn
        assert not re.search(r"href|url\(|<script|<image", drawn)

    def test_files_that_are_named_exist(self) -> None:
        """Whatever the YAML points to is packed."""
        named = [*MANIFEST["plugins"]["tools"], *PROVIDER["tools"]]
        named += [document["extra"]["python"]["source"] for document in (PROVIDER, TOOL)]
        assert set(named) <= PACKED.keys()

    def test_readme(self) -> None:
        """The README is in English, says where the sources are, and how to set up, use and connect."""
        assert not ASIAN.search(README)
        assert f"Source: {MANIFEST['repo']}\n" in README
        assert {"## Setup", "## Usage", "### Credentials", "### Connection"} <= set(README.splitlines())

    def test_translated_readmes(self) -> None:
        """There is one for each other locale, named as Dify looks for it."""
        assert {name for name in PACKED if name.startswith("readme/")} == {
            f"readme/README_{locale}.md" for locale in LOCALES[1:]
        }

    @pytest.mark.parametrize("readme", [name for name in PACKED if "README" in name])
    def test_signed_package(self, readme: str) -> None:
        """Every README says how the daemon is told of the key, in the same words, and how names are checked."""
        found = re.findall(r"(?s)\n```\w+\n.*?\n```\n", PACKED[readme].decode())
        assert found == re.findall(r"(?s)\n```\w+\n.*?\n```\n", README)
        settings = yaml.safe_load(found[1].strip().strip("`").removeprefix("yaml"))["services"]["plugin_daemon"]
        assert list(settings["environment"].values())[:2] == ["true", "true"]
        assert found[0].split()[-2].endswith(Path(settings["environment"][KEYS]).name)
        assert "dify plugin checksum" in found[3]

    @pytest.mark.parametrize("heading", ["Collection", "Storage", "Logging", "Third parties"])
    def test_privacy(self, heading: str) -> None:
        """PRIVACY.md speaks of what is asked for."""
        assert f"\n## {heading}\n" in PACKED["PRIVACY.md"].decode()

    def test_requirements(self) -> None:
        """Every requirement is pinned, from an index that is not named, and the SDK is recent enough."""
        lines = PACKED["requirements.txt"].decode().splitlines()
        assert [line for line in lines if not re.fullmatch(r"[a-z0-9._-]+==[^ ]+( ; .+)?", line)] == []
        assert "dify-plugin==0.10.2" in lines

    def test_minimum_version(self) -> None:
        """The Python is the one that Dify makes environments with; no version of Dify is named that was not tried."""
        assert MANIFEST["meta"]["runner"] == {"language": "python", "version": "3.12", "entrypoint": "main"}
        assert "minimum_dify_version" not in MANIFEST["meta"]
