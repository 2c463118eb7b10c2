"""The comparison of the other frameworks: the same core in each one's native form, and what each does with it."""
