import { describe, expect, it } from 'vitest';
import { known } from '../../../src/page/parse/elements.ts';
import { closeOutside, Region } from '../../../src/page/parse/hidden.ts';
import { OpenCounts } from '../../../src/page/parse/names.ts';

/** Creates a hidden region of the element `name`, with the elements `inside` open in it. */
function region(name: string, ...inside: string[]): Region {
  const made = new Region();
  made.begin(known(name));
  for (const other of inside) made.open(known(other));
  return made;
}

describe('Region', () => {
  it('is closed by the end tag of its own element', () => {
    const made = region('div', 'div');
    expect([made.close(known('div')), made.isClosed]).toEqual([true, false]);
    expect([made.close(known('div')), made.isClosed]).toEqual([true, true]);
    expect(made.close(known('div'))).toBe(false);
  });

  it('forgets the open elements of an earlier region', () => {
    const made = region('div', 'p', 'p');
    made.end();
    expect([made.name, made.isClosed]).toEqual([null, false]);
    made.begin(known('div'));
    expect([made.close(known('p')), made.isClosed]).toEqual([false, false]);
  });

  it('counts names with large numbers', () => {
    const made = region('div');
    made.open(70_000);
    expect([made.close(70_000), made.close(70_000), made.close(80_000)]).toEqual([true, false, false]);
  });

  it.each([
    ['p', [], 'hr', true],
    ['p', ['table'], 'table', true],
    ['p', [], 'span', false],
    ['li', [], 'li', true],
    ['li', ['ul'], 'li', false],
    ['li', ['menu'], 'li', false],
    ['dt', [], 'dd', true],
    ['dd', ['dl'], 'dt', false],
    ['option', [], 'optgroup', true],
    ['optgroup', [], 'option', false],
    ['td', [], 'tbody', true],
    ['td', ['table'], 'td', false],
    ['tr', [], 'td', false],
    ['tr', [], 'tfoot', true],
    ['tbody', [], 'tr', false],
    ['tbody', [], 'thead', true],
    ['div', [], 'div', false],
  ])('of %s with the open elements %j ends before <%s>: %s', (name, inside, next, ends) => {
    expect(region(name, ...inside).endsBefore(known(next))).toBe(ends);
  });

  it('that has not begun does not end before a start tag', () => {
    expect(new Region().endsBefore(known('p'))).toBe(false);
  });
});

it('an end tag ends a region if it matches an element outside, except formatting elements', () => {
  const outside = new OpenCounts();
  for (const name of ['div', 'b']) outside.open(known(name));
  expect(['b', 'p', 'div', 'div'].map((name) => closeOutside(outside, known(name)))).toEqual([
    false,
    false,
    true,
    false,
  ]);
});
