/** Generates random tag soup: pieces of markup and text in any order. */

/** Returns a reproducible generator of numbers from 0 to 1 (xorshift). */
export function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
}

const PIECES = [
  ...[
    'a',
    'b c',
    ' ',
    '\n',
    '\u0085',
    'é',
    '海',
    'カ',
    'ก',
    'က',
    '!',
    '。',
    '\ufffd',
    '😀',
    '\u001c',
    '\u200b',
    '\u2060',
    '\u3099',
    '\u1025',
    '\u102e',
    '\u0001',
    '\0',
    '&',
    '&amp;',
  ],
  ...[
    '&#x41',
    '&NotEqualTilde;',
    '&not',
    '&#0;',
    '<',
    '</',
    '<>',
    '<!-- - -->',
    '<!-->',
    '<!x>',
    '<?x>',
    '</>',
    '<![CDATA[a ]]>',
  ],
  ...[
    '<p>',
    '</p>',
    '<b>',
    '</b>',
    '<p hidden>',
    '<li style=display:none>',
    '<li>',
    '</ul>',
    '<svg>',
    '</svg>',
    '<title>',
    '</title>',
  ],
  ...[
    '<math>',
    '<mi>',
    '<script>',
    '</script>',
    '<template>',
    '</template>',
    '<xmp>',
    '</xmp >',
    '<br/>',
    '<wbr>',
    '<a href>',
    '<a HREF=x>',
    '<a>',
    '</a>',
    '<a b="',
    '"',
    "'",
    '>',
  ],
];

/** Joins `pieces` random pieces. */
export function soup(random: () => number, pieces: number): string {
  return Array.from({ length: pieces }, () => PIECES[Math.floor(random() * PIECES.length)]).join('');
}
