/** Messages for OpenClaw operators, replacing those of the contract that name settings OpenClaw does not have. */

const POLICY = 'tools.web.fetch.ssrfPolicy';

export const HOST_FAULTS = {
  'host.private': {
    code: 'blocked_address',
    message: `The URL leads to a private address ({range}). The operator can permit it: put the host into ${POLICY}.allowedHostnames.`,
  },
  'host.invented': {
    code: 'blocked_address',
    message: `The URL leads to 198.18.0.0/15, as names do behind a proxy that answers every name with an invented address (fake IP). If there is one, the operator can permit it: set ${POLICY}.allowRfc2544BenchmarkRange to true.`,
  },
  'host.name': {
    code: 'blocked_address',
    message: `The URL leads to a host that is private by its name. The operator can permit it: put the name into ${POLICY}.allowedHostnames.`,
  },
  'host.policy': {
    code: 'blocked_address',
    message: `The operator's policy does not permit this host: see ${POLICY}.`,
  },
  'host.unknown': {
    code: 'invalid_parameter',
    message: '"{parameter}" is not a configuration key: the keys are userAgent and maxBytes.',
  },
  'host.userAgent': {
    code: 'invalid_parameter',
    message: 'userAgent is not 1 to 256 printable ASCII characters that neither begin nor end with a space.',
  },
  'host.maxBytes': {
    code: 'invalid_parameter',
    message: 'maxBytes is not a whole number from 1 to 20,000,000.',
  },
} as const;

export type HostFaultName = keyof typeof HOST_FAULTS;
