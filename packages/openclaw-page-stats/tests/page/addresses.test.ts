import { describe, expect, it } from 'vitest';
import { AddressPolicy, classify } from '../../src/page/addresses.ts';

describe('classify', () => {
  it.each([
    ['8.8.8.8', 'public', '0.0.0.0/0'],
    ['10.0.0.1', 'private', '10.0.0.0/8'],
    ['169.254.169.254', 'never', '169.254.169.254/32'],
    ['::ffff:10.0.0.1', 'private', '10.0.0.0/8'],
    ['2001:0:a00:1::5601:101', 'never', '169.254.0.0/16'],
    ['fe80::1%eth0', 'never', 'fe80::/10'],
    ['2606:4700::1%x', 'never', '2000::/3'],
    ['1.2.3.4%x', 'never', 'no address'],
    ['::1%', 'never', 'no address'],
    ['::1%a%b', 'never', 'no address'],
    ['example.com', 'never', 'no address'],
  ])('classifies %s as %s because of %s', (address, kind, range) => {
    expect(classify(address)).toEqual({ kind, range });
  });
});

describe('AddressPolicy', () => {
  it('permits only public addresses by default', () => {
    const policy = new AddressPolicy();
    expect(() => {
      policy.check('example.com', ['8.8.8.8', '2606:4700::1']);
    }).not.toThrow();
    expect(() => {
      policy.check('example.com', ['8.8.8.8', '127.0.0.1']);
    }).toThrow('127.0.0.0/8');
  });

  it('ignores entries of allowedHosts that are not hosts', () => {
    expect(() => {
      new AddressPolicy({ allowedHosts: ['a b'] }).check('a b', ['10.0.0.1']);
    }).toThrow('10.0.0.0/8');
  });
});
