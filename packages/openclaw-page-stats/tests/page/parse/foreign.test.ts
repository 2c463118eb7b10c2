import { describe, expect, it } from 'vitest';
import { Attributes } from '../../../src/page/parse/attributes.ts';
import { encode } from '../../../src/page/parse/bytes.ts';
import { known } from '../../../src/page/parse/elements.ts';
import { ForeignStack } from '../../../src/page/parse/foreign.ts';

function attributes(text = '>'): Attributes {
  const made = new Attributes(encode(text));
  made.open(0);
  made.read(0, text.length);
  return made;
}

/** Creates a stack with the root svg or math and open elements inside it. */
function stack(root: string, ...names: string[]): ForeignStack {
  const made = new ForeignStack();
  made.pushRoot(known(root));
  for (const name of names) {
    const [element = '', encoding] = name.split(' ');
    made.push(known(element), attributes(encoding === undefined ? '>' : ` encoding=${encoding}>`));
  }
  return made;
}

describe('a start tag', () => {
  it('is HTML if no foreign element is open', () => {
    expect(new ForeignStack().takes(known('mi'), attributes())).toBe(false);
  });

  it.each([
    [['svg'], 'mi', true],
    [['svg', 'desc'], 'mi', false],
    [['svg', 'title'], 'svg', false],
    [['svg', 'mi'], 'mi', true],
    [['math', 'mi'], 'a', false],
    [['math', 'mi'], 'mglyph', true],
    [['math', 'desc'], 'mi', true],
    [['math', 'annotation-xml'], 'mi', true],
    [['math', 'annotation-xml'], 'svg', false],
    [['math', 'annotation-xml TEXT/HTML'], 'mi', false],
    [['svg', 'annotation-xml text/html'], 'mi', true],
  ])('inside %j, <%s> is foreign: %s', ([root = '', ...names], name, foreign) => {
    expect(stack(root, ...names).takes(known(name), attributes())).toBe(foreign);
  });

  it('closes elements up to the nearest integration point if it breaks out', () => {
    const made = stack('svg', 'desc');
    made.pushRoot(known('svg'));
    expect(made.takes(known('p'), attributes())).toBe(false);
    expect([made.isEmpty, made.isDirect]).toEqual([false, false]);
  });

  it('for <font> breaks out only with certain attributes', () => {
    expect(stack('svg').takes(known('font'), attributes())).toBe(true);
    expect(stack('svg').takes(known('font'), attributes(' color>'))).toBe(false);
  });
});

describe('an end tag', () => {
  it('closes the innermost element of its name and everything in it', () => {
    const made = stack('svg', 'desc', 'metadata');
    expect([made.silent, made.close(known('desc')), made.silent, made.isDirect]).toEqual([2, true, 0, true]);
    expect([made.close(known('desc')), made.close(known('svg')), made.isEmpty]).toEqual([false, true, true]);
  });
});

it('the stack has room for any number of open elements', () => {
  const made = stack('svg', ...Array<string>(1000).fill('style'));
  expect([made.silent, made.close(known('svg')), made.silent]).toEqual([1000, true, 0]);
});
