"""The options of ``page-stats mcp``: accepted values and errors."""

import re
from pathlib import Path

import pytest
from page_stats_core.command.mcp.options import Listen, Options, read_options
from page_stats_core.contract import PageStatsConfig

README = Path(__file__).parents[3] / "README.md"


pytestmark = pytest.mark.usefixtures("plain")


def listen(*arguments: str) -> Listen:
    """Return the listening address that ``read_options`` finds in *arguments*."""
    found = read_options(["--http", *arguments]).listen
    assert found
    return found


class TestConfiguration:
    def test_defaults(self):
        """Without options, the server uses standard input and output and the default configuration."""
        assert read_options([]) == Options(PageStatsConfig(), None)

    def test_all(self):
        """Every configuration key has the same option as in the page command."""
        options = read_options(
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
        """The error for a wrong value or an unknown option names the option and does not repeat a password."""
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
        """``--http`` with only a port means 127.0.0.1. An IPv6 address is written in brackets."""
        found = listen(given)
        assert (found.address, found.port, found.endpoint(port)) == (address, port, url)

    @pytest.mark.parametrize(
        "given", ["", "65536", "x", "localhost:8000", "::1:8000", "[::1]", "1.2.3:80", "[1::2::3]:8", "-1"]
    )
    def test_no_address(self, refusal, given):
        """``--http`` rejects incomplete addresses. It also rejects host names, which might not resolve to localhost."""
        assert "argument --http:" in refusal(f"--http={given}")

    def test_loopback_has_names(self):
        """For a loopback address, Host and Origin may contain that address or localhost, with or without a port."""
        found = listen("[::1]:8000")
        assert found.hosts == ("[::1]", "[::1]:*", "localhost", "localhost:*")
        assert found.origins == ("http://[::1]", "http://[::1]:*", "http://localhost", "http://localhost:*")

    @pytest.mark.parametrize("address", ["0.0.0.0:8000", "[::]:8000", "10.1.2.3:8000"])
    def test_elsewhere_needs_a_name(self, refusal, address):
        """An address that is not loopback requires --http-host."""
        said = refusal("--http", address)
        assert said.endswith("a non-loopback address requires --http-host, the host name that clients use")

    def test_elsewhere(self):
        """On a non-loopback address, Host must be a value of --http-host. A value without a port allows any port."""
        found = listen("0.0.0.0:8000", *("--http-host", "a.corp:8443", "--http-host", "b.corp"))
        assert (found.hosts, found.origins) == (("a.corp:8443", "b.corp", "b.corp:*"), ())

    def test_origin(self):
        """An origin given with --http-origin is allowed exactly as written."""
        assert listen("0.0.0.0:1", "--http-host", "a", "--http-origin", "https://b:8").origins == ("https://b:8",)

    @pytest.mark.parametrize(
        ("option", "value"),
        [
            *(("--http-host", value) for value in ("", "http://a", "a/b", "a b", "*", "u@a", "a:")),
            *(("--http-origin", value) for value in ("", "a", "https://a/", "*", "null", "https://u@a")),
        ],
    )
    def test_no_name(self, refusal, option, value):
        """Invalid hosts and origins are rejected, and so is the wildcard ``*``."""
        assert f"argument {option}: must be a" in refusal("--http=8000", f"{option}={value}")

    @pytest.mark.parametrize("option", ["--http-host=a", "--http-origin=https://a"])
    def test_only_for_http(self, refusal, option):
        """--http-host and --http-origin are rejected without --http."""
        assert refusal(option).endswith("--http-host and --http-origin require --http")


def test_help(capsys):
    """``--help`` lists every option and the exit statuses, and the README documents every option."""
    with pytest.raises(SystemExit) as end:
        read_options(["--help"])
    assert end.value.code == 0
    text = capsys.readouterr().out
    options = set(re.findall(r"--[a-z-]+", text))
    assert {"--http", "--http-host", "--http-origin", "--max-bytes", "--proxy"} < options
    assert "130, 143  stopped by an interrupt" in text
    readme = README.read_text("utf-8")
    assert not {option for option in options - {"--help"} if option not in readme}
