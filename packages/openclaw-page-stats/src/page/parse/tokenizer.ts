/** Tokenizes markup (§7) and passes the tokens to `Content`. */
import { Attributes } from './attributes.ts';
import {
  at,
  DASH,
  encode,
  END,
  EXCLAMATION,
  find,
  GREATER,
  isLetter,
  LESS,
  QUESTION,
  SLASH,
  startsWith,
} from './bytes.ts';
import type { Content } from './content.ts';
import { PLAINTEXT, TITLE, XMP } from './elements.ts';
import type { Names } from './names.ts';
import { behindCdataEnd, behindCdataStart, behindEndName, endOfCdata, isCdata, RawReader, TitleReader } from './raw.ts';
import type { ReferenceReader } from './references.ts';

/** Bytes between two pauses. A token that a pause interrupts is continued after the pause. */
const SLICE = 32_768;
const DASHES = encode('--');

// States, named as in the HTML Standard where possible.
const DATA = 0;
const TAG_NAME = 1;
const ATTRIBUTES = 2;
const COMMENT = 3;
const BOGUS_COMMENT = 4;
const CDATA = 5;
const RAW = 6;
const TITLE_TEXT = 7;
const PLAINTEXT_TEXT = 8;

// The kind of tag being read. The end tag of a raw element or title is not passed to `Content`.
const START_TAG = 0;
const END_TAG = 1;
const RAW_END_TAG = 2;

export class Tokenizer {
  private readonly bytes: Uint8Array;
  private readonly content: Content;
  private readonly slice: number;
  private readonly names: Names;
  private readonly attributes: Attributes;
  private readonly raw: RawReader;
  private readonly titles: TitleReader;
  private state = DATA;
  private tag = START_TAG;
  /** The start of the comment's text. */
  private comment = 0;

  /** `slice` is the number of bytes between two pauses. */
  constructor(bytes: Uint8Array, content: Content, references: ReferenceReader, slice = SLICE) {
    this.bytes = bytes;
    this.content = content;
    this.slice = slice;
    this.names = content.names;
    this.attributes = new Attributes(bytes);
    this.raw = new RawReader(bytes);
    this.titles = new TitleReader(bytes, references, content.isXhtml);
  }

  /** Reads the whole input, yielding between slices. */
  *read(): Generator<undefined, void> {
    for (let i = 0; i < this.bytes.length;) {
      const limit = Math.min(i + this.slice, this.bytes.length);
      while (i < limit) i = this.readOn(i, limit);
      yield;
    }
    if (this.titles.isOpen) this.content.setTitle(this.titles.text); // §9.2
  }

  /** Continues in the current state at `i`. Like every `read…` method, returns the position after the bytes read. */
  private readOn(i: number, limit: number): number {
    switch (this.state) {
      case DATA:
        return this.readData(i, limit);
      case TAG_NAME:
        return this.readName(i, limit);
      case ATTRIBUTES:
        return this.readAttributes(i, limit);
      case COMMENT:
        return this.readComment(i, limit);
      case BOGUS_COMMENT:
        return this.readBogusComment(i, limit);
      case CDATA:
        return this.readCdata(i, limit);
      case RAW:
        return this.readRaw(i, limit);
      case TITLE_TEXT:
        return this.readTitle(i, limit);
      default:
        return this.readAsIs(i, limit);
    }
  }

  /** Reads text and the start of the markup after it. */
  private readData(i: number, limit: number): number {
    const { content } = this;
    if (content.countsText) i = content.text.read(i, limit, content.foreign.isDirect);
    else i = find(this.bytes, LESS, i, limit);
    return i < limit ? this.readMarkup(i, limit) : i;
  }

  /** Reads the markup that starts with the "<" at `i`. */
  private readMarkup(i: number, limit: number): number {
    const next = at(this.bytes, i + 1);
    if (isLetter(next)) return this.openTag(START_TAG, i + 1, limit);
    if (next === SLASH) return this.readEndMarkup(i + 2, limit);
    if (next === EXCLAMATION) return this.readDeclaration(i, limit);
    if (next === QUESTION) return this.openBogusComment(i + 2, limit);
    return this.markText(1, i + 1); // §7.7
  }

  /** Reads markup that starts with "</" (§7.1, §7.4). */
  private readEndMarkup(i: number, limit: number): number {
    const next = at(this.bytes, i);
    if (isLetter(next)) return this.openTag(END_TAG, i, limit);
    return next === END ? this.markText(2, i) : this.openBogusComment(i, limit);
  }

  /** Counts `characters` characters of markup as text; returns `next`. */
  private markText(characters: number, next: number): number {
    if (this.content.countsText) for (let k = 0; k < characters; k++) this.content.text.mark();
    return next;
  }

  // ---- comments, declarations and CDATA

  /** Reads markup that starts with "<!" (§7.5, §7.6, §7.13, §8.1). */
  private readDeclaration(i: number, limit: number): number {
    const { bytes, content } = this;
    if (startsWith(bytes, i + 2, DASHES)) return this.openComment(i + 4, limit);
    if (!(content.isXhtml || !content.foreign.isEmpty) || !isCdata(bytes, i))
      return this.openBogusComment(i + 2, limit);
    this.state = CDATA;
    return this.readCdata(behindCdataStart(i), limit);
  }

  private openComment(start: number, limit: number): number {
    const { bytes } = this;
    if (at(bytes, start) === GREATER) return start + 1;
    if (at(bytes, start) === DASH && at(bytes, start + 1) === GREATER) return start + 2;
    this.state = COMMENT;
    this.comment = start;
    return this.readComment(start, limit);
  }

  private readComment(i: number, limit: number): number {
    const { bytes, comment } = this;
    for (; (i = find(bytes, GREATER, i, limit)) < limit; i++) {
      const dashes = bytes[i - 1] === EXCLAMATION ? i - 3 : i - 2;
      if (dashes < comment || bytes[dashes] !== DASH || bytes[dashes + 1] !== DASH) continue;
      this.state = DATA;
      return i + 1;
    }
    return i;
  }

  private openBogusComment(start: number, limit: number): number {
    this.state = BOGUS_COMMENT;
    return this.readBogusComment(start, limit);
  }

  private readBogusComment(i: number, limit: number): number {
    i = find(this.bytes, GREATER, i, limit);
    if (i >= limit) return i;
    this.state = DATA;
    return i + 1;
  }

  private readCdata(i: number, limit: number): number {
    const end = endOfCdata(this.bytes, i, limit);
    i = this.readAsIs(i, end);
    if (end >= limit) return i;
    this.state = DATA;
    return behindCdataEnd(end);
  }

  // ---- tags

  private openTag(tag: number, i: number, limit: number): number {
    this.tag = tag;
    return this.readName(i, limit);
  }

  private readName(i: number, limit: number): number {
    const { names } = this;
    i = names.read(this.bytes, i, limit);
    if (!names.isOpen) return this.openAttributes(i, limit);
    this.state = TAG_NAME;
    return i;
  }

  private openAttributes(i: number, limit: number): number {
    this.attributes.open(i);
    return this.readAttributes(i, limit);
  }

  private readAttributes(i: number, limit: number): number {
    const { attributes, content, names } = this;
    i = attributes.read(i, limit);
    if (attributes.isOpen) {
      this.state = ATTRIBUTES;
      return i;
    }
    this.state = DATA;
    if (this.tag === END_TAG) content.endTag(names.current);
    else if (this.tag === START_TAG && content.startTag(names.current, attributes)) this.openContent(names.current);
    return i;
  }

  // ---- raw elements, titles and plaintext

  /** Starts the content of a raw element (§7.8), a title (§9.1) or a plaintext (§7.10). */
  private openContent(name: number): void {
    if (name === PLAINTEXT) {
      this.state = PLAINTEXT_TEXT;
    } else if (name === TITLE) {
      this.state = TITLE_TEXT;
      this.titles.open();
    } else {
      this.state = RAW;
      this.raw.open(name);
    }
  }

  private readRaw(start: number, limit: number): number {
    const { raw } = this;
    let i = raw.read(start, limit);
    if (raw.name === XMP) i = this.readAsIs(start, i);
    if (raw.isOpen) return i;
    if (raw.name === XMP) this.content.endHtml(XMP);
    return this.readRawEnd(i, raw.name, limit);
  }

  private readTitle(i: number, limit: number): number {
    i = this.titles.read(i, limit);
    if (this.titles.isOpen) return i;
    this.content.setTitle(this.titles.text);
    return this.readRawEnd(i, TITLE, limit);
  }

  /** Reads the end tag of a raw element or title at `i`. */
  private readRawEnd(i: number, name: number, limit: number): number {
    this.tag = RAW_END_TAG;
    return this.openAttributes(behindEndName(i, name), limit);
  }

  private readAsIs(i: number, end: number): number {
    return this.content.countsText ? this.content.text.readAsIs(i, end) : end;
  }
}
