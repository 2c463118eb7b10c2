/** Finds the end of raw elements and reads titles (§7.8, §7.9, §7.13, §9). */
import {
  AMPERSAND,
  at,
  BRACKET,
  codePointAt,
  DASH,
  encode,
  END,
  ENDS_NAME,
  find,
  GREATER,
  LESS,
  NUL,
  REPLACEMENT_CHARACTER,
  SLASH,
  startsWith,
  Utf8Writer,
  widthOf,
} from './bytes.ts';
import { flagsOf, nameOf, RAW, SCRIPT, TITLE } from './elements.ts';
import type { ReferenceReader } from './references.ts';
import { classOf, IGNORABLE, SPACE, ZERO_WIDTH_SPACE } from './words.ts';

const WORDS = new Map<number, Uint8Array>();
for (let name = 0; nameOf(name) !== undefined; name++) {
  if ((flagsOf(name) & RAW) !== 0) WORDS.set(name, encode(nameOf(name)!));
}
const SCRIPT_WORD = WORDS.get(SCRIPT)!;
const TITLE_WORD = WORDS.get(TITLE)!;
const COMMENT_START = encode('!--');
const CDATA_START = Buffer.from('<![CDATA[');
const CDATA_END = ']]>';

/** Returns whether the tag name at `i` is `word`. */
function isNamed(bytes: Uint8Array, i: number, word: Uint8Array): boolean {
  const end = at(bytes, i + word.length);
  return end !== END && ENDS_NAME[end] === 1 && startsWith(bytes, i, word);
}

function isEndTag(bytes: Uint8Array, i: number, word: Uint8Array): boolean {
  return at(bytes, i + 1) === SLASH && isNamed(bytes, i + 2, word);
}

/** Returns the position after the name in the end tag at `i` of the raw element `name`. */
export function behindEndName(i: number, name: number): number {
  return i + 2 + WORDS.get(name)!.length;
}

// The states of a script. Their names are those of the HTML Standard without the words "script data".
const DATA = 0;
const ESCAPED = 1;
const DOUBLE_ESCAPED = 2;

/** Reads the content of a raw element step by step (§7.8). */
export class RawReader {
  /** Whether a raw element has started and not ended, and its name. */
  isOpen = false;
  name = 0;
  private state = DATA;
  /** The first position at which "-->" can start. Its dashes may be those of "<!--". */
  private dashes = 0;
  private readonly bytes: Uint8Array;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
  }

  open(name: number): void {
    this.isOpen = true;
    this.name = name;
    this.state = DATA;
    this.dashes = 0;
  }

  /** Reads content from `i`; returns the position of the end tag, or a position at or after `limit`. */
  read(i: number, limit: number): number {
    return this.name === SCRIPT ? this.readScript(i, limit) : this.readOther(i, limit);
  }

  private readOther(i: number, limit: number): number {
    const { bytes } = this;
    const word = WORDS.get(this.name)!;
    while ((i = find(bytes, LESS, i, limit)) < limit) {
      if (isEndTag(bytes, i, word)) {
        this.isOpen = false;
        return i;
      }
      i++;
    }
    return i;
  }

  /** Reads the content of a script (§7.9). */
  private readScript(i: number, limit: number): number {
    const { bytes } = this;
    let { state, dashes } = this;
    for (; i < limit; i++) {
      if (state === DATA) i = find(bytes, LESS, i, limit);
      if (i >= limit) break;
      const byte = bytes[i]!;
      if (byte === GREATER && i - 2 >= dashes && bytes[i - 1] === DASH && bytes[i - 2] === DASH) {
        state = DATA;
      } else if (byte !== LESS) {
        continue;
      } else if (state === DATA && startsWith(bytes, i + 1, COMMENT_START)) {
        state = ESCAPED;
        dashes = i + 2;
      } else if (isEndTag(bytes, i, SCRIPT_WORD)) {
        if (state !== DOUBLE_ESCAPED) {
          this.isOpen = false;
          return i;
        }
        state = ESCAPED;
      } else if (state === ESCAPED && isNamed(bytes, i + 1, SCRIPT_WORD)) {
        state = DOUBLE_ESCAPED;
      }
    }
    this.state = state;
    this.dashes = dashes;
    return i;
  }
}

/** Returns whether `<![CDATA[` is at `i`. Its letters must be capitals. */
export function isCdata(bytes: Uint8Array, i: number): boolean {
  return CDATA_START.every((byte, k) => at(bytes, i + k) === byte);
}

/** Returns the position after the `<![CDATA[` at `i`. */
export function behindCdataStart(i: number): number {
  return i + CDATA_START.length;
}

/** Returns the position after the `]]>` at `i`. */
export function behindCdataEnd(i: number): number {
  return i + CDATA_END.length;
}

function isCdataEnd(bytes: Uint8Array, i: number): boolean {
  return at(bytes, i) === BRACKET && at(bytes, i + 1) === BRACKET && at(bytes, i + 2) === GREATER;
}

/** Returns the position in [i, limit) of the `]]>` that ends a CDATA section (§8.1), or `limit`. */
export function endOfCdata(bytes: Uint8Array, i: number, limit: number): number {
  while ((i = find(bytes, BRACKET, i, limit)) < limit && !isCdataEnd(bytes, i)) i++;
  return i;
}

/** The number of code points of a title that count (§9.1). */
const TITLE_LOOKED_AT = 4096;

/**
 * The beginning of a text in which each run of white space becomes one space, without white space at the start and the
 * end. It has at most `TITLE_LOOKED_AT` code points. If all of them are ignorable, it is empty (§9.1).
 */
class Collapsed {
  private readonly text = new Utf8Writer(64);
  /** How many code points `text` has. */
  private length = 0;
  private gap = false;
  private isSeen = false;

  put(codePoint: number): void {
    const cls = classOf(codePoint);
    if (cls === SPACE) {
      this.gap = true;
      return;
    }
    // A space that would be the last character is trimmed.
    const isGap = this.gap && this.length > 0;
    this.length += isGap ? 2 : 1;
    this.gap = false;
    if (this.length > TITLE_LOOKED_AT) {
      this.length = TITLE_LOOKED_AT;
      return;
    }
    if (isGap) this.text.put(0x20);
    this.isSeen ||= cls !== IGNORABLE && cls !== ZERO_WIDTH_SPACE;
    this.text.put(codePoint);
  }

  toString(): string {
    if (!this.isSeen) return '';
    return new TextDecoder('utf-8', { ignoreBOM: true }).decode(this.text.written());
  }
}

/** Reads a title step by step (§9.1). */
export class TitleReader {
  /** Whether a title has started and not ended. */
  isOpen = false;
  private collapsed = new Collapsed();
  /** Whether a CDATA section has started and not ended. */
  private isCdata = false;
  private readonly bytes: Uint8Array;
  private readonly references: ReferenceReader;
  private readonly isXhtml: boolean;

  constructor(bytes: Uint8Array, references: ReferenceReader, isXhtml: boolean) {
    this.bytes = bytes;
    this.references = references;
    this.isXhtml = isXhtml;
  }

  /** The title as read so far. */
  get text(): string {
    return this.collapsed.toString();
  }

  open(): void {
    this.isOpen = true;
    this.collapsed = new Collapsed();
  }

  /** Reads content from `i`; returns the position of the end tag, or a position at or after `limit`. */
  read(i: number, limit: number): number {
    const { bytes, references } = this;
    while (i < limit) {
      const byte = bytes[i];
      if (this.isCdata) {
        i = this.readCdata(i);
      } else if (byte === AMPERSAND || references.isOpen) {
        i = this.putReference(i, limit);
      } else if (byte === LESS && isEndTag(bytes, i, TITLE_WORD)) {
        this.isOpen = false;
        return i;
      } else if (byte === LESS && this.isXhtml && isCdata(bytes, i)) {
        this.isCdata = true;
        i = behindCdataStart(i);
      } else {
        i = this.putCharacter(i);
      }
    }
    return i;
  }

  private readCdata(i: number): number {
    if (!isCdataEnd(this.bytes, i)) return this.putCharacter(i);
    this.isCdata = false;
    return behindCdataEnd(i);
  }

  private putReference(i: number, limit: number): number {
    const { references, collapsed } = this;
    const next = references.read(i, limit);
    if (references.isOpen) return next;
    collapsed.put(references.first);
    if (references.second !== END) collapsed.put(references.second);
    return next;
  }

  private putCharacter(i: number): number {
    const byte = this.bytes[i]!;
    this.collapsed.put(byte === NUL ? REPLACEMENT_CHARACTER : codePointAt(this.bytes, i));
    return i + widthOf(byte);
  }
}
