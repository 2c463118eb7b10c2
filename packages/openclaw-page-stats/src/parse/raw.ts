/** The content of raw elements: where it ends, and what of it is a title (§7.8, §7.9, §7.13, §9). */
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
import { classOf, SPACE } from './words.ts';

const WORDS = new Map<number, Uint8Array>();
for (let name = 0; nameOf(name) !== undefined; name++) {
  if ((flagsOf(name) & RAW) !== 0) WORDS.set(name, encode(nameOf(name)!));
}
const SCRIPT_WORD = WORDS.get(SCRIPT)!;
const TITLE_WORD = WORDS.get(TITLE)!;
const COMMENT_START = encode('!--');
const CDATA_START = Buffer.from('<![CDATA[');
const CDATA_END = ']]>';

/** Whether a tag's name at `i` is `word`. */
function isNamed(bytes: Uint8Array, i: number, word: Uint8Array): boolean {
  const end = at(bytes, i + word.length);
  return end !== END && ENDS_NAME[end] === 1 && startsWith(bytes, i, word);
}

function isEndTag(bytes: Uint8Array, i: number, word: Uint8Array): boolean {
  return at(bytes, i + 1) === SLASH && isNamed(bytes, i + 2, word);
}

/** The place behind the name of the end tag of a raw element, which begins at `i`. */
export function behindEndName(i: number, name: number): number {
  return i + 2 + WORDS.get(name)!.length;
}

/** Where the end tag of the raw element `name` begins, whose content begins at `i`; or the end of the input (§7.8). */
export function endOfRaw(bytes: Uint8Array, i: number, name: number): number {
  if (name === SCRIPT) return endOfScript(bytes, i);
  const word = WORDS.get(name)!;
  while (i < bytes.length) {
    i = find(bytes, LESS, i, bytes.length);
    if (isEndTag(bytes, i, word)) return i;
    i++;
  }
  return bytes.length;
}

// The states of a script, named as in the HTML Standard without "script data".
const DATA = 0;
const ESCAPED = 1;
const DOUBLE_ESCAPED = 2;

/** The same for a script (§7.9). */
function endOfScript(bytes: Uint8Array, i: number): number {
  const { length } = bytes;
  let state = DATA;
  /** From here on dashes may be those of "-->": they may be the ones of "<!--". */
  let dashes = 0;
  for (; i < length; i++) {
    if (state === DATA) i = find(bytes, LESS, i, length);
    const byte = at(bytes, i);
    if (byte === GREATER && i - 2 >= dashes && bytes[i - 1] === DASH && bytes[i - 2] === DASH) {
      state = DATA;
    } else if (byte !== LESS) {
      continue;
    } else if (state === DATA && startsWith(bytes, i + 1, COMMENT_START)) {
      state = ESCAPED;
      dashes = i + 2;
    } else if (isEndTag(bytes, i, SCRIPT_WORD)) {
      if (state !== DOUBLE_ESCAPED) return i;
      state = ESCAPED;
    } else if (state === ESCAPED && isNamed(bytes, i + 1, SCRIPT_WORD)) {
      state = DOUBLE_ESCAPED;
    }
  }
  return length;
}

/** Whether `<![CDATA[` is at `i`, in this case. */
export function isCdata(bytes: Uint8Array, i: number): boolean {
  return CDATA_START.every((byte, k) => at(bytes, i + k) === byte);
}

/** The place behind the `<![CDATA[` that is at `i`. */
export function behindCdataStart(i: number): number {
  return i + CDATA_START.length;
}

/** The place behind the `]]>` that is at `i`, unless that is the end of the input. */
export function behindCdataEnd(bytes: Uint8Array, i: number): number {
  return Math.min(i + CDATA_END.length, bytes.length);
}

/** Where the `]]>` begins that ends the CDATA section whose text begins at `i`, or the end of the input (§8.1). */
export function endOfCdata(bytes: Uint8Array, i: number): number {
  for (; i < bytes.length; i++) {
    i = find(bytes, BRACKET, i, bytes.length);
    if (at(bytes, i + 1) === BRACKET && at(bytes, i + 2) === GREATER) return i;
  }
  return bytes.length;
}

/** Text whose runs of white space are one space, and whose ends are trimmed. */
class Collapsed {
  private readonly text = new Utf8Writer(64);
  private gap = false;

  put(codePoint: number): void {
    if (classOf(codePoint) === SPACE) {
      this.gap = true;
      return;
    }
    if (this.gap && this.text.length > 0) this.text.put(0x20);
    this.gap = false;
    this.text.put(codePoint);
  }

  toString(): string {
    return new TextDecoder('utf-8', { ignoreBOM: true }).decode(this.text.written());
  }
}

/** Reads a title (§9.1) in as many steps as it takes. */
export class TitleReader {
  /** Whether a title has begun and not ended. */
  isOpen = false;
  private collapsed = new Collapsed();
  /** Where the CDATA section ends that is being read. */
  private endOfCdata = END;
  private readonly bytes: Uint8Array;
  private readonly references: ReferenceReader;
  private readonly isXhtml: boolean;

  constructor(bytes: Uint8Array, references: ReferenceReader, isXhtml: boolean) {
    this.bytes = bytes;
    this.references = references;
    this.isXhtml = isXhtml;
  }

  /** What was read. */
  get text(): string {
    return this.collapsed.toString();
  }

  open(): void {
    this.isOpen = true;
    this.collapsed = new Collapsed();
  }

  /** Reads content from `i` on; returns the place of the end tag, which closes it, or a place at or behind `limit`. */
  read(i: number, limit: number): number {
    const { bytes } = this;
    while (i < limit) {
      if (this.endOfCdata !== END) {
        i = this.readCdata(i, limit);
      } else if (bytes[i] === AMPERSAND) {
        i = this.putReference(i);
      } else if (bytes[i] === LESS && isEndTag(bytes, i, TITLE_WORD)) {
        this.isOpen = false;
        return i;
      } else if (bytes[i] === LESS && this.isXhtml && isCdata(bytes, i)) {
        i = behindCdataStart(i);
        this.endOfCdata = endOfCdata(bytes, i);
      } else {
        i = this.putCharacter(i);
      }
    }
    return i;
  }

  private readCdata(i: number, limit: number): number {
    const end = Math.min(this.endOfCdata, limit);
    while (i < end) i = this.putCharacter(i);
    if (i < this.endOfCdata) return i;
    this.endOfCdata = END;
    return behindCdataEnd(this.bytes, i);
  }

  private putReference(i: number): number {
    const { references, collapsed } = this;
    const next = references.read(i);
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
