"""The command's options: accepted values and errors."""

import re
from pathlib import Path

import pytest
from page_stats_core.about import VERSION
from page_stats_core.command.errors import CommandError
from page_stats_core.command.options import is_word, read_options, refuse_word
from page_stats_core.contract import PageStatsConfig

pytestmark = pytest.mark.usefixtures("plain")


class TestParse:
    def test_defaults(self):
        """Without options, the contract's defaults apply."""
        options = read_options(["https://a.example/"])
        assert options.subjects == ("https://a.example/",)
        assert options.lists == ()
        assert options.format is None
        assert (options.timeout_seconds, options.concurrency) == (10, 8)
        assert options.config == PageStatsConfig()

    def test_all(self):
        """Every option on the command line sets the matching field."""
        options = read_options(
            [
                *("--from", "one", "--from", "-", "--format", "json", "--timeout", "60", "--concurrency", "64"),
                *("--max-bytes", "20000000", "--user-agent", "me/1", "--allowed-host", "wiki.corp"),
                *("--allowed-host", "10.0.0.0/8", "--allow-private-network", "--proxy", "http://u:p@proxy:8080"),
            ]
        )
        assert (options.subjects, options.lists, options.format) == ((), ("one", "-"), "json")
        assert (options.timeout_seconds, options.concurrency) == (60, 64)
        assert options.config == PageStatsConfig(
            user_agent="me/1",
            max_bytes=20_000_000,
            allowed_hosts=("wiki.corp", "10.0.0.0/8"),
            allow_private_network=True,
            proxy="http://u:p@proxy:8080",
        )

    @pytest.mark.parametrize(
        "arguments",
        [["a:", "--timeout", "5", "-", "b:"], ["--timeout", "5", "a:", "-", "b:"], ["a:", "-", "b:", "--timeout", "5"]],
    )
    def test_urls_and_options_in_any_order(self, arguments):
        """Options may be before, between and after URLs."""
        options = read_options(arguments)
        assert (options.subjects, options.timeout_seconds) == (("a:", "-", "b:"), 5)

    def test_end_of_options(self):
        """Everything after ``--`` is a URL."""
        options = read_options(["a:", "--timeout", "5", "--", "--proxy", "http://p:1", "--"])
        assert options.subjects == ("a:", "--proxy", "http://p:1", "--")
        assert options.config.proxy is None

    @pytest.mark.parametrize("value", ["0", "61", "", "-1", "+1", "1.5", "1_0", "soon", "٣٠", " 5", "9" * 5000])
    def test_timeout_out_of_bounds(self, refusal, value):
        """An invalid timeout is reported with the name and bounds of its option."""
        message = refusal(f"--timeout={value}")
        assert message == f"page-stats: error: argument --timeout: must be a whole number from 1 to 60, got {value!r}"

    @pytest.mark.parametrize(("option", "largest"), [("--concurrency", "64"), ("--max-bytes", "20,000,000")])
    def test_bounds(self, refusal, option, largest):
        """``--concurrency`` and ``--max-bytes`` each have their own bounds."""
        assert f"argument {option}: must be a whole number from 1 to {largest}, got '0'" in refusal(option, "0")
        assert "must be" in refusal(option, str(int(largest.replace(",", "")) + 1))

    @pytest.mark.parametrize(
        ("option", "value", "words"),
        [
            ("--user-agent", "", "1 to 256 printable ASCII"),
            ("--user-agent", "a\r\nHost: b", "1 to 256 printable ASCII"),
            ("--allowed-host", "10.0.0.1/8", "networks with no host bits set"),
            ("--allowed-host", "*.corp", "host names (wiki.corp)"),
        ],
    )
    def test_configuration(self, refusal, option, value, words):
        """A wrong configuration value is reported with the contract's message and the escaped value."""
        message = refusal(option, value)
        assert message.startswith(f"page-stats: error: argument {option}: ")
        assert words in message
        assert message.endswith(f", got {value!r}")

    def test_proxy_is_not_echoed(self, refusal):
        """The error for a wrong proxy does not repeat the proxy, because it may contain a password."""
        message = refusal("--proxy", "socks5://user:secret@proxy:1")
        assert message.startswith("page-stats: error: argument --proxy: proxy must have the form http://host:port")
        assert "secret" not in message

    @pytest.mark.parametrize(
        ("arguments", "words"),
        [
            (["--format", "xml"], "invalid choice: 'xml'"),
            (["--time", "5"], "unrecognized arguments: --time"),
            (["--from"], "argument --from: expected one argument"),
        ],
    )
    def test_usage(self, refusal, arguments, words):
        """Errors that argparse finds, for example an abbreviated option, also end the command with status 2."""
        assert words in refusal(*arguments)

    def test_version(self, capsys):
        """``--version`` writes one line."""
        with pytest.raises(SystemExit) as end:
            read_options(["--version"])
        assert end.value.code == 0
        assert capsys.readouterr().out == f"page-stats {VERSION}\n"

    def test_help(self, capsys):
        """``--help`` lists the options with their bounds, some examples and the exit statuses."""
        with pytest.raises(SystemExit) as end:
            read_options(["--help"])
        assert end.value.code == 0
        text = " ".join(capsys.readouterr().out.split())
        for words in (
            "--from FILE",
            "1 to 60, default 10",
            "1 to 20,000,000",
            "1 to 64, default 8",
            "examples:",
            "2 wrong usage",
        ):
            assert words in text

    def test_readme(self, capsys):
        """The README documents every option in ``--help``."""
        with pytest.raises(SystemExit):
            read_options(["--help"])
        readme = (Path(__file__).parents[2] / "README.md").read_text(encoding="utf-8")
        options = set(re.findall(r"^  (?:-h, )?(--[a-z-]+)", capsys.readouterr().out, re.MULTILINE))
        assert options
        assert {option for option in options if f"`{option}" not in readme} == set()


class TestWord:
    @pytest.mark.parametrize("argument", ["mcp", "example.com", "localhost", "a b", "例え.jp"])
    def test_word(self, argument):
        """An argument without a colon or slash is treated as a subcommand."""
        assert is_word(argument)

    @pytest.mark.parametrize("argument", ["", "-", "--help", "https://a.example/", "a:b", "a/b", "//a", "mailto:x"])
    def test_no_word(self, argument):
        """URLs, paths, options and an empty argument are not subcommands."""
        assert not is_word(argument)

    def test_refused(self):
        """The error for an unknown subcommand escapes its name and suggests a URL with that name as the host."""
        with pytest.raises(CommandError) as error:
            refuse_word("example.com\x1b")
        assert str(error.value) == ("unknown command 'example.com\\x1b'; for a page, write 'https://example.com\\x1b'")
