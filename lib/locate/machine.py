"""What a measurement was made on, told without a name or a path of the machine."""

from __future__ import annotations

import os
import platform
import re
from pathlib import Path


def processor() -> str:
    """Return the cores, and what the processor calls itself."""
    information = Path("/proc/cpuinfo")
    model = re.search(r"model name\s*: (.*)", information.read_text("utf-8")) if information.exists() else None
    return f"{os.cpu_count()} cores ({model[1] if model else platform.machine()})"


def system() -> str:
    """Return the operating system with the number of its kernel, without what its maker adds."""
    number = re.match(r"\d+(?:\.\d+)*", platform.release())
    return f"{platform.system()} {number[0]}" if number else platform.system()
