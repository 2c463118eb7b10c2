"""Fetch the bytes of a page (§4, §5).

``flow`` makes every decision. The drivers ``blocking`` and ``asynchronous`` only perform the operations that ``flow``
yields.
"""
