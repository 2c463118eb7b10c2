/** Seeded soup: pieces of markup and text in any order. */

/** Numbers from 0 to 1 that are the same each time (xorshift). */
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
    '<a b="',
    '"',
    "'",
    '>',
  ],
];

/** So many pieces. */
export function soup(random: () => number, pieces: number): string {
  return Array.from({ length: pieces }, () => PIECES[Math.floor(random() * PIECES.length)]).join('');
}
