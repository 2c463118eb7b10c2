"""The entry point of the plugin. Dify starts it with ``python -m main`` in the package folder."""

# isort: skip_file
import sys

try:
    from dify_plugin import DifyPluginEnv, Plugin  # must be imported first because it applies gevent's patches
    import page_stats_core  # noqa: F401  # imported to report a missing core here, because Dify truncates tracebacks
except ImportError as error:
    sys.exit(f"page_stats failed to start: {error}. Install requirements.txt with Python 3.12 or later.")

plugin = Plugin(DifyPluginEnv())

if __name__ == "__main__":
    plugin.run()
