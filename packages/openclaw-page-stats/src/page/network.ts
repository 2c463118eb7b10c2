/** The operator's network settings for OpenClaw's own `web_fetch`, which also apply to this tool. */
import type { LookupAddress } from 'node:dns';
import type { OpenClawPluginToolContext } from 'openclaw/plugin-sdk/plugin-entry';
import type { SsrFPolicy } from 'openclaw/plugin-sdk/ssrf-runtime';

/** The operator's network settings. They are read for each call, since they may change while the Gateway runs. */
export interface Network {
  readonly policy?: SsrFPolicy | undefined;
  /** Whether requests go through the proxy in the environment variables. This proxy then also resolves host names. */
  readonly trustedEnvProxy?: boolean | undefined;
  /** Replaces DNS lookups in tests. */
  readonly lookup?: (host: string) => Promise<LookupAddress[]>;
}

/** Returns the network settings of `web_fetch`, which also apply to this tool. */
export function networkOf(context: OpenClawPluginToolContext): Network {
  const settings = (context.getRuntimeConfig?.() ?? context.runtimeConfig ?? context.config)?.tools?.web?.fetch;
  return {
    policy: settings?.ssrfPolicy as SsrFPolicy | undefined,
    trustedEnvProxy: settings?.useTrustedEnvProxy,
  };
}
