"""Fixtures shared by the option tests of all commands."""

from __future__ import annotations

from collections.abc import Callable

import pytest


@pytest.fixture
def plain(monkeypatch):
    """Make argparse write as it does to a file 80 columns wide."""
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.setenv("COLUMNS", "80")


@pytest.fixture
def refusal(capsys, request) -> Callable[..., str]:
    """Return a function that runs the module's ``parse``, expects exit status 2, and returns the last line written."""

    def said(*arguments: str) -> str:
        with pytest.raises(SystemExit) as end:
            request.module.parse(arguments)
        assert end.value.code == 2
        output = capsys.readouterr()
        assert output.out == ""
        return output.err.splitlines()[-1]

    return said
