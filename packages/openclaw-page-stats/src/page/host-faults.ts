/** Messages that name OpenClaw's settings. They replace contract messages about settings that OpenClaw lacks. */
import { MAX_BYTES_MAX, USER_AGENT_MAX } from '../generated/contract.ts';

const POLICY = 'tools.web.fetch.ssrfPolicy';

export const HOST_FAULTS = {
  'host.private': {
    code: 'blocked_address',
    message: `The URL points to a private address ({range}). The operator can allow it: add the host to ${POLICY}.allowedHostnames.`,
  },
  'host.invented': {
    code: 'blocked_address',
    message: `The URL points to 198.18.0.0/15, the range that some proxies use to answer every host name with a made-up address (fake IP). Behind such a proxy, the operator can allow it: set ${POLICY}.allowRfc2544BenchmarkRange to true.`,
  },
  'host.name': {
    code: 'blocked_address',
    message: `The URL points to a private host name. The operator can allow it: add the name to ${POLICY}.allowedHostnames.`,
  },
  'host.policy': {
    code: 'blocked_address',
    message: `The operator's network policy blocks this host: see ${POLICY}.`,
  },
  'host.proxy': {
    code: 'unreachable',
    reason: 'connect',
    message:
      'The proxy setting in the environment is invalid. Ask the operator to give HTTP_PROXY and HTTPS_PROXY the form http://host:port or http://user:password@host:port.',
  },
  'host.unknown': {
    code: 'invalid_parameter',
    message: 'Unknown configuration key "{parameter}": the keys are userAgent and maxBytes.',
  },
  'host.userAgent': {
    code: 'invalid_parameter',
    message: `userAgent must be 1 to ${USER_AGENT_MAX} printable ASCII characters with no leading or trailing space.`,
  },
  'host.maxBytes': {
    code: 'invalid_parameter',
    message: `maxBytes must be a whole number from 1 to ${MAX_BYTES_MAX.toLocaleString('en')}.`,
  },
} as const;

export type HostFaultName = keyof typeof HOST_FAULTS;
