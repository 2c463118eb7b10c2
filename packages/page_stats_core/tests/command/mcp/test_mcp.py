"""The command without the optional MCP SDK. The tests with the SDK are in tests/hosts/mcp."""

import subprocess
import sys

import pytest

# A module set to None in sys.modules cannot be imported, as if it were not installed.
WITHOUT = "import sys; sys.modules.update(dict.fromkeys({missing!r}))\n"
ABSENT = WITHOUT.format(missing=["anyio", "mcp", "mcp_types", "starlette", "uvicorn"])


def run(program: str, *arguments: str) -> subprocess.CompletedProcess:
    """Run a Python program."""
    command = [sys.executable, "-c", program, *arguments]
    return subprocess.run(command, capture_output=True, text=True, stdin=subprocess.DEVNULL, check=False)


def test_the_rest_works():
    """The core and the page command work without the SDK."""
    done = run(ABSENT + "from page_stats_core.command import main; sys.exit(main())", "ftp://a.example/")
    assert (done.returncode, done.stderr) == (1, "")
    assert '"error_code": "invalid_url"' in done.stdout


def test_nothing_of_it_is_imported():
    """Neither the core nor the page command imports the SDK or its dependencies, even if they are installed."""
    program = "import sys, page_stats_core.command; print(sorted({'anyio', 'mcp', 'uvicorn'} & set(sys.modules)))"
    assert run(program).stdout == "[]\n"


@pytest.mark.parametrize("missing", ["mcp", "mcp_types", "uvicorn"])
def test_says_what_to_install(missing):
    """If the SDK is missing, or is version 1, which has no ``mcp_types``, the error says how to install version 2."""
    done = run(
        WITHOUT.format(missing=[missing]) + "from page_stats_core.command import main; sys.exit(main())",
        *("mcp", "--http", "0"),
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("page-stats: mcp needs version 2 of the MCP SDK (")
    assert done.stderr.endswith('): pip install "page-stats-core[mcp]"\n')
    assert done.stderr.count("\n") == 1


def test_wrong_options_come_first():
    """Options are checked before the SDK is imported."""
    done = run(ABSENT + "from page_stats_core.command import main; sys.exit(main())", "mcp", "--http", "x")
    assert (done.returncode, done.stdout) == (2, "")
    assert "argument --http: must be a port" in done.stderr
