/** Reads the attributes that matter to the parse (§7.2, §8.2, §8.3, §10.4). */
import {
  BLANKS,
  DOUBLE_QUOTE,
  encode,
  END,
  ENDS_ATTRIBUTE_NAME,
  ENDS_UNQUOTED,
  EQUALS,
  find,
  findAny,
  GREATER,
  SINGLE_QUOTE,
  skipBlanks,
  SLASH,
  startsWith,
} from './bytes.ts';
import { StyleReader } from './style.ts';

// One bit for each kind of attribute that matters.
const HIDDEN = 1 << 0;
const STYLE = 1 << 1;
const ENCODING = 1 << 2;
const FONT_BREAKOUT = 1 << 3;

interface Key {
  readonly word: Uint8Array;
  readonly bit: number;
}

/** The attributes that matter, by the length of their names. The length rules out most other attributes. */
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

// States. Their names are those of the HTML Standard without the word "attribute".
const BEFORE_NAME = 0;
const NAME = 1;
const AFTER_NAME = 2;
const BEFORE_VALUE = 3;
const VALUE = 4;

function isWord(bytes: Uint8Array, start: number, end: number, word: Uint8Array): boolean {
  return end - start === word.length && startsWith(bytes, start, word);
}

/** Returns the bit of the attribute name in [start, end), or 0. */
function keyOf(bytes: Uint8Array, start: number, end: number): number {
  const keys = end - start < KEYS.length ? KEYS[end - start] : undefined;
  if (keys === undefined) return 0;
  for (const { word, bit } of keys) {
    if (startsWith(bytes, start, word)) return bit;
  }
  return 0;
}

/** Reads the attributes of a tag step by step and keeps those that matter. */
export class Attributes {
  /** Whether a tag has started and not ended. */
  isOpen = false;
  /** The positions after the tag name and of the ">". */
  begin = 0;
  end = 0;
  /** Whether the tag ends with a slash that is not part of a value. */
  selfClosing = false;
  private keys = 0;
  private isDisplayNone = false;
  private isHtmlAnnotation = false;
  private readonly bytes: Uint8Array;
  private readonly style = new StyleReader();
  private state = BEFORE_NAME;
  /** The start of the blanks and slashes before a name. After a pause, the start of the interrupted name or value. */
  private start = 0;
  /** The bit of the current attribute (0 if it does not matter), and the quote around its value (END if unquoted). */
  private key = 0;
  private quote = END;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
  }

  /** Whether these attributes hide their element (§10.4). */
  get hides(): boolean {
    return (this.keys & HIDDEN) !== 0 || this.isDisplayNone;
  }

  /** Whether a `<font>` with these attributes leaves foreign content (§8.3). */
  get breaksOut(): boolean {
    return (this.keys & FONT_BREAKOUT) !== 0;
  }

  /** Whether an `<annotation-xml>` with these attributes is an integration point (§8.2). */
  get marksHtml(): boolean {
    return this.isHtmlAnnotation;
  }

  /** Starts reading the attributes of a tag at `i`, which is the position after the tag name. */
  open(i: number): void {
    this.isOpen = true;
    this.begin = i;
    this.keys = 0;
    this.isDisplayNone = false;
    this.isHtmlAnnotation = false;
    this.state = BEFORE_NAME;
    this.start = i;
  }

  /** Continues reading at `i`; returns the position after the closing ">", or a position at or after `limit`. */
  read(i: number, limit: number): number {
    while (this.isOpen && i < limit) i = this.readAttribute(i, limit);
    return i;
  }

  private readAttribute(i: number, limit: number): number {
    const { state, start } = this;
    if (state === BEFORE_NAME) return this.beforeName(i, limit);
    this.state = BEFORE_NAME;
    if (state === NAME) return this.readName(start, i, limit);
    if (state === AFTER_NAME) return this.afterName(i, limit);
    if (state === BEFORE_VALUE) return this.beforeValue(i, limit);
    return this.readValue(start, i, limit);
  }

  /** Pauses at `i`, which is at or after the limit. The next call of `read` resumes in `state`. */
  private goOn(state: number, start: number, i: number): number {
    this.state = state;
    this.start = start;
    return i;
  }

  private beforeName(i: number, limit: number): number {
    const { bytes } = this;
    while (i < limit && (BLANKS[bytes[i]!] === 1 || bytes[i] === SLASH)) i++;
    if (i >= limit) return i;
    if (bytes[i] === GREATER) {
      this.selfClosing = i > this.start && bytes[i - 1] === SLASH;
      this.isOpen = false;
      this.end = i;
      return i + 1;
    }
    return this.readName(i, i + 1, limit); // a leading "=" is part of the name
  }

  private readName(start: number, i: number, limit: number): number {
    i = findAny(this.bytes, ENDS_ATTRIBUTE_NAME, i, limit);
    if (i >= limit) return this.goOn(NAME, start, i);
    this.key = keyOf(this.bytes, start, i) & ~this.keys;
    return this.afterName(i, limit);
  }

  private afterName(i: number, limit: number): number {
    i = skipBlanks(this.bytes, i, limit);
    if (i >= limit) return this.goOn(AFTER_NAME, i, i);
    if (this.bytes[i] === EQUALS) return this.beforeValue(i + 1, limit);
    this.keys |= this.key;
    this.start = i;
    return i;
  }

  private beforeValue(i: number, limit: number): number {
    i = skipBlanks(this.bytes, i, limit);
    if (i >= limit) return this.goOn(BEFORE_VALUE, i, i);
    const quote = this.bytes[i]!;
    this.quote = quote === DOUBLE_QUOTE || quote === SINGLE_QUOTE ? quote : END;
    if (this.quote !== END) i++;
    if (this.key === STYLE) this.style.open();
    return this.readValue(i, i, limit);
  }

  private readValue(start: number, i: number, limit: number): number {
    const { bytes, key, quote } = this;
    const end = quote === END ? findAny(bytes, ENDS_UNQUOTED, i, limit) : find(bytes, quote, i, limit);
    if (key === STYLE) this.style.read(bytes, i, end);
    if (end >= limit) return this.goOn(VALUE, start, end);
    if (key !== 0) this.keep(start, end);
    this.start = quote === END ? end : end + 1;
    return this.start;
  }

  /** Stores the current attribute, whose value is in [start, end). The tag has no earlier attribute of this name. */
  private keep(start: number, end: number): void {
    const { bytes, key } = this;
    this.keys |= key;
    if (key === STYLE) this.isDisplayNone = this.style.isDisplayNone;
    if (key === ENCODING) this.isHtmlAnnotation = HTML_ANNOTATIONS.some((word) => isWord(bytes, start, end, word));
  }
}
