"""The public names of the package."""

from __future__ import annotations

import subprocess
import sys

import langchain_page_stats
import pytest


def test_names():
    """Every name in ``__all__`` can be imported."""
    assert sorted(dir(langchain_page_stats)) == sorted(langchain_page_stats.__all__)
    for name in langchain_page_stats.__all__:
        assert getattr(langchain_page_stats, name).__name__ == name


def test_other_names():
    """An unknown name raises AttributeError."""
    with pytest.raises(AttributeError, match="has no attribute 'PageStats'"):
        _ = langchain_page_stats.PageStats


def test_import_is_light():
    """Importing the package loads neither LangChain nor the core."""
    program = "import sys, langchain_page_stats; print({'langchain_core', 'page_stats_core'} & set(sys.modules))"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout == "set()\n"
