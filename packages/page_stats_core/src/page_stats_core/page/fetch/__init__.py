"""From a URL to the bytes of a page, or the failure that names why not (§4, §5).

``flow`` decides; ``blocking`` and ``asynchronous`` only do what it asks for.
"""
