"""Fixtures shared by the option tests of all commands."""

from __future__ import annotations

from collections.abc import Callable

import pytest


@pytest.fixture
def plain(monkeypatch):
    """Make argparse write plain text, 80 columns wide."""
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.setenv("COLUMNS", "80")


@pytest.fixture
def refusal(capsys, request) -> Callable[..., str]:
    """Return a function that runs the test module's ``read_options``, expects a failure and returns the error line."""

    def said(*arguments: str) -> str:
        with pytest.raises(SystemExit) as end:
            request.module.read_options(arguments)
        assert end.value.code == 2
        output = capsys.readouterr()
        assert output.out == ""
        return output.err.splitlines()[-1]

    return said
