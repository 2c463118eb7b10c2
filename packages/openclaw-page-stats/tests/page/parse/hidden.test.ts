import { describe, expect, it } from 'vitest';
import { known } from '../../../src/page/parse/elements.ts';
import { HIDDEN, INVISIBLE, Regions, SHOWN } from '../../../src/page/parse/hidden.ts';

/** Creates a hidden region of the element `name`, with the elements `inside` open in it. */
function region(name: string, ...inside: string[]): Regions {
  const made = new Regions();
  made.begin(HIDDEN, known(name));
  for (const other of inside) made.open(known(other));
  return made;
}

describe('Regions', () => {
  it('end with the end tag of their own element', () => {
    const made = region('div', 'div');
    expect([made.close(known('div')), made.isClosed]).toEqual([true, false]);
    expect([made.close(known('div')), made.isClosed]).toEqual([true, true]);
    expect(made.close(known('div'))).toBe(false);
  });

  it('forget the open elements of an earlier region', () => {
    const made = region('div', 'p', 'p');
    made.end();
    expect([made.kind, made.name, made.isClosed]).toEqual([SHOWN, null, false]);
    made.begin(HIDDEN, known('div'));
    expect([made.close(known('p')), made.isClosed]).toEqual([false, false]);
  });

  it('keep the open elements of the regions around', () => {
    const made = new Regions();
    made.begin(INVISIBLE, known('div'));
    made.open(known('b'));
    made.begin(SHOWN, known('p'));
    made.open(known('b'));
    expect(['div', 'b', 'p'].map((name) => made.isOpenAround(known(name)))).toEqual([true, true, false]);
    expect(['b', 'b', 'div'].map((name) => made.close(known(name)))).toEqual([true, false, false]);
    made.end();
    expect([made.kind, made.name]).toEqual([INVISIBLE, known('div')]);
    expect(['b', 'b', 'div'].map((name) => made.close(known(name)))).toEqual([true, false, true]);
    expect(made.isClosed).toBe(true);
    made.end();
    expect([made.kind, made.name, made.isOpenAround(known('div'))]).toEqual([SHOWN, null, false]);
  });

  it('count names with large numbers', () => {
    const made = region('div');
    made.open(70_000);
    expect([made.close(70_000), made.close(70_000), made.close(80_000)]).toEqual([true, false, false]);
    expect(made.isOpenAround(90_000)).toBe(false);
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
    ['rp', [], 'rt', true],
    ['div', [], 'div', false],
  ])('of %s with the open elements %j ends before <%s>: %s', (name, inside, next, ends) => {
    expect(region(name, ...inside).endsBefore(known(next))).toBe(ends);
  });

  it('that have not begun do not end before a start tag', () => {
    expect(new Regions().endsBefore(known('p'))).toBe(false);
  });
});
