/** The tool as OpenClaw calls it. It returns failures as data for the model, and throws only if a call is aborted. */
import type { AnyAgentTool, OpenClawPluginToolContext } from 'openclaw/plugin-sdk/plugin-entry';
import { TOOL_DESCRIPTION, TOOL_NAME, TOOL_TITLE } from './generated/contract.ts';
import { pageStats } from './calls.ts';
import { networkOf } from './page/network.ts';
import { OUTPUT_SCHEMA, PARAMETERS_SCHEMA } from './page/schema.ts';

/** The tool's declaration, as models see it. */
export const DECLARATION = {
  name: TOOL_NAME,
  label: TOOL_TITLE,
  description: TOOL_DESCRIPTION,
  parameters: PARAMETERS_SCHEMA,
} as const;

/** Creates the tool for one agent. `configuration` has the plugin's settings, and `context` has those of OpenClaw. */
export function createTool(configuration: unknown, context: OpenClawPluginToolContext): AnyAgentTool {
  return {
    ...DECLARATION,
    outputSchema: OUTPUT_SCHEMA,
    resultContentSource: 'network', // titles are untrusted input
    async execute(_id, given, signal) {
      const details = await pageStats(given, configuration, networkOf(context), signal);
      return { content: [{ type: 'text', text: JSON.stringify(details) }], details };
    },
  };
}
