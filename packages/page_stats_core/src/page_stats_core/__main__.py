"""``python -m page_stats_core`` is the ``page-stats`` command."""

import sys

from page_stats_core.command import main

sys.exit(main())
