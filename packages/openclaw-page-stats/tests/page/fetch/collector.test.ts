import { describe, expect, it } from 'vitest';
import { Collector } from '../../../src/page/fetch/collector.ts';

describe('Collector', () => {
  it('concatenates pieces', () => {
    const collector = new Collector(10);
    for (const piece of ['ab', '', 'c']) collector.add(Buffer.from(piece));
    expect(Buffer.from(collector.bytes()).toString()).toBe('abc');
    expect(collector.full).toBe(false);
  });

  it('is not full when the bytes fit exactly', () => {
    const collector = new Collector(3);
    collector.add(Buffer.from('abc'));
    expect(collector.full).toBe(false);
  });

  it('is full after more bytes than the limit, and drops the rest', () => {
    const collector = new Collector(3);
    collector.add(Buffer.from('ab'));
    collector.add(Buffer.from('cd'));
    collector.add(Buffer.from('ef'));
    expect(Buffer.from(collector.bytes()).toString()).toBe('abc');
    expect(collector.full).toBe(true);
  });

  it('grows as needed', () => {
    const collector = new Collector(1_000_000);
    for (let i = 0; i < 7; i++) collector.add(Buffer.alloc(100_000, i));
    expect(collector.bytes()).toHaveLength(700_000);
    expect([0, 1, 6].map((i) => collector.bytes()[i * 100_000])).toEqual([0, 1, 6]);
  });
});
