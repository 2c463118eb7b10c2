/** Reads all markup (§7), token by token, and tells the content what it is. */
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
import { pageNames, PLAINTEXT, TITLE, XMP } from './elements.ts';
import { behindCdataEnd, behindCdataStart, behindEndName, endOfCdata, endOfRaw, isCdata, TitleReader } from './raw.ts';
import type { ReferenceReader } from './references.ts';

/** Bytes between two pauses; a tag, a comment or a raw element that is longer is read without one, in some 10 ms a MB. */
const SLICE = 32_768;
const DASHES = encode('--');

export class Tokenizer {
  private readonly bytes: Uint8Array;
  private readonly content: Content;
  private readonly names = pageNames();
  private readonly attributes: Attributes;
  private readonly titles: TitleReader;
  /** Everything that follows is text (§7.10). */
  private isPlaintext = false;

  constructor(bytes: Uint8Array, content: Content, references: ReferenceReader) {
    this.bytes = bytes;
    this.content = content;
    this.attributes = new Attributes(bytes);
    this.titles = new TitleReader(bytes, references, content.isXhtml);
  }

  /** Reads all of it, and yields between slices. */
  *read(): Generator<undefined, void> {
    for (let i = 0; i < this.bytes.length;) {
      const limit = Math.min(i + SLICE, this.bytes.length);
      while (i < limit) i = this.readToken(i, limit);
      yield;
    }
    if (this.titles.isOpen) this.content.setTitle(this.titles.text); // §9.2
  }

  /** Reads text and the markup behind it, from `i` on. As all that follows, returns the place behind it. */
  private readToken(i: number, limit: number): number {
    const { bytes, content } = this;
    if (this.isPlaintext) return this.readAsIs(i, limit);
    if (this.titles.isOpen) return this.readTitle(i, limit);
    if (content.countsText) i = content.text.read(i, limit, content.foreign.isDirect);
    else i = find(bytes, LESS, i, limit);
    return i < limit ? this.readMarkup(i) : i;
  }

  /** Reads what the "<" at `i` begins. */
  private readMarkup(i: number): number {
    const next = at(this.bytes, i + 1);
    if (isLetter(next)) return this.readStartTag(i + 1);
    if (next === SLASH) return this.readEndMarkup(i + 2);
    if (next === EXCLAMATION) return this.readDeclaration(i);
    if (next === QUESTION) return this.behindNext(GREATER, i + 2);
    return this.markText(1, i + 1); // §7.7
  }

  /** Reads what "</" begins (§7.1, §7.4). */
  private readEndMarkup(i: number): number {
    const next = at(this.bytes, i);
    if (isLetter(next)) return this.readEndTag(i);
    return next === END ? this.markText(2, i) : this.behindNext(GREATER, i);
  }

  /** Reads what "<!" begins (§7.5, §7.6, §7.13, §8.1). */
  private readDeclaration(i: number): number {
    const { bytes, content } = this;
    if (startsWith(bytes, i + 2, DASHES)) return this.readComment(i + 4);
    if (!(content.isXhtml || !content.foreign.isEmpty) || !isCdata(bytes, i)) return this.behindNext(GREATER, i + 2);
    const end = endOfCdata(bytes, behindCdataStart(i));
    this.readAsIs(behindCdataStart(i), end);
    return behindCdataEnd(bytes, end);
  }

  private readComment(start: number): number {
    const { bytes } = this;
    if (at(bytes, start) === GREATER) return start + 1;
    if (at(bytes, start) === DASH && at(bytes, start + 1) === GREATER) return start + 2;
    for (let i = start; i < bytes.length; i++) {
      i = find(bytes, GREATER, i, bytes.length);
      const dashes = bytes[i - 1] === EXCLAMATION ? i - 3 : i - 2;
      if (i < bytes.length && dashes >= start && bytes[dashes] === DASH && bytes[dashes + 1] === DASH) return i + 1;
    }
    return bytes.length;
  }

  private behindNext(byte: number, i: number): number {
    return Math.min(find(this.bytes, byte, i, this.bytes.length) + 1, this.bytes.length);
  }

  /** Takes as many characters of markup for text. */
  private markText(characters: number, next: number): number {
    if (this.content.countsText) for (let k = 0; k < characters; k++) this.content.text.mark();
    return next;
  }

  // ---- tags

  private readStartTag(i: number): number {
    const { bytes, names, attributes } = this;
    i = names.read(bytes, i);
    const name = names.current;
    i = attributes.read(i);
    if (i === END) return bytes.length; // §7.3
    return this.content.startTag(name, attributes) ? this.readContent(name, i) : i;
  }

  private readEndTag(i: number): number {
    const { bytes, names, attributes } = this;
    i = names.read(bytes, i);
    const name = names.current;
    i = attributes.read(i);
    if (i === END) return bytes.length;
    this.content.endTag(name);
    return i;
  }

  // ---- what is no markup

  /** Reads the content of a raw element and its end tag (§7.8), or takes note of a plaintext (§7.10) or a title. */
  private readContent(name: number, i: number): number {
    if (name === PLAINTEXT) {
      this.isPlaintext = true;
      return i;
    }
    if (name === TITLE) {
      this.titles.open();
      return i;
    }
    const end = endOfRaw(this.bytes, i, name);
    if (name !== XMP) return this.readRawEnd(end, name);
    this.readAsIs(i, end);
    this.content.endHtml(name);
    return this.readRawEnd(end, name);
  }

  /** Reads the end tag of a raw element at `i`, if that is not the end of the input. */
  private readRawEnd(i: number, name: number): number {
    if (i === this.bytes.length) return i;
    const next = this.attributes.read(behindEndName(i, name));
    return next === END ? this.bytes.length : next;
  }

  private readTitle(i: number, limit: number): number {
    i = this.titles.read(i, limit);
    if (this.titles.isOpen) return i;
    this.content.setTitle(this.titles.text);
    return this.readRawEnd(i, TITLE);
  }

  private readAsIs(i: number, end: number): number {
    return this.content.countsText ? this.content.text.readAsIs(i, end) : end;
  }
}
