"""The plugin process; Dify runs ``python -m main`` in the package folder."""

# isort: skip_file
import sys

try:
    from dify_plugin import DifyPluginEnv, Plugin  # must come first: it applies gevent's patches
    import page_stats_core  # noqa: F401  # report a missing package here: Dify truncates tracebacks
except ImportError as error:
    sys.exit(f"page_stats cannot start: {error}. Install what requirements.txt names, with Python 3.12 or later.")

plugin = Plugin(DifyPluginEnv())

if __name__ == "__main__":
    plugin.run()
