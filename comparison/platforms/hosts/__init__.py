"""The hosts, as the probes run them. Each module has ``missing()``, ``version()`` and ``running()``.

``missing()`` says what is not there (``dify-sdk: …``, as ``CHECK_REQUIRE`` knows it), or nothing; ``running()`` is a
context manager that yields what a probe is given.
"""
