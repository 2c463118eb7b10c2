import { describe, expect, it } from 'vitest';
import { Attributes } from '../../../src/page/parse/attributes.ts';
import { encode, END } from '../../../src/page/parse/bytes.ts';

/** Reads the text after a tag name in steps of `step` bytes; returns the attributes and the end position. */
function read(text: string, step = text.length): Attributes & { readonly ended: number } {
  const attributes = new Attributes(encode(text));
  attributes.open(0);
  let i = 0;
  while (attributes.isOpen && i < text.length) i = attributes.read(i, Math.min(i + step, text.length));
  return Object.assign(attributes, { ended: attributes.isOpen ? END : i });
}

describe('read', () => {
  it.each(['>', ' a>', " a='>'>", ' a=">">', ' a=b>', ' a=>', ' = >', " a'>", ' a="b"c>', ' a = b >', '/>', ' / / >'])(
    'ends after the ">" of <x%s',
    (text) => {
      expect(read(`${text}b>`).ended).toBe(text.length);
    },
  );

  it.each(['', ' ', ' a', ' a=', ' a= ', " a='>", ' a=">', ' a=b', '/', ' a="b"'])('finds no end in <x%s', (text) => {
    expect(read(text).ended).toBe(END);
  });

  it.each([
    ['/>', true],
    [' />', true],
    [' a/>', true],
    [' a="b"/>', true],
    [' a=b/>', false],
    [' a= />', false],
    ['/ >', false],
    [' a>', false],
  ])('recognizes whether <x%s is self-closing: %s', (text, expected) => {
    expect(read(text).selfClosing).toBe(expected);
  });
});

/** Returns the properties of the attributes that affect whether the text of their element is shown. */
function said({ display, visibility, isHidden, isHiddenUntilFound, isPopover, isOpenDialog }: Attributes): unknown[] {
  return [display, visibility, isHidden, isHiddenUntilFound, isPopover, isOpenDialog];
}

it.each([
  [' aria-hidden=true x=hidden title="hidden display:none" =hidden>', '', '', false, false, false, false],
  [' HIDDEN>', '', '', true, false, false, false],
  [' hidden=Until-&#102;ound>', '', '', true, true, false, false],
  [" style='display:&#110;one' popover=auto>", 'none', '', false, false, true, false],
  [' open style=visibility:collapse>', '', 'hidden', false, false, false, true],
  [' style style=display:none>', '', '', false, false, false, false],
])('of <p%s say what is shown', (text, ...expected) => {
  expect(said(read(text))).toEqual(expected);
});

it('are reset for each tag', () => {
  const text = ' hidden=until-found open popover style=display:none;visibility:hidden type=hidden controls> >';
  const attributes = new Attributes(encode(text));
  for (let i = 0; i < text.length;) {
    attributes.open(i);
    i = attributes.read(i, text.length);
  }
  expect(said(attributes)).toEqual(['', '', false, false, false, false]);
  expect([attributes.hasControls, attributes.isHiddenInput, attributes.isShadowRoot]).toEqual([false, false, false]);
});

it('recognizes an input without a field', () => {
  const texts = [
    ' type=HIDDEN>',
    ' type=&#104;idden>',
    " type='hidden '>",
    ' type=text type=hidden>',
    ' type=hiddenx>',
  ];
  expect(texts.map((text) => read(text).isHiddenInput)).toEqual([true, true, false, false, false]);
});

it('recognizes the template of a shadow root', () => {
  const texts = [' shadowrootmode=Open>', ' shadowrootmode=close&#100;>', ' shadowrootmode>', ' shadowrootmode=x>'];
  expect(texts.map((text) => read(text).isShadowRoot)).toEqual([true, true, false, false]);
});

it('gives the same result for any step size', () => {
  const texts = [
    ' a = \'>\' hidden / b=">"c / >d',
    ' a= b/ style = "a:b; display :none " x/>',
    " = encoding='text/html' =/>",
  ];
  const answer = ({ ended, display, isHidden, marksHtml, selfClosing }: ReturnType<typeof read>): unknown[] => [
    ...[ended, display, isHidden, marksHtml, selfClosing],
  ];
  for (const text of texts) {
    for (let step = 1; step < text.length; step++) expect(answer(read(text, step))).toEqual(answer(read(text)));
  }
});

it('recognizes the attributes with which <font> breaks out', () => {
  expect([' color>', ' FACE=a>', ' size="1">', ' colour>', ' a=color>'].map((text) => read(text).breaksOut)).toEqual([
    true,
    true,
    true,
    false,
    false,
  ]);
});

it('recognizes an <annotation-xml> with HTML by its first encoding attribute', () => {
  const texts = [
    ' encoding=Text/HTML>',
    " encoding='application/xhtml+xml'>",
    " encoding='text/html '>",
    ' encoding=a encoding=text/html>',
  ];
  expect(texts.map((text) => read(text).marksHtml)).toEqual([true, true, false, false]);
});
