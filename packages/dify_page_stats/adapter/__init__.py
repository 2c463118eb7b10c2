"""Convert between Dify's data and ``page_stats_core``. These modules do not import Dify's SDK."""
