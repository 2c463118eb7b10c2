"""Runs the same cases in every dialect and compares the answers."""
