import { describe, expect, it } from 'vitest';
import { encode } from '../../../src/page/parse/bytes.ts';
import { known } from '../../../src/page/parse/elements.ts';
import { endOfCdata, isCdata, RawReader, TitleReader } from '../../../src/page/parse/raw.ts';
import { ReferenceReader } from '../../../src/page/parse/references.ts';

/** Reads the content of a raw element in steps of `step` bytes. */
function content(name: string, text: string, step = text.length): string {
  const reader = new RawReader(encode(text));
  reader.open(known(name));
  let i = 0;
  while (reader.isOpen && i < text.length) i = reader.read(i, Math.min(i + step, text.length));
  return text.slice(0, i);
}

describe('a raw element', () => {
  it.each(['</style>', '</STYLE\t', '</style/', '</style >'])('ends at an end tag of its name: %s', (end) => {
    expect(content('style', `a<b></styles></ style${end}`)).toBe('a<b></styles></ style');
  });

  it.each(['</style', '</stylex>', '< /style>', '</styl'])('does not end at %s', (text) => {
    expect(content('style', text)).toBe(text);
  });
});

describe('a script', () => {
  it.each([
    ['a</script>', 'a'],
    ['<!-- </script>', '<!-- '],
    ['<!-- <script> </script> --></script>', '<!-- <script> </script> -->'],
    ['<!-- <script> </script> </script>', '<!-- <script> </script> '],
    ['<!-- <scripts> </script>', '<!-- <scripts> '],
    ['<!--><script></script>', '<!--><script>'],
    ['<!---><script></script>', '<!---><script>'],
    ['<!-- <!--><script></script>', '<!-- <!--><script>'],
    ['<!-- --!><script></script></script>', '<!-- --!><script></script>'],
    ['<!--<script>', '<!--<script>'],
  ])('ends as the escaped states of the HTML Standard require: %s', (text, expected) => {
    for (let step = 1; step <= text.length; step++) expect(content('script', text, step)).toBe(expected);
  });
});

describe('CDATA', () => {
  it('starts only in capitals', () => {
    expect(['<![CDATA[', '<![cdata[', '<![CDATA', '<!CDATA['].map((text) => isCdata(encode(text), 0))).toEqual([
      true,
      false,
      false,
      false,
    ]);
  });

  it.each([
    ['a]]>b', 1],
    ['a]]]>', 2],
    [']>]]', 4],
    ['', 0],
  ])('ends at the first "]]>" of %s', (text, end) => {
    expect(endOfCdata(encode(text), 0, text.length)).toBe(end);
  });
});

describe('TitleReader', () => {
  /** Reads a title in steps of `step` bytes; returns the title and the rest of the input. */
  function title(text: string, isXhtml = false, step = text.length): [title: string, rest: string] {
    const bytes = encode(text);
    const reader = new TitleReader(bytes, new ReferenceReader(bytes), isXhtml);
    reader.open();
    let i = 0;
    while (reader.isOpen && i < bytes.length) i = reader.read(i, Math.min(i + step, bytes.length));
    return [reader.text, Buffer.from(bytes.subarray(i)).toString()];
  }

  it.each([
    [' a\u3000\n b ', 'a b'],
    ['&#32;a&nbsp;&amp;lt;&NotEqualTilde;', 'a &lt;≂̸'],
    ['a\0<b>&</titles', 'a\ufffd<b>&</titles'],
    ['\ufeff😀', '\ufeff😀'],
    [' \n', ''],
  ])('replaces references and collapses white space: %j', (text, expected) => {
    expect(title(`${text}</title>b`)).toEqual([expected, '</title>b']);
  });

  it('reads to the end of the input if there is no end tag', () => {
    expect(title('a </titl')).toEqual(['a </titl', '']);
  });

  it('reads CDATA only in XHTML', () => {
    expect(title('a<![CDATA[&amp;</title>]]>b</title>', true)).toEqual(['a&amp;</title>b', '</title>']);
    expect(title('a<![CDATA[&amp;</title>]]>', false)).toEqual(['a<![CDATA[&', '</title>]]>']);
    expect(title('a<![CDATA[b', true)).toEqual(['ab', '']);
  });

  it('gives the same result for any step size', () => {
    const text = ' a&amp;<![CDATA[&lt; 海]]>]]></titl&#x1F600;&NotEqualTilde;\0</title>b';
    for (let step = 1; step < 20; step++) {
      for (const isXhtml of [true, false]) expect(title(text, isXhtml, step)).toEqual(title(text, isXhtml));
    }
  });
});
