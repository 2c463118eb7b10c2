"""The comparison of other frameworks: the same tool, defined as each framework recommends, and its treatment there."""
