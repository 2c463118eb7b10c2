/**
 * Finds the declared encoding of a page (§6.1 to §6.5). `decode.ts` decodes the page.
 *
 * A page can declare its encoding by a byte order mark, the charset of Content-Type, a `meta` or an XML declaration, in
 * this order of precedence. The HTML Standard says how a `meta` is found ("prescan a byte stream to determine its
 * encoding"), and how an XML declaration is read ("get an XML encoding").
 */
import { replaceInAttribute } from './references.ts';
import { LABELS } from './tables.ts';

const PRESCAN_BYTES = 65_536;

const MARKS: readonly (readonly [mark: string, encoding: string])[] = [
  ['\u00ef\u00bb\u00bf', 'utf-8'],
  ['\u00fe\u00ff', 'utf-16be'],
  ['\u00ff\u00fe', 'utf-16le'],
];
const UTF16_DECLARATIONS: readonly (readonly [start: string, encoding: string])[] = [
  ['<\0?\0x\0', 'utf-16le'],
  ['\0<\0?\0x', 'utf-16be'],
];

const ENCODINGS = new Map(
  Object.entries(LABELS).flatMap(([encoding, labels]) => labels.map((label) => [label, encoding] as const)),
);

/** The name of the declared encoding (empty if none), and the length in bytes of the byte order mark. */
export interface Declared {
  readonly encoding: string;
  readonly mark: number;
}

/** Returns the encoding declared by the byte order mark, or else by Content-Type, `meta` or the XML declaration. */
export function declared(body: Uint8Array, contentType: string | null): Declared {
  const head = latin1(body.subarray(0, PRESCAN_BYTES));
  for (const [mark, encoding] of MARKS) {
    if (head.startsWith(mark)) return { encoding, mark: mark.length };
  }
  return { encoding: inContentType(contentType ?? '') ?? inHead(head) ?? '', mark: 0 };
}

/** Returns whether the media type is application/xhtml+xml (§5.7, §7.13). */
export function isXhtml(contentType: string | null): boolean {
  return fold(trim((contentType ?? '').split(';', 1)[0]!)) === 'application/xhtml+xml';
}

function latin1(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
}

/** Lower-cases ASCII letters only. */
function fold(text: string): string {
  return text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}

/** Removes blanks from both ends. (A regular expression for the end would take quadratic time.) */
function trim(text: string): string {
  let end = text.length;
  while (end > 0 && isBlank(text[end - 1])) end--;
  return text.slice(0, end).replace(/^[\t\n\f\r ]+/, '');
}

function isBlank(character: string | undefined): boolean {
  return character !== undefined && '\t\n\f\r '.includes(character);
}

function labelled(label: string): string | undefined {
  return ENCODINGS.get(fold(trim(label)));
}

// ---- Content-Type (§6.2): parameters as in RFC 9110, section 5.6.6, but blanks around "=" are accepted

const PARAMETER =
  /;[\t\n\f\r ]*([^;=\t\n\f\r ]*)[\t\n\f\r ]*(?:=[\t\n\f\r ]*(?:"([^"\\]*(?:\\.[^"\\]*)*)|([^;\t\n\f\r ]*)))?[^;]*/gs;

/** Returns the first charset parameter of a Content-Type, or undefined (§6.2). */
export function charsetParameter(contentType: string): string | undefined {
  for (const [, name = '', quoted = '', plain = ''] of contentType.matchAll(PARAMETER)) {
    if (fold(name) === 'charset') return quoted.replace(/\\(.)/gs, '$1') || plain;
  }
  return undefined;
}

function inContentType(contentType: string): string | undefined {
  const label = charsetParameter(contentType);
  return label === undefined ? undefined : labelled(label);
}

// ---- the first bytes (§6.3, §6.4), as text with one character per byte

function inHead(head: string): string | undefined {
  for (const [start, encoding] of UTF16_DECLARATIONS) {
    if (head.startsWith(start)) return encoding;
  }
  return new Prescan(head).encoding() ?? inXmlDeclaration(head);
}

/** HTML Standard, "get an XML encoding". As in the standard, "encoding" may be after the declaration. */
function inXmlDeclaration(head: string): string | undefined {
  if (!head.startsWith('<?xml') || !head.includes('>')) return undefined;
  const start = head.indexOf('encoding');
  const value = start < 0 ? null : /^encoding[\0- ]*=[\0- ]*(?:"([^"]*)"|'([^']*)')/.exec(head.slice(start));
  const name = value?.[1] ?? value?.[2] ?? '';
  return Array.from(name).some((character) => character <= ' ') ? undefined : asUtf8(labelled(name));
}

function asUtf8(encoding: string | undefined): string | undefined {
  return encoding === 'utf-16be' || encoding === 'utf-16le' ? 'utf-8' : encoding;
}

interface Attribute {
  readonly name: string;
  readonly value: string;
}

const NAME = /[^\t\n\f\r />=]*/y;
const UNQUOTED = /[^\t\n\f\r >]*/y;
const BLANKS = /[\t\n\f\r ]*/y;
const BLANKS_AND_SLASHES = /[\t\n\f\r /]*/y;

/** HTML Standard, "prescan a byte stream". Finds nothing if the bytes end inside a tag, comment or declaration. */
class Prescan {
  private at = 0;
  private readonly head: string;

  constructor(head: string) {
    this.head = head;
  }

  encoding(): string | undefined {
    const { head } = this;
    for (;;) {
      this.goTo('<', this.at);
      if (this.isOver()) return undefined;
      if (head.startsWith('!--', this.at + 1)) {
        this.goBehind('-->', this.at + 2); // the dashes of "-->" may be those of "<!--"
      } else if (/^meta[\t\n\f\r /]$/i.test(head.slice(this.at + 1, this.at + 6))) {
        this.at += 6;
        const encoding = ofMeta(this.attributes());
        if (this.isOver()) return undefined;
        if (encoding !== undefined) return encoding === 'x-user-defined' ? 'windows-1252' : asUtf8(encoding);
      } else if (/^\/?[a-z]/i.test(head.slice(this.at + 1, this.at + 3))) {
        this.run(UNQUOTED); // in a prescan, "/" is part of a tag name
        this.attributes();
      } else if ('!/?'.includes(head.charAt(this.at + 1) || ' ')) {
        this.goBehind('>', this.at + 1);
      } else {
        this.at++;
      }
    }
  }

  private isOver(): boolean {
    return this.at >= this.head.length;
  }

  private goTo(text: string, from: number): void {
    const found = this.head.indexOf(text, from);
    this.at = found < 0 ? this.head.length : found;
  }

  private goBehind(text: string, from: number): void {
    this.goTo(text, from);
    this.at += text.length;
  }

  private run(characters: RegExp): string {
    characters.lastIndex = this.at;
    const found = characters.exec(this.head)?.[0] ?? '';
    this.at += found.length;
    return found;
  }

  /** Reads attributes up to ">": in lower case, with references replaced (§7.14). The first of each name counts. */
  private attributes(): Map<string, string> {
    const found = new Map<string, string>();
    for (let attribute = this.attribute(); attribute !== null; attribute = this.attribute()) {
      if (!found.has(attribute.name)) found.set(attribute.name, attribute.value);
    }
    return found;
  }

  /** HTML Standard, "get an attribute". */
  private attribute(): Attribute | null {
    this.run(BLANKS_AND_SLASHES);
    if (this.isOver() || this.head[this.at] === '>') return null;
    const name = this.head.charAt(this.at++) + this.run(NAME);
    this.run(BLANKS);
    if (this.head[this.at] !== '=') return { name: fold(name), value: '' };
    this.at++;
    this.run(BLANKS);
    return { name: fold(name), value: fold(replaceInAttribute(this.value())) };
  }

  private value(): string {
    const quote = this.head[this.at];
    if (quote !== '"' && quote !== "'") return this.run(UNQUOTED);
    const start = this.at + 1;
    this.goTo(quote, start);
    return this.head.slice(start, this.at++);
  }
}

/** Returns the encoding that a `meta` declares, by `charset` or else by `http-equiv` and `content`. */
function ofMeta(attributes: ReadonlyMap<string, string>): string | undefined {
  const charset = attributes.get('charset');
  if (charset !== undefined) return labelled(charset);
  if (attributes.get('http-equiv') !== 'content-type') return undefined;
  // HTML Standard, "extracting a character encoding from a meta element".
  const content = attributes.get('content') ?? '';
  const name = /charset[\t\n\f\r ]*=[\t\n\f\r ]*/.exec(content);
  if (name === null) return undefined;
  const value = /^(?:"([^"]*)"|'([^']*)'|([^\t\n\f\r ;"'][^\t\n\f\r ;]*))/.exec(
    content.slice(name.index + name[0].length),
  );
  return labelled(value?.[1] ?? value?.[2] ?? value?.[3] ?? '');
}
