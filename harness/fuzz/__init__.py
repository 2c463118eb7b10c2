"""Generated inputs for comparing the languages: ``hatch run parity:fuzz --inputs N --seed S``.

An input is a case without an expectation. Its seed and number determine it, so it can be generated again.
"""
