"""Run the release workflow on this machine, with stand-ins for the registries."""
