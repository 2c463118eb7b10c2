"""Fetch web pages and parse them. No code outside this folder knows how this is done."""
