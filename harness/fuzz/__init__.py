"""Made-up inputs on which the languages are compared: ``hatch run parity:fuzz --inputs N --seed S``.

Each input is a case without an expectation, made from its seed and number alone, so that it can be made again.
"""
