"""Fetch web pages and parse them. Code outside this folder does not depend on how pages are fetched or parsed."""
