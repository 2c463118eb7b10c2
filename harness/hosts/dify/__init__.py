"""Starts Dify's daemon and plugins, and runs Dify's SDK and command."""
