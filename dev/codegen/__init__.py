"""Write what is generated from the contract, the specification and the standards."""
