"""The programs that the page shows, a folder a framework, a file a package of ours: what is shown is what is run."""

from pathlib import Path
from typing import Final

SNIPPETS: Final = Path(__file__).parent
