/** Reads the attributes that matter to the parse (§7.2, §8.2, §8.3, §10). */
import {
  AMPERSAND,
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
  LOWER,
  SINGLE_QUOTE,
  skipBlanks,
  SLASH,
  startsWith,
} from './bytes.ts';
import { ReferenceReader } from './references.ts';
import { StyleReader } from './style.ts';

// One bit for each kind of attribute that matters.
const HIDDEN = 1 << 0;
const STYLE = 1 << 1;
const ENCODING = 1 << 2;
const FONT_BREAKOUT = 1 << 3;
const POPOVER = 1 << 4;
const OPEN = 1 << 5;
const CONTROLS = 1 << 6;
const TYPE = 1 << 7;
const SHADOW_ROOT_MODE = 1 << 8;
const HREF = 1 << 9;
const XLINK_HREF = 1 << 10;

interface Key {
  readonly word: Uint8Array;
  readonly bit: number;
}

const BITS: readonly (readonly [name: string, bit: number])[] = [
  ['hidden', HIDDEN],
  ['style', STYLE],
  ['encoding', ENCODING],
  ['face', FONT_BREAKOUT],
  ['size', FONT_BREAKOUT],
  ['color', FONT_BREAKOUT],
  ['popover', POPOVER],
  ['open', OPEN],
  ['controls', CONTROLS],
  ['type', TYPE],
  ['shadowrootmode', SHADOW_ROOT_MODE],
  ['href', HREF],
  ['xlink:href', XLINK_HREF],
];

/** The length of the longest of these names, plus one. */
const LENGTHS = 15;
/** The attributes that matter, grouped by the result of `slotOf`. Most other attributes belong to empty groups. */
const KEYS: readonly Key[][] = Array.from({ length: LENGTHS << 5 }, () => []);
for (const [name, bit] of BITS) {
  const word = encode(name);
  KEYS[slotOf(word, 0, word.length)]!.push({ word, bit });
}

/** The values that matter of each attribute except `style`. The keys are the bits of the attributes. */
const VALUES: ReadonlyMap<number, readonly Uint8Array[]> = new Map([
  [ENCODING, ['text/html', 'application/xhtml+xml'].map(encode)],
  [HIDDEN, [encode('until-found')]],
  [TYPE, [encode('hidden')]],
  [SHADOW_ROOT_MODE, ['open', 'closed'].map(encode)],
]);
const WITH_VALUES = ENCODING | HIDDEN | TYPE | SHADOW_ROOT_MODE;

// States. Their names are those of the HTML Standard without the word "attribute".
const BEFORE_NAME = 0;
const NAME = 1;
const AFTER_NAME = 2;
const BEFORE_VALUE = 3;
const VALUE = 4;

/** Returns a number computed from the length and the first letter (in either case) of the name in [start, end). */
function slotOf(bytes: Uint8Array, start: number, end: number): number {
  return ((end - start) << 5) | (bytes[start]! & 31);
}

/** Returns the bit of the attribute name in [start, end), or 0. */
function keyOf(bytes: Uint8Array, start: number, end: number): number {
  if (end - start >= LENGTHS) return 0;
  for (const { word, bit } of KEYS[slotOf(bytes, start, end)]!) {
    if (startsWith(bytes, start, word)) return bit;
  }
  return 0;
}

/** Reads the attributes of a tag step by step and keeps those that matter. */
export class Attributes {
  /** Whether a tag has started and not ended. */
  isOpen = false;
  /** `begin` is the position after the tag name, and `end` is the position of the ">". */
  begin = 0;
  end = 0;
  /** Whether the tag ends with a slash that is not part of a value. */
  selfClosing = false;
  /** `keys` has the bits of the attributes, and `matches` the bits of those that have one of their VALUES. */
  private keys = 0;
  private matches = 0;
  private readonly bytes: Uint8Array;
  private readonly references: ReferenceReader;
  private readonly style: StyleReader;
  private state = BEFORE_NAME;
  /** The start of the blanks and slashes before a name. After a pause, the start of the interrupted name or value. */
  private start = 0;
  /** The bit of the current attribute (0 if it does not matter), and the quote around its value (END if unquoted). */
  private key = 0;
  private quote = END;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
    this.references = new ReferenceReader(bytes);
    this.style = new StyleReader(bytes, this.references);
  }

  /** Whether an attribute may hide or show the text of its element. */
  get mayHide(): boolean {
    return (this.keys & (HIDDEN | POPOVER | STYLE)) !== 0;
  }

  get isHidden(): boolean {
    return (this.keys & HIDDEN) !== 0;
  }

  get isHiddenUntilFound(): boolean {
    return (this.matches & HIDDEN) !== 0;
  }

  get isPopover(): boolean {
    return (this.keys & POPOVER) !== 0;
  }

  /** Whether a `<dialog>` with these attributes is open (§10.9). */
  get isOpenDialog(): boolean {
    return (this.keys & OPEN) !== 0;
  }

  /** The value of `display` in the style (§10.12). */
  get display(): string {
    return (this.keys & STYLE) === 0 ? '' : this.style.display;
  }

  /** The value of `visibility` in the style (§10.12). */
  get visibility(): string {
    return (this.keys & STYLE) === 0 ? '' : this.style.visibility;
  }

  /** Whether an `<audio>` with these attributes is shown (§10.8). */
  get hasControls(): boolean {
    return (this.keys & CONTROLS) !== 0;
  }

  /** Whether an `<input>` with these attributes is not shown (§10.8). */
  get isHiddenInput(): boolean {
    return (this.matches & TYPE) !== 0;
  }

  /** Whether a `<template>` with these attributes can be the content of a shadow root (§10.15). */
  get isShadowRoot(): boolean {
    return (this.matches & SHADOW_ROOT_MODE) !== 0;
  }

  /** Whether a `<font>` with these attributes leaves foreign content (§8.3). */
  get breaksOut(): boolean {
    return (this.keys & FONT_BREAKOUT) !== 0;
  }

  /** Whether an `<annotation-xml>` with these attributes is an integration point (§8.2). */
  get marksHtml(): boolean {
    return (this.matches & ENCODING) !== 0;
  }

  /** Whether an `<a>` with these attributes starts a link (§10.15). */
  linksIn(isForeign: boolean): boolean {
    return (this.keys & (isForeign ? HREF | XLINK_HREF : HREF)) !== 0;
  }

  /** Starts reading the attributes of a tag at `i`, which is the position after the tag name. */
  open(i: number): void {
    this.isOpen = true;
    this.begin = i;
    this.keys = 0;
    this.matches = 0;
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
    if (this.key === STYLE) this.style.open();
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
    const next = key === STYLE ? this.style.read(i, end) : end;
    if (end >= limit) return this.goOn(VALUE, start, next);
    if (key !== 0) this.keep(start, end);
    this.start = quote === END ? end : end + 1;
    return this.start;
  }

  /** Stores the current attribute, whose value is in [start, end). The tag has no earlier attribute of this name. */
  private keep(start: number, end: number): void {
    const { key } = this;
    this.keys |= key;
    if (key === STYLE) this.style.close();
    else if ((key & WITH_VALUES) !== 0 && VALUES.get(key)!.some((word) => this.isWord(start, end, word)))
      this.matches |= key;
  }

  /** Returns whether the value in [i, end) is `word`, ignoring ASCII case. */
  private isWord(i: number, end: number, word: Uint8Array): boolean {
    const { bytes, references } = this;
    let length = 0;
    while (i < end) {
      let character = bytes[i]!;
      if (character === AMPERSAND) {
        i = references.read(i, end, true);
        if (references.second !== END) return false;
        character = references.first;
      } else {
        i++;
      }
      if (character > 0x7f || LOWER[character] !== word[length++]) return false;
    }
    return length === word.length;
  }
}
