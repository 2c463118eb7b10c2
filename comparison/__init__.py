"""Compares how hosts treat the contract of a tool, by running them."""
