"""Servers, hosts and dialects that tests, benchmarks and commands run against. No test is in here."""
