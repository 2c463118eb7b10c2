"""Servers, hosts and dialects for tests, benchmarks and commands. Contains no tests."""
