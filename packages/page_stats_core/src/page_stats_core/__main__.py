"""Run the ``page-stats`` command with ``python -m page_stats_core``."""

import sys

from page_stats_core.command import main

sys.exit(main())
