import { describe, expect, it } from 'vitest';
import { holds, parseAddress, parseEntry, parseNetwork, stripRoot } from '../../src/page/host-names.ts';

describe('parseAddress', () => {
  it.each([
    ['1.2.3.4', 0x01020304n, 32],
    ['::', 0n, 128],
    ['::1', 1n, 128],
    ['1::', 1n << 112n, 128],
    ['1:2:3:4:5:6:7:8', 0x00010002000300040005000600070008n, 128],
    ['::ffff:1.2.3.4', 0xffff01020304n, 128],
    ['FE80::A', (0xfe80n << 112n) | 10n, 128],
  ])('parses %s', (text, number, bits) => {
    expect(parseAddress(text)).toEqual({ number, bits });
  });

  it.each(['', '1.2.3', '01.2.3.4', '1.2.3.256', 'a', '1::2::3', '::1%eth0', '[::1]', ' ::1'])(
    'rejects "%s"',
    (text) => {
      expect(parseAddress(text)).toBeNull();
    },
  );
});

describe('parseNetwork', () => {
  it('parses a single address as a network', () => {
    expect(parseNetwork('10.1.2.3')).toMatchObject({ prefix: 32 });
    expect(parseNetwork('::1')).toMatchObject({ prefix: 128 });
  });

  it.each(['10.1.2.3/8', '10.0.0.0/33', '10.0.0.0/08', '10.0.0.0/', '::1/127', '::/129', 'a/8'])(
    'rejects %s',
    (text) => {
      expect(parseNetwork(text)).toBeNull();
    },
  );
});

describe('holds', () => {
  it('compares the prefix bits of addresses of the same version', () => {
    const network = parseNetwork('10.0.0.0/8')!;
    expect(holds(network, parseAddress('10.255.0.1')!)).toBe(true);
    expect(holds(network, parseAddress('11.0.0.0')!)).toBe(false);
    expect(holds(network, parseAddress('::a00:1')!)).toBe(false);
    expect(holds(parseNetwork('0.0.0.0/0')!, parseAddress('255.1.1.1')!)).toBe(true);
  });
});

describe('parseEntry', () => {
  it('parses a name as the URL Standard does and removes a trailing dot', () => {
    expect(parseEntry('WIKI.corp.')).toBe('wiki.corp');
    expect(parseEntry('bücher.example')).toBe('xn--bcher-kva.example');
  });

  it.each(['', '.', 'a b', 'a/b', 'a,b', 'a:80', '[::1]', '0x7f.1', 'a%41', '*.corp', '\ud800'])(
    'rejects "%s"',
    (entry) => {
      expect(parseEntry(entry)).toBeNull();
    },
  );
});

it('strips one trailing dot', () => {
  expect([stripRoot('a.'), stripRoot('a'), stripRoot('a..')]).toEqual(['a', 'a', 'a.']);
});
