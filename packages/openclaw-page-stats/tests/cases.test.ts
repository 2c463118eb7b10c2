import { describe, expect, it } from 'vitest';
import { AddressPolicy } from '../src/page/addresses.ts';
import { accept } from '../src/arguments.ts';
import { PageStatsError } from '../src/failure.ts';
import { parsePage } from '../src/page/parse/index.ts';
import { parseInput, resolveRedirect } from '../src/page/urls.ts';
import { bodyOf, casesOf, contentTypeOf, parsedPageOf, readPage } from './spec.ts';

/** Returns the result of `work`, or the failure that it throws. */
function outcome(work: () => unknown): unknown {
  try {
    return work();
  } catch (error) {
    if (error instanceof PageStatsError) return error.failure;
    throw error;
  }
}

describe('the cases of the specification', () => {
  it.each(casesOf('arguments'))('arguments: $name: $why', ({ arguments: given, expect: expected }) => {
    expect(outcome(() => ({ accepted: accept(given).input }))).toEqual(expected);
  });

  it.each(casesOf('url'))('url: $name: $why', ({ url, base, expect: expected }) => {
    const read = (): unknown =>
      base === undefined ? parseInput(url as string) : resolveRedirect(url as string, parseInput(base as string));
    expect(outcome(read)).toEqual(expected);
  });

  it.each(casesOf('address'))(
    'address: $name: $why',
    ({ address, addresses = [address], host, config, proxied, expect: expected }) => {
      const { allowed_hosts: allowedHosts, allow_private_network: allowPrivateNetwork } = (config ?? {}) as {
        allowed_hosts?: string[];
        allow_private_network?: boolean;
      };
      const policy = new AddressPolicy({
        allowedHosts: allowedHosts ?? [],
        allowPrivateNetwork: allowPrivateNetwork ?? false,
      });
      const answer = outcome(() => {
        if (proxied === true) policy.checkProxied(host as string);
        else policy.check((host ?? 'example.com') as string, addresses as string[]);
        return { permitted: true };
      });
      const { permitted, message } = expected as { permitted: boolean; message?: string };
      expect(answer).toMatchObject(permitted ? { permitted } : { ok: false, error_code: 'blocked_address', message });
    },
  );

  it.each(casesOf('parse'))('parse: $name: $why', (one) => {
    const { title, wordCount, linkWordCount } = parsePage(bodyOf(one), contentTypeOf(one));
    expect({ title, word_count: wordCount, link_word_count: linkWordCount }).toEqual(parsedPageOf(one));
  });

  it.each(casesOf('truncation'))('truncation: $name: $why', (one) => {
    const page = readPage(one.page as string).subarray(0, one.first_bytes as number);
    const { title, wordCount, linkWordCount } = parsePage(page, contentTypeOf(one));
    expect({ title, word_count: wordCount, link_word_count: linkWordCount }).toEqual(parsedPageOf(one));
  });
});
