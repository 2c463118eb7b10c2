"""A table of the programs that run each document's code blocks, by the blocks' language (the word after the fence).

Each program runs all blocks that ``claimed(__file__)`` returns; ``test_documents.py`` checks the table.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

DIFY: Final = (
    "packages/dify_page_stats/README.md",
    "packages/dify_page_stats/readme/README_ja_JP.md",
    "packages/dify_page_stats/readme/README_pt_BR.md",
    "packages/dify_page_stats/readme/README_zh_Hans.md",
)

CLAIMS: Final[Mapping[str, Mapping[str, tuple[str, ...]]]] = {
    "tests/documents/test_console.py": {
        "README.md": ("python", "text"),
        "packages/page_stats_core/README.md": ("console", "python", "text"),
    },
    "tests/documents/test_newcomer.py": {"README.md": ("sh",), "RELEASING.md": ("sh",)},
    "tests/hosts/dify/test_readme.py": dict.fromkeys(DIFY, ("sh", "yaml")),
    "tests/hosts/frameworks/test_programs.py": {"docs/frameworks.md": ("python",)},
    "harness/hosts/langchain/readme.py": {"packages/langchain_page_stats/README.md": ("python", "json", "text")},
    "tests/hosts/mcp/test_readme.py": {"packages/page_stats_core/README.md": ("json",)},
    "tests/hosts/openclaw/test_readme.py": {"packages/openclaw-page-stats/README.md": ("json",)},
    "tests/packaging/test_install.py": {
        "packages/page_stats_core/README.md": ("sh",),
        "packages/langchain_page_stats/README.md": ("sh",),
    },
    "harness/porting.py": {"docs/porting.md": ("diff", "python", "ts")},
    "tests/spec/test_cases.py": {"harness/parity/README.md": ("json",)},
    "dev/rehearsal/report.py": {"SECURITY.md": ("sh",)},
}
