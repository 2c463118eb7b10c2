"""The schema of a tool that a model receives, verbatim."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Final

from comparison.engine.texts import code
from comparison.frameworks.framework import Finding, Framework, observe
from comparison.frameworks.toy import Arrived, Core, echo

ROWS: Final = {"parameters": "its parameters", "output": "what comes back"}


async def probe(framework: Framework) -> AsyncIterator[Finding]:
    (offered,) = await framework.offered(framework.tool(echo(Core(), returns=Arrived)))
    yield observe("parameters", code(dict(offered.parameters)))
    if offered.output:
        yield observe("output", code(dict(offered.output)))
