"""Compares how other frameworks treat the same tool, which is defined in the way that each framework recommends."""
