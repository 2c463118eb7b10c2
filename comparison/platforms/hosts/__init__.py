"""The hosts that the probes run. Each module has ``missing()``, ``version()`` and ``running()``.

``missing()`` names a requirement that is not available (``dify-sdk: …``, see ``CHECK_REQUIRE``), or returns an empty
string. ``running()`` is a context manager that starts the host and yields its driver.
"""
