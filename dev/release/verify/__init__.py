"""Test a release as users get it."""
