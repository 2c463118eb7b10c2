"""Generate inputs, and compare the Python and TypeScript code on them: ``hatch run parity:fuzz --inputs N --seed S``.

An input is a case without an expected result. Its seed and number determine it, so it can be generated again.
"""
