/** Plugin entry point: registration only. */
import { defineToolPlugin } from 'openclaw/plugin-sdk/tool-plugin';
import { CONFIG_SCHEMA } from './config.ts';
import { DECLARATION, createTool } from './tool.ts';

export default defineToolPlugin({
  id: 'page-stats',
  name: 'Page Stats',
  description:
    "Tells what a web page is and how long it is before it is read: its title and word count, within a deadline, under the operator's own network policy.",
  configSchema: CONFIG_SCHEMA,
  tools: (tool) => [
    tool({
      ...DECLARATION,
      // Not `execute`: only a tool made by a factory can declare that its results come from the network.
      factory: ({ config, toolContext }) => createTool(config, toolContext),
    }),
  ],
});
