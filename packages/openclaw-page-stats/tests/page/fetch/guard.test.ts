import { describe, expect, it } from 'vitest';
import { Deadline } from '../../../src/deadline.ts';
import { PageStatsError } from '../../../src/failure.ts';
import { Guard } from '../../../src/page/fetch/guard.ts';
import type { Network } from '../../../src/page/network.ts';
import { casesOf } from '../../spec.ts';

/** The address to which each name resolves in these tests. */
const NAMES: Readonly<Record<string, string>> = {
  'public.test': '93.184.216.34',
  'private.test': '10.1.2.3',
  'invented.test': '198.18.0.1',
  'metadata.test': '169.254.169.254',
};

function lookup(host: string): Promise<{ address: string; family: number }[]> {
  const address = NAMES[host] ?? (/^[0-9.]+$/.test(host) ? host : undefined);
  if (address === undefined) return Promise.reject(new Error(`no ${host}`));
  return Promise.resolve([{ address, family: 4 }]);
}

/** Address cases in which OpenClaw deviates from the specification. True means that OpenClaw permits the address. */
const OTHERWISE: Readonly<Record<string, boolean>> = {
  'address-orchid-2': false, // globally reachable according to the registry; OpenClaw refuses the whole block
  'address-teredo-private-server': true, // OpenClaw checks the client in a Teredo address but not the server
};

/** The address cases without a configuration, a proxy or a host name. */
const ADDRESSES = casesOf('address')
  .filter(({ config, proxied, host }) => config === undefined && proxied === undefined && host === undefined)
  .map(({ name, address, addresses, expect }) => ({
    name,
    found: (addresses ?? [address]) as string[],
    permitted: OTHERWISE[name] ?? (expect as { permitted: boolean }).permitted,
  }));

/** Requests `urls` in turn, like redirects, through one guard. Returns the requested URLs, or the failure. */
async function go(urls: readonly string[], network: Network = {}): Promise<unknown> {
  const deadline = new Deadline(60);
  const guard = new Guard({ lookup, ...network });
  const visited: string[] = [];
  try {
    for (const url of urls) {
      const visit = (): Promise<void> => Promise.resolve(void visited.push(url));
      const release = await guard.open(url, visit, deadline);
      await release();
    }
    return visited;
  } catch (error) {
    if (error instanceof PageStatsError) return { ...error.failure, visited };
    throw error;
  } finally {
    deadline.stop();
  }
}

describe('Guard', () => {
  it('allows public hosts and their redirects', async () => {
    const urls = ['http://public.test/', 'https://public.test/2'];
    expect(await go(urls)).toEqual(urls);
  });

  it.each([
    ['http://private.test/', 'a private address (10.0.0.0/8). The operator can allow it: add the host to tools.web'],
    ['http://10.1.2.3/', 'a private address (10.0.0.0/8)'],
    ['http://[::1]/', 'a private address (::1/128)'],
    ['http://invented.test/', 'set tools.web.fetch.ssrfPolicy.allowRfc2544BenchmarkRange to true'],
    ['http://wiki.internal/', 'a private host name'],
    ['http://localhost./', 'a private host name'],
    ['http://localhost../', 'a private host name'],
    ['http://metadata.test/', 'no setting allows (169.254.169.254/32)'],
    ['http://169.254.169.254/', 'no setting allows (169.254.169.254/32)'],
    ['http://metadata.google.internal/', 'no setting allows (metadata.google.internal)'],
    ['http://metadata.google.internal../', 'no setting allows (metadata.google.internal)'],
  ])('blocks %s as first URL and after a redirect, and says why', async (url, message) => {
    for (const urls of [[url], ['http://public.test/', url]]) {
      const failure = await go(urls);
      expect(failure).toMatchObject({ error_code: 'blocked_address', retryable: false, visited: urls.slice(0, -1) });
      expect((failure as { message: string }).message).toContain(message);
    }
  });

  it.each(ADDRESSES)('permits what §4.1 permits, except for deviations: $name', async ({ found, permitted }) => {
    const lookup = (): Promise<{ address: string; family: number }[]> =>
      Promise.resolve(found.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })));
    const outcome = await go(['http://public.test/'], { lookup });
    expect(outcome).toMatchObject(permitted ? ['http://public.test/'] : { error_code: 'blocked_address', visited: [] });
  });

  it("reports that the operator's policy blocks a public host", async () => {
    const failure = await go(['http://public.test/'], { policy: { blockedHostnames: ['public.test'] } });
    expect(failure).toMatchObject({ error_code: 'blocked_address' });
    expect((failure as { message: string }).message).toContain("The operator's network policy");
  });

  it.each([
    ['http://private.test/', { allowedHostnames: ['private.test'] }],
    ['http://invented.test/', { allowRfc2544BenchmarkRange: true }],
    ['http://10.1.2.3/', { dangerouslyAllowPrivateNetwork: true }],
  ])('allows %s if the policy allows it', async (url, policy) => {
    expect(await go([url], { policy })).toEqual([url]);
  });

  it.each(['http://169.254.169.254/', 'http://metadata.test/', 'http://0.0.0.0/', 'http://224.0.0.1/'])(
    'never allows %s, whatever the policy (§4.3)',
    async (url) => {
      const policy = { dangerouslyAllowPrivateNetwork: true, allowedHostnames: [new URL(url).hostname] };
      expect(await go([url], { policy })).toMatchObject({ error_code: 'blocked_address', visited: [] });
      expect(await go(['http://public.test/', url], { policy })).toMatchObject({ error_code: 'blocked_address' });
    },
  );

  // OpenClaw takes a short name with an empty label ("a..test") for a malformed address.
  it.each(['http://nowhere.test/', 'http://a..test/', 'http://.test/'])(
    'reports a host without an address: %s (§5.16)',
    async (url) => {
      expect(await go([url])).toMatchObject({ error_code: 'unreachable', reason: 'dns' });
      expect(await go(['http://public.test/', url])).toMatchObject({ error_code: 'unreachable', reason: 'dns' });
    },
  );

  it('stops waiting for DNS when the caller aborts (§5.2)', async () => {
    const caller = new AbortController();
    const deadline = new Deadline(60, caller.signal);
    const lookup = (): Promise<never> => {
      caller.abort(new Error('enough'));
      return new Promise(() => undefined);
    };
    const visit = (): Promise<void> => Promise.resolve();
    await expect(new Guard({ lookup }).open('http://public.test/', visit, deadline)).rejects.toThrow('enough');
    deadline.stop();
  });

  it('rejects with the error that `visit` throws', async () => {
    const deadline = new Deadline(60);
    const visit = (): Promise<void> => Promise.reject(new RangeError('mine'));
    await expect(new Guard({ lookup }).open('http://public.test/', visit, deadline)).rejects.toThrow('mine');
    deadline.stop();
  });
});
