import { describe, expect, it } from 'vitest';
import { Deadline } from '../../../src/deadline.ts';
import { PageStatsError } from '../../../src/failure.ts';
import { Guard } from '../../../src/page/fetch/guard.ts';
import type { Network } from '../../../src/page/fetch/guard.ts';
import { casesOf } from '../../spec.ts';

/** Where names lead to in these tests. */
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

/** The addresses on which OpenClaw decides otherwise than the table of the specification does. */
const OTHERWISE: Readonly<Record<string, boolean>> = {
  'address-orchid-2': false, // reachable from everywhere, says the registry; OpenClaw refuses the whole block
  'address-teredo-private-server': true, // OpenClaw looks at the client in a Teredo address, not at its server
};

/** The cases of direct connections that no setting is given to. */
const ADDRESSES = casesOf('address')
  .filter(({ config, proxied, host }) => config === undefined && proxied === undefined && host === undefined)
  .map(({ name, address, addresses, expect }) => ({
    name,
    found: (addresses ?? [address]) as string[],
    permitted: OTHERWISE[name] ?? (expect as { permitted: boolean }).permitted,
  }));

/** What becomes of a way that leads along `urls`: where it was let through to, or the failure. */
async function go(urls: readonly string[], network: Network = {}): Promise<unknown> {
  const deadline = new Deadline(60);
  const visited: string[] = [];
  try {
    const release = await new Guard({ lookup, ...network }).follow(
      urls[0]!,
      (url) => {
        visited.push(url.href);
        return Promise.resolve(urls[visited.length] ?? null);
      },
      deadline,
    );
    await release();
    return visited;
  } catch (error) {
    if (error instanceof PageStatsError) return { ...error.failure, visited };
    throw error;
  } finally {
    deadline.stop();
  }
}

describe('Guard', () => {
  it('lets the public world be visited, and what it leads to', async () => {
    const urls = ['http://public.test/', 'https://public.test/2'];
    expect(await go(urls)).toEqual(urls);
  });

  it.each([
    ['http://private.test/', 'a private address (10.0.0.0/8). The operator can permit it: put the host into tools.web'],
    ['http://10.1.2.3/', 'a private address (10.0.0.0/8)'],
    ['http://[::1]/', 'a private address (::1/128)'],
    ['http://invented.test/', 'set tools.web.fetch.ssrfPolicy.allowRfc2544BenchmarkRange to true'],
    ['http://wiki.internal/', 'a host that is private by its name'],
    ['http://localhost./', 'a host that is private by its name'],
    ['http://localhost../', 'a host that is private by its name'],
    ['http://metadata.test/', 'no setting permits (169.254.169.254/32)'],
    ['http://169.254.169.254/', 'no setting permits (169.254.169.254/32)'],
    ['http://metadata.google.internal/', 'no setting permits (metadata.google.internal)'],
    ['http://metadata.google.internal../', 'no setting permits (metadata.google.internal)'],
  ])('blocks %s, first or later, and says why', async (url, message) => {
    for (const urls of [[url], ['http://public.test/', url]]) {
      const failure = await go(urls);
      expect(failure).toMatchObject({ error_code: 'blocked_address', retryable: false, visited: urls.slice(0, -1) });
      expect((failure as { message: string }).message).toContain(message);
    }
  });

  it.each(ADDRESSES)('decides as the table does, or as is listed: $name (§4.1–§4.6)', async ({ found, permitted }) => {
    const lookup = (): Promise<{ address: string; family: number }[]> =>
      Promise.resolve(found.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })));
    const outcome = await go(['http://public.test/'], { lookup });
    expect(outcome).toMatchObject(permitted ? ['http://public.test/'] : { error_code: 'blocked_address', visited: [] });
  });

  it('says that the policy refuses a host that is not private', async () => {
    const failure = await go(['http://public.test/'], { policy: { blockedHostnames: ['public.test'] } });
    expect(failure).toMatchObject({ error_code: 'blocked_address' });
    expect((failure as { message: string }).message).toContain("The operator's policy");
  });

  it.each([
    ['http://private.test/', { allowedHostnames: ['private.test'] }],
    ['http://invented.test/', { allowRfc2544BenchmarkRange: true }],
    ['http://10.1.2.3/', { dangerouslyAllowPrivateNetwork: true }],
  ])('lets %s through where the operator says so', async (url, policy) => {
    expect(await go([url], { policy })).toEqual([url]);
  });

  it.each(['http://169.254.169.254/', 'http://metadata.test/', 'http://0.0.0.0/', 'http://224.0.0.1/'])(
    'never lets %s through, whatever the operator says (§4.3)',
    async (url) => {
      const policy = { dangerouslyAllowPrivateNetwork: true, allowedHostnames: [new URL(url).hostname] };
      expect(await go([url], { policy })).toMatchObject({ error_code: 'blocked_address', visited: [] });
      expect(await go(['http://public.test/', url], { policy })).toMatchObject({ error_code: 'blocked_address' });
    },
  );

  // OpenClaw takes a short name with an empty label for an address that it cannot read.
  it.each(['http://nowhere.test/', 'http://a..test/', 'http://.test/'])(
    'names a host without an address: %s (§5.16)',
    async (url) => {
      expect(await go([url])).toMatchObject({ error_code: 'unreachable', reason: 'dns' });
      expect(await go(['http://public.test/', url])).toMatchObject({ error_code: 'unreachable', reason: 'dns' });
    },
  );

  it('does not wait for a name longer than anybody wants to (§5.2)', async () => {
    const caller = new AbortController();
    const deadline = new Deadline(60, caller.signal);
    const lookup = (): Promise<never> => {
      caller.abort(new Error('enough'));
      return new Promise(() => undefined);
    };
    const visit = (): Promise<null> => Promise.resolve(null);
    await expect(new Guard({ lookup }).follow('http://public.test/', visit, deadline)).rejects.toThrow('enough');
    deadline.stop();
  });

  it('rejects with what a visit rejects with', async () => {
    const deadline = new Deadline(60);
    const visit = (): Promise<null> => Promise.reject(new RangeError('mine'));
    await expect(new Guard({ lookup }).follow('http://public.test/', visit, deadline)).rejects.toThrow('mine');
    deadline.stop();
  });
});
