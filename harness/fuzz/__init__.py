"""Generate inputs, and compare the Python and TypeScript code on them: ``hatch run parity:fuzz --inputs N --seed S``.

An input is a case without an expected result. The seed and the input's number determine the input.
"""
