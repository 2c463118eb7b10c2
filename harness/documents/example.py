"""The page that the READMEs fetch; their tests serve it from a fixture server."""

from __future__ import annotations

from typing import Final

URL: Final = "https://example.com/"
PATH: Final = "example/"
BODY: Final = (
    b"<!doctype html><title>Example Domain</title><h1>Example Domain</h1><p>This domain is for use in documentation "
    b"examples without needing permission. Avoid use in operations.<p><a href='/more'>Learn more</a>"
)
