/** Attributes: which matter, and what they say (§7.2, §8.2, §8.3, §10.4). */
import {
  at,
  BLANKS,
  COLON,
  DOUBLE_QUOTE,
  encode,
  END,
  ENDS_ATTRIBUTE_NAME,
  ENDS_UNQUOTED,
  EQUALS,
  find,
  findAny,
  GREATER,
  SEMICOLON,
  SINGLE_QUOTE,
  skipBlanks,
  SLASH,
  startsWith,
} from './bytes.ts';

// Which attributes there are, of those that matter.
const HIDDEN = 1 << 0;
const STYLE = 1 << 1;
const ENCODING = 1 << 2;
const FONT_BREAKOUT = 1 << 3;

interface Key {
  readonly word: Uint8Array;
  readonly bit: number;
}

/** By their lengths, which tell most attributes not to matter. */
const KEYS: readonly (readonly Key[] | undefined)[] = [
  ...[undefined, undefined, undefined, undefined],
  [
    { word: encode('face'), bit: FONT_BREAKOUT },
    { word: encode('size'), bit: FONT_BREAKOUT },
  ],
  [
    { word: encode('style'), bit: STYLE },
    { word: encode('color'), bit: FONT_BREAKOUT },
  ],
  [{ word: encode('hidden'), bit: HIDDEN }],
  undefined,
  [{ word: encode('encoding'), bit: ENCODING }],
];

const HTML_ANNOTATIONS = [encode('text/html'), encode('application/xhtml+xml')];
const DISPLAY = encode('display');
const NONE = encode('none');
const IMPORTANT = encode('!important');

function isWord(bytes: Uint8Array, start: number, end: number, word: Uint8Array): boolean {
  return end - start === word.length && startsWith(bytes, start, word);
}

/** Which key, if any, is the name in [start, end). */
function keyOf(bytes: Uint8Array, start: number, end: number): number {
  const keys = end - start < KEYS.length ? KEYS[end - start] : undefined;
  if (keys === undefined) return 0;
  for (const { word, bit } of keys) {
    if (startsWith(bytes, start, word)) return bit;
  }
  return 0;
}

/** The attributes of the tag that was read last. */
export class Attributes {
  /** Whether the tag ends with a slash that belongs to no value. */
  selfClosing = false;
  private keys = 0;
  private isDisplayNone = false;
  private isHtmlAnnotation = false;
  private readonly bytes: Uint8Array;
  // Where the value that was read last begins and ends.
  private start = 0;
  private end = 0;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
  }

  /** Whether an element with them is hidden (§10.4). */
  get hides(): boolean {
    return (this.keys & HIDDEN) !== 0 || this.isDisplayNone;
  }

  /** Whether `<font>` with them leaves foreign content (§8.3). */
  get breaksOut(): boolean {
    return (this.keys & FONT_BREAKOUT) !== 0;
  }

  /** Whether `<annotation-xml>` with them is an integration point (§8.2). */
  get marksHtml(): boolean {
    return this.isHtmlAnnotation;
  }

  /** Reads from behind a tag's name to behind its ">"; returns END where the input ends before (§7.3). */
  read(i: number): number {
    const { bytes } = this;
    const length = bytes.length;
    this.keys = 0;
    this.isDisplayNone = false;
    this.isHtmlAnnotation = false;
    while (i < length) {
      const closing = i;
      while (i < length && (BLANKS[bytes[i]!] === 1 || bytes[i] === SLASH)) i++;
      if (at(bytes, i) === GREATER) {
        this.selfClosing = i > closing && bytes[i - 1] === SLASH;
        return i + 1;
      }
      const name = i;
      i = findAny(bytes, ENDS_ATTRIBUTE_NAME, i + 1, length); // a "=" where a name begins belongs to it
      const key = keyOf(bytes, name, i) & ~this.keys;
      i = this.readValue(i);
      if (key !== 0) this.keep(key);
    }
    return END;
  }

  /** Reads from behind a name to behind the value, which may be empty. */
  private readValue(i: number): number {
    const { bytes } = this;
    const length = bytes.length;
    this.start = this.end = i;
    i = skipBlanks(bytes, i, length);
    if (at(bytes, i) !== EQUALS) return i;
    i = skipBlanks(bytes, i + 1, length);
    const quote = at(bytes, i);
    const isQuoted = quote === DOUBLE_QUOTE || quote === SINGLE_QUOTE;
    this.start = isQuoted ? i + 1 : i;
    this.end = isQuoted ? find(bytes, quote, i + 1, length) : findAny(bytes, ENDS_UNQUOTED, i, length);
    return isQuoted ? this.end + 1 : this.end;
  }

  /** Keeps what the attribute says that was read last, the first of its name. */
  private keep(key: number): void {
    this.keys |= key;
    if (key === STYLE) this.isDisplayNone = this.lastDisplayIsNone();
    if (key === ENCODING) {
      this.isHtmlAnnotation = HTML_ANNOTATIONS.some((word) => isWord(this.bytes, this.start, this.end, word));
    }
  }

  private lastDisplayIsNone(): boolean {
    const { bytes, end } = this;
    let isNone = false;
    for (let start = this.start; start <= end;) {
      const next = find(bytes, SEMICOLON, start, end);
      isNone = this.isNoneAfter(start, next, isNone);
      start = next + 1;
    }
    return isNone;
  }

  /** What a declaration makes of `before`: it is that of `display`, or changes nothing. */
  private isNoneAfter(start: number, end: number, before: boolean): boolean {
    const { bytes } = this;
    let i = this.behind(DISPLAY, start, end);
    if (i === END || (i < end && bytes[i] !== COLON)) return before;
    if (i === end) return false;
    i = this.behind(NONE, i + 1, end);
    if (i === END) return false;
    const behindImportant = this.behind(IMPORTANT, i, end);
    return (behindImportant === END ? i : behindImportant) === end;
  }

  /** The place behind `word` and the blanks around it, or END where it does not come next. */
  private behind(word: Uint8Array, start: number, end: number): number {
    const i = skipBlanks(this.bytes, start, end);
    if (i + word.length > end || !startsWith(this.bytes, i, word)) return END;
    return skipBlanks(this.bytes, i + word.length, end);
  }
}
