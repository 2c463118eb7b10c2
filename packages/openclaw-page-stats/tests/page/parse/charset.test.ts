import { describe, expect, it } from 'vitest';
import { declared, isXhtml } from '../../../src/page/parse/charset.ts';
import { LABELS } from '../../../src/page/parse/tables.ts';

/** Returns the declared encoding of `head`, which has one character per byte. */
function encodingOf(head: string, contentType: string | null = null): string {
  return declared(Buffer.from(head, 'latin1'), contentType).encoding;
}

describe('declared', () => {
  it('recognizes every label in upper or lower case, and between blanks', () => {
    for (const [encoding, labels] of Object.entries(LABELS)) {
      for (const label of labels) expect(encodingOf('', `a;charset="\t${label.toUpperCase()} "`)).toBe(encoding);
    }
  });

  it('prefers a byte order mark and returns its length', () => {
    expect(declared(Buffer.from('\u00ef\u00bb\u00bf', 'latin1'), 'a;charset=gbk')).toEqual({
      encoding: 'utf-8',
      mark: 3,
    });
    expect(declared(Buffer.from('\u00fe\u00ff', 'latin1'), null)).toEqual({ encoding: 'utf-16be', mark: 2 });
    expect(declared(Buffer.from('\u00ff\u00fe', 'latin1'), null)).toEqual({ encoding: 'utf-16le', mark: 2 });
  });

  it.each([
    ['text/html;charset=gbk', 'gbk'],
    ['text/html ; a=b ; CHARSET = "g\\bk" x;charset=big5', 'gbk'],
    ['text/html;charset=nonsense;charset=gbk', ''],
    ['text/html;a=";charset=big5";charset=gbk', 'gbk'],
    ['text/html;charset="gbk', 'gbk'],
    ['text/html;charset', ''],
    ['charset=gbk', ''],
    ['text/html;charset=\u212aoi8-r', ''],
  ])('reads Content-Type: %s', (contentType, encoding) => {
    expect(encodingOf('', contentType)).toBe(encoding);
  });

  it.each([
    ['<meta charset=gbk>', 'gbk'],
    ['<meta charset=utf-16>', 'utf-8'],
    ['<meta charset=x-user-defined>', 'windows-1252'],
    ['<meta charset=gbk', ''],
    ['<!--><meta charset=gbk>', 'gbk'],
    ['<!-- --!><meta charset=gbk>', ''],
    ['<a b="<meta charset=big5>"><meta charset=gbk>', 'gbk'],
    ["</a b='>' c='<meta charset=big5>'><meta charset=gbk>", 'gbk'],
    ['<?a <meta charset=big5><meta charset=gbk>', 'gbk'],
    ['<meta charset=a content="charset=gbk" http-equiv=content-type><meta charset=big5>', 'big5'],
    ['<meta content="charset charset = \'gbk\' " http-equiv=Content-Type>', 'gbk'],
    ['<meta content="charset=gbk">', ''],
    ['<?xml encoding="gbk"?>', 'gbk'],
    ['<?xml encoding="utf-16"?>', 'utf-8'],
    ['<?xml encoding=" gbk"?>', ''],
    ['<?xml encoding="gbk"?><meta charset=big5>', 'big5'],
    ['<\0?\0x\0', 'utf-16le'],
  ])('finds a declaration in the page: %s', (head, encoding) => {
    expect(encodingOf(head)).toBe(encoding);
  });

  it('looks for a declaration in the first 65,536 bytes', () => {
    const meta = '<meta charset=gbk>';
    expect(encodingOf(' '.repeat(65_536 - meta.length) + meta)).toBe('gbk');
    expect(encodingOf(' '.repeat(65_537 - meta.length) + meta)).toBe('');
  });

  it('takes linear time on many blanks', () => {
    const blanks = ' '.repeat(65_000);
    expect(encodingOf(`<meta charset="a${blanks}b">`)).toBe('');
    expect(encodingOf('', `a;charset="${blanks}a${blanks}"`)).toBe('');
  });
});

it('recognizes XHTML by its media type, ignoring case, blanks and parameters', () => {
  const types = [
    'application/xhtml+xml',
    ' Application/XHTML+XML\f;a',
    'application/xhtml+xml,a',
    'text/html',
    '',
    null,
  ];
  expect(types.map(isXhtml)).toEqual([true, true, false, false, false, false]);
});
