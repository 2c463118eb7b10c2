"""Commands that only CI runs."""
