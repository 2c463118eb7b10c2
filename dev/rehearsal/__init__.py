"""Run the release workflow on this machine, against stand-ins of the registries."""
