"""Converting and checking Dify's credentials."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml
from adapter.credentials import configuration, refusal
from page_stats_core import PageStatsConfig

PROVIDER = Path(__file__).resolve().parents[1] / "provider" / "page_stats.yaml"
FIELDS = yaml.safe_load(PROVIDER.read_text("utf-8"))["credentials_for_provider"]


class TestConfiguration:
    @pytest.mark.parametrize("empty", ["", None])
    def test_empty(self, empty: str | None) -> None:
        """An empty field counts as absent."""
        made = PageStatsConfig(**configuration(dict.fromkeys(PageStatsConfig.model_fields, empty)))
        assert made == PageStatsConfig()

    @pytest.mark.parametrize(
        ("text", "number"),
        [("1", 1), ("2000000", 2_000_000), ("007", 7), ("99999999", 99_999_999)],
    )
    def test_digits(self, text: str, number: int) -> None:
        """Text that consists of digits becomes a number."""
        assert configuration({"max_bytes": text}) == {"max_bytes": number}

    @pytest.mark.parametrize("text", ["many", "1.5", "-1", " 5", "1_000", "٣", "²", "9" * 5000])
    def test_no_digits(self, text: str) -> None:
        """Text that is not a number is kept unchanged, so that the core rejects it."""
        assert configuration({"max_bytes": text}) == {"max_bytes": text}

    @pytest.mark.parametrize("text", ["wiki.corp,10.0.0.0/8", "wiki.corp 10.0.0.0/8", " wiki.corp ,\n10.0.0.0/8\n"])
    def test_hosts(self, text: str) -> None:
        """Hosts are separated by commas, spaces or line breaks."""
        assert configuration({"allowed_hosts": text}) == {"allowed_hosts": ["wiki.corp", "10.0.0.0/8"]}

    @pytest.mark.parametrize(
        ("given", "meant"), [("true", True), ("false", False), (True, True), (False, False), ("yes", "yes"), (1, 1)]
    )
    def test_switch(self, given: object, meant: object) -> None:
        """A switch accepts ``true``, ``false`` or a boolean. Other values are kept, so that the core rejects them."""
        assert configuration({"allow_private_network": given}) == {"allow_private_network": meant}


class TestRefusal:
    def test_good(self) -> None:
        """Valid credentials give no error."""
        assert refusal({}) is None
        assert refusal({"user_agent": "bot/1.0", "max_bytes": "5", "proxy": "http://proxy.corp:3128"}) is None

    @pytest.mark.parametrize(
        ("key", "wrong"),
        [
            ("user_agent", "b\u00f6t"),
            ("max_bytes", "many"),
            ("max_bytes", "20000001"),
            ("allowed_hosts", "http://wiki.corp/"),
            ("allow_private_network", "perhaps"),
            ("proxy", "socks5://proxy.corp:1080"),
        ],
    )
    def test_names_the_field(self, key: str, wrong: str) -> None:
        """An error has a line in each of four languages. Each line names the field and omits the wrong value."""
        refused = refusal({key: wrong})
        assert refused
        assert [key in line for line in refused.split("\n")] == [True] * 4
        assert wrong not in refused

    def test_labels(self) -> None:
        """Each line starts with the field's translated label, and the English line ends with the contract's message."""
        lines = (refusal({"max_bytes": "0"}) or "").split("\n")
        assert lines[0] == "Largest page (bytes): max_bytes must be a whole number from 1 to 20,000,000."
        for label, line in zip(FIELDS["max_bytes"]["label"].values(), lines, strict=True):
            assert line.startswith(label.partition(" (")[0])

    def test_secret(self) -> None:
        """An error does not repeat a proxy's password."""
        assert "hunter2" not in (refusal({"proxy": "http://me:hunter2@proxy.corp"}) or "hunter2")

    def test_unknown(self) -> None:
        """An unknown field is rejected with the contract's message."""
        assert refusal({"api_key": "x"}) == (
            'Unknown configuration key "api_key": the keys are user_agent, max_bytes, allowed_hosts, '
            "allow_private_network and proxy."
        )
