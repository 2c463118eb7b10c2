"""What the tests of every command's options share."""

from __future__ import annotations

from collections.abc import Callable

import pytest


@pytest.fixture
def plain(monkeypatch):
    """Have argparse write as it does to a file of 80 columns."""
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.setenv("COLUMNS", "80")


@pytest.fixture
def refusal(capsys, request) -> Callable[..., str]:
    """Return what the module's ``parse`` says last of arguments, which have to end the process with status 2."""

    def said(*arguments: str) -> str:
        with pytest.raises(SystemExit) as end:
            request.module.parse(arguments)
        assert end.value.code == 2
        output = capsys.readouterr()
        assert output.out == ""
        return output.err.splitlines()[-1]

    return said
