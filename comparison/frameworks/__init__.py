"""Compares other frameworks: how each treats the same tool, which is defined as the framework recommends."""
