"""Starts and drives the real agent hosts."""
