"""Ask every dialect the same cases and compare the answers."""
