/** The tool as OpenClaw calls it. A failure is data, so that a model reads it as it is; only an aborted call throws. */
import type { AnyAgentTool, OpenClawPluginToolContext } from 'openclaw/plugin-sdk/plugin-entry';
import type { SsrFPolicy } from 'openclaw/plugin-sdk/ssrf-runtime';
import { TOOL_DESCRIPTION, TOOL_NAME } from './generated/contract.ts';
import type { Network } from './page/fetch/guard.ts';
import { pageStats } from './calls.ts';
import { OUTPUT_SCHEMA, PARAMETERS_SCHEMA } from './schema.ts';

/** What models are told of the tool. */
export const DECLARATION = {
  name: TOOL_NAME,
  label: 'Page Stats',
  description: TOOL_DESCRIPTION,
  parameters: PARAMETERS_SCHEMA,
} as const;

/** The tool for one agent. `configuration` is the operator's; `context` knows the rest of their settings. */
export function createTool(configuration: unknown, context: OpenClawPluginToolContext): AnyAgentTool {
  return {
    ...DECLARATION,
    outputSchema: OUTPUT_SCHEMA,
    resultContentSource: 'network', // a title is the text of a stranger
    async execute(_id, given, signal) {
      const details = await pageStats(given, configuration, networkOf(context), signal);
      return { content: [{ type: 'text', text: JSON.stringify(details) }], details };
    },
  };
}

/** What the operator set for `web_fetch` is meant for this tool, too. */
function networkOf(context: OpenClawPluginToolContext): Network {
  const settings = (context.getRuntimeConfig?.() ?? context.runtimeConfig ?? context.config)?.tools?.web?.fetch;
  return {
    policy: settings?.ssrfPolicy as SsrFPolicy | undefined,
    trustedEnvProxy: settings?.useTrustedEnvProxy,
  };
}
