"""What each host does with a tool's contract, recorded by running the host."""
