"""Pack, sign and verify the Dify package, and manage its keys."""
