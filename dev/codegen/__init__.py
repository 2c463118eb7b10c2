"""Generate files from the contract, the specification and the standards."""
