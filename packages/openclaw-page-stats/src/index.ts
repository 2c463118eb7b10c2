/** Plugin entry point: registration only. */
import { defineToolPlugin } from 'openclaw/plugin-sdk/tool-plugin';
import { CONFIG_SCHEMA } from './page/config.ts';
import { TOOL_TITLE } from './generated/contract.ts';
import { DECLARATION, createTool } from './tool.ts';

export default defineToolPlugin({
  id: 'page-stats',
  name: TOOL_TITLE,
  description:
    "Returns a web page's title and word count before an agent reads it, within a deadline and under the operator's network policy.",
  configSchema: CONFIG_SCHEMA,
  tools: (tool) => [
    tool({
      ...DECLARATION,
      // `factory` instead of `execute`, since only tools from a factory can declare that results come from the network.
      factory: ({ config, toolContext }) => createTool(config, toolContext),
    }),
  ],
});
