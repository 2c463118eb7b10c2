"""The page that the READMEs fetch; their tests serve it from a fixture server."""

from __future__ import annotations

from typing import Final

URL: Final = "https://example.com/"
PATH: Final = "example/"
BODY: Final = (
    b"<!doctype html><title>Example Domain</title><h1>Example Domain</h1><p>This page stands here so that examples "
    b"have somewhere to go. Ask for it twice a day."
)
