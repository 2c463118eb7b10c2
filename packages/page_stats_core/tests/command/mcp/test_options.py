"""The options of ``page-stats mcp``: what is accepted, and what is said of what is not."""

import re
from pathlib import Path

import pytest
from page_stats_core.command.mcp.options import Listen, Options, parse
from page_stats_core.contract import PageStatsConfig

README = Path(__file__).parents[3] / "README.md"


pytestmark = pytest.mark.usefixtures("plain")


def listen(*arguments: str) -> Listen:
    """Return where *arguments* have it listen."""
    found = parse(["--http", *arguments]).listen
    assert found
    return found


class TestConfiguration:
    def test_defaults(self):
        """Without options it speaks on standard input and output, configured as the contract says."""
        assert parse([]) == Options(PageStatsConfig(), None)

    def test_all(self):
        """Every key of the configuration has the option that it has for pages."""
        options = parse(
            [
                *("--max-bytes", "20000000", "--user-agent", "me/1", "--allowed-host", "wiki.corp"),
                *("--allowed-host", "10.0.0.0/8", "--allow-private-network", "--proxy", "http://u:p@proxy:8080"),
            ]
        )
        assert options.config == PageStatsConfig(
            user_agent="me/1",
            max_bytes=20_000_000,
            allowed_hosts=("wiki.corp", "10.0.0.0/8"),
            allow_private_network=True,
            proxy="http://u:p@proxy:8080",
        )

    @pytest.mark.parametrize(
        ("arguments", "words"),
        [
            (["--max-bytes", "0"], "argument --max-bytes: must be a whole number from 1 to 20,000,000, got '0'"),
            (["--user-agent", " x"], "argument --user-agent: user_agent must be 1 to 256 printable ASCII"),
            (["--allowed-host", "10.0.0.1/8"], "argument --allowed-host: allowed_hosts must be a list"),
            (["--proxy", "http://me:secret@x"], "argument --proxy: proxy must have the form http://host:port"),
            (["--timeout", "3"], "unrecognized arguments: --timeout 3"),
            (["https://a.example/"], "unrecognized arguments: https://a.example/"),
        ],
    )
    def test_wrong(self, refusal, arguments, words):
        """A wrong value or an unknown option is refused by name, and a password is not repeated."""
        said = refusal(*arguments)
        assert said.startswith(f"page-stats mcp: error: {words}")
        assert "secret" not in said


class TestHttp:
    @pytest.mark.parametrize(
        ("given", "address", "port", "url"),
        [
            ("8000", "127.0.0.1", 8000, "http://127.0.0.1:8000/mcp"),
            ("127.0.0.2:0", "127.0.0.2", 0, "http://127.0.0.2:0/mcp"),
            ("[::1]:65535", "::1", 65535, "http://[::1]:65535/mcp"),
        ],
    )
    def test_address(self, given, address, port, url):
        """A port alone is on loopback; an IPv6 address stands in brackets."""
        found = listen(given)
        assert (found.address, found.port, found.url(port)) == (address, port, url)

    @pytest.mark.parametrize(
        "given", ["", "65536", "x", "localhost:8000", "::1:8000", "[::1]", "1.2.3:80", "[1::2::3]:8", "-1"]
    )
    def test_no_address(self, refusal, given):
        """A name is no address, since what it stands for may be no loopback; neither is half of one."""
        assert "argument --http:" in refusal(f"--http={given}")

    def test_loopback_has_names(self):
        """A server on loopback is called by its address or localhost, with or without a port, from pages likewise."""
        found = listen("[::1]:8000")
        assert found.hosts == ("[::1]", "[::1]:*", "localhost", "localhost:*")
        assert found.origins == ("http://[::1]", "http://[::1]:*", "http://localhost", "http://localhost:*")

    @pytest.mark.parametrize("address", ["0.0.0.0:8000", "[::]:8000", "10.1.2.3:8000"])
    def test_elsewhere_needs_a_name(self, refusal, address):
        """An address that is not loopback is refused unless it is said what clients call the server."""
        said = refusal("--http", address)
        assert said.endswith("a non-loopback address requires --http-host, the host name that clients use")

    def test_elsewhere(self):
        """There, what is given is all that is permitted: a host with its port alone, one without at every port."""
        found = listen("0.0.0.0:8000", *("--http-host", "a.corp:8443", "--http-host", "b.corp"))
        assert (found.hosts, found.origins) == (("a.corp:8443", "b.corp", "b.corp:*"), ())

    def test_origin(self):
        """An origin is permitted as it is given."""
        assert listen("0.0.0.0:1", "--http-host", "a", "--http-origin", "https://b:8").origins == ("https://b:8",)

    @pytest.mark.parametrize(
        ("option", "value"),
        [
            *(("--http-host", value) for value in ("", "http://a", "a/b", "a b", "*", "u@a", "a:")),
            *(("--http-origin", value) for value in ("", "a", "https://a/", "*", "null", "https://u@a")),
        ],
    )
    def test_no_name(self, refusal, option, value):
        """What is no host and no origin is refused, the star that would stand for all among it."""
        assert f"argument {option}: must be a" in refusal("--http=8000", f"{option}={value}")

    @pytest.mark.parametrize("option", ["--http-host=a", "--http-origin=https://a"])
    def test_only_for_http(self, refusal, option):
        """What is asked of requests over HTTP is of no use without it."""
        assert refusal(option).endswith("--http-host and --http-origin require --http")


def test_help(capsys):
    """``--help`` names every option and the exit statuses, and the README names every option that it does."""
    with pytest.raises(SystemExit) as end:
        parse(["--help"])
    assert end.value.code == 0
    text = capsys.readouterr().out
    options = set(re.findall(r"--[a-z-]+", text))
    assert {"--http", "--http-host", "--http-origin", "--max-bytes", "--proxy"} < options
    assert "130, 143  stopped by an interrupt" in text
    readme = README.read_text("utf-8")
    assert not {option for option in options - {"--help"} if option not in readme}
