"""The questions, a file each: what is asked of every framework, by what all of them have in common."""
