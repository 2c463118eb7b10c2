"""Runs the same cases in every dialect (way to call the tool) and compares the answers."""
