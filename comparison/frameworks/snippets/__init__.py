"""The programs that the page shows: a folder for each framework, with a file for each of our packages."""

from pathlib import Path
from typing import Final

SNIPPETS: Final = Path(__file__).parent
