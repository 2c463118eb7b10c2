"""Describe the machine of a measurement, without its name or paths."""

from __future__ import annotations

import os
import platform
import re
from pathlib import Path


def processor() -> str:
    """Return the number of cores and the processor's model."""
    information = Path("/proc/cpuinfo")
    model = re.search(r"model name\s*: (.*)", information.read_text("utf-8")) if information.exists() else None
    return f"{os.cpu_count()} cores ({model[1] if model else platform.machine()})"


def system() -> str:
    """Return the operating system and its kernel's version number, without the vendor's suffix."""
    number = re.match(r"\d+(?:\.\d+)*", platform.release())
    return f"{platform.system()} {number[0]}" if number else platform.system()
