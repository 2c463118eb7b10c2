"""Dify's SDK, command, daemon and the plugin's process."""
