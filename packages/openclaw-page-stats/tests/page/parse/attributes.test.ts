import { describe, expect, it } from 'vitest';
import { Attributes } from '../../../src/page/parse/attributes.ts';
import { encode, END } from '../../../src/page/parse/bytes.ts';

/** The attributes of a tag, by what follows its name, read in steps of so many bytes; and where reading ended. */
function read(text: string, step = text.length): Attributes & { readonly ended: number } {
  const attributes = new Attributes(encode(text));
  attributes.open(0);
  let i = 0;
  while (attributes.isOpen && i < text.length) i = attributes.read(i, Math.min(i + step, text.length));
  return Object.assign(attributes, { ended: attributes.isOpen ? END : i });
}

describe('read', () => {
  it.each(['>', ' a>', " a='>'>", ' a=">">', ' a=b>', ' a=>', ' = >', " a'>", ' a="b"c>', ' a = b >', '/>', ' / / >'])(
    'ends behind the ">" of <x%s',
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
  ])('tells whether <x%s is self-closing', (text, expected) => {
    expect(read(text).selfClosing).toBe(expected);
  });
});

describe('hides', () => {
  it.each([
    ...[' hidden>', ' HIDDEN=false>', ' a hidden/>', ' style=display:none>', " style='display:none'>", ' a="b"hidden>'],
    ...[" STYLE='a:b; Display : NONE ! '>".replace(' ! ', ' !important '), ' style="display:block;display:none;;">'],
    ' style="display:none!important;color:red">',
  ])('<p%s is hidden', (text) => {
    expect(read(text).hides).toBe(true);
  });

  it.each([
    ...[
      ' xhidden>',
      ' hidden\0>',
      ' =hidden>',
      ' a=hidden>',
      ' a="hidden">',
      ' style>',
      ' style=>',
      " style='display'>",
    ],
    ...[" style='display:none;display:block'>", " style='display:none;display'>", " style='display:none x'>"],
    ...[" style='x-display:none'>", " style='displayx:none'>", " style='display:nonex'>", ' style style=display:none>'],
    ...[
      " style='display:none ! important'>",
      " style='display:none!important!important'>",
      ' data-style=display:none>',
    ],
  ])('<p%s is not', (text) => {
    expect(read(text).hides).toBe(false);
  });

  it('forgets what the tag before had', () => {
    const text = ' hidden style=display:none> >';
    const attributes = new Attributes(encode(text));
    for (let i = 0; i < text.length;) {
      attributes.open(i);
      i = attributes.read(i, text.length);
    }
    expect(attributes.hides).toBe(false);
  });
});

it('reads the same in any steps', () => {
  const texts = [
    ' a = \'>\' hidden / b=">"c / >d',
    ' a= b/ style = "a:b; display :none " x/>',
    " = encoding='text/html' =/>",
  ];
  const answer = ({ ended, hides, marksHtml, selfClosing }: ReturnType<typeof read>): unknown[] => [
    ...[ended, hides, marksHtml, selfClosing],
  ];
  for (const text of texts) {
    for (let step = 1; step < text.length; step++) expect(answer(read(text, step))).toEqual(answer(read(text)));
  }
});

it('knows the attributes with which <font> breaks out', () => {
  expect([' color>', ' FACE=a>', ' size="1">', ' colour>', ' a=color>'].map((text) => read(text).breaksOut)).toEqual([
    true,
    true,
    true,
    false,
    false,
  ]);
});

it('knows an <annotation-xml> that holds HTML, by the first encoding', () => {
  const texts = [
    ' encoding=Text/HTML>',
    " encoding='application/xhtml+xml'>",
    " encoding='text/html '>",
    ' encoding=a encoding=text/html>',
  ];
  expect(texts.map((text) => read(text).marksHtml)).toEqual([true, true, false, false]);
});
