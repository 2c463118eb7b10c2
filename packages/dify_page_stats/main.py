"""The plugin's process, as Dify starts it: ``python -m main`` in the folder of the package."""

# isort: skip_file
import sys

try:
    from dify_plugin import DifyPluginEnv, Plugin  # first of all: it lets gevent replace what blocks
    import page_stats_core  # noqa: F401  # what is missing is told here, not in a traceback, which Dify cuts
except ImportError as error:
    sys.exit(f"page_stats failed to start: {error}. Install requirements.txt with Python 3.12 or later.")

plugin = Plugin(DifyPluginEnv())

if __name__ == "__main__":
    plugin.run()
