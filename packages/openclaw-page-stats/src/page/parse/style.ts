/** Reads the two declarations of a `style` attribute that affect the count (§10.12). */
import { AMPERSAND, BLANKS, codePointAt, END, findAny, LOWER, SEMICOLON, setOf, widthOf } from './bytes.ts';
import type { ReferenceReader } from './references.ts';

/** A longer declaration is ignored. A run of blanks counts as one character. */
const DECLARATION_MAX = 256;
const DECLARATIONS_MAX = 1000;
const SPACE = 0x20;
/** Replaces every character outside ASCII, since no keyword contains one. */
const OTHER = 0x7f;
const ENDS_IGNORED = setOf(';&');
/** The first letters of the properties that matter. */
const STARTS = setOf('dv');

const LETTERS = setOf('abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ:-');

function words(text: string): readonly string[] {
  return text.split(' ');
}

const INHERITING = words('inherit unset revert revert-layer');
const VISIBILITY = new Set([...INHERITING, ...words('visible hidden collapse initial')]);
/** CSS Display: values that cannot be combined, and values of which at most one of each kind can be combined. */
const ALONE = new Set([
  ...INHERITING,
  ...words('none contents initial inline-block inline-table inline-flex inline-grid table-row-group'),
  ...words('table-header-group table-footer-group table-row table-cell table-column-group table-column table-caption'),
  ...words('ruby-base ruby-text ruby-base-container ruby-text-container'),
  ...words('-webkit-box -webkit-flex -webkit-inline-box -webkit-inline-flex'),
]);
const OUTSIDE = words('block inline run-in');
const FLOW = words('flow flow-root');
const INSIDE = [...FLOW, ...words('table flex grid ruby math')];
const LIST_ITEM = words('list-item');

function isDisplay(value: string): boolean {
  if (ALONE.has(value)) return true;
  const parts = words(value);
  const inside = parts.includes('list-item') ? FLOW : INSIDE;
  const kinds = parts.map((part) => [OUTSIDE, inside, LIST_ITEM].find((kind) => kind.includes(part)));
  return !kinds.includes(undefined) && new Set(kinds).size === kinds.length;
}

/** A declaration. `property` is empty if it is not valid or does not matter. */
interface Declaration {
  readonly property: '' | 'display' | 'visibility';
  readonly value: string;
  readonly isImportant: boolean;
}

const NOTHING: Declaration = { property: '', value: '', isImportant: false };

/** Returns `text` without a space at either end. `trim` would also remove characters that are not blanks in HTML. */
function trimmed(text: string): string {
  return text.replace(/^ | $/g, '');
}

function readDeclaration(text: string): Declaration {
  const colon = text.indexOf(':');
  const property = trimmed(text.slice(0, Math.max(0, colon)));
  if (property !== 'display' && property !== 'visibility') return NOTHING;
  let value = trimmed(text.slice(colon + 1));
  const mark = value.lastIndexOf('!');
  const isImportant = mark >= 0 && trimmed(value.slice(mark + 1)) === 'important';
  if (isImportant) value = trimmed(value.slice(0, mark));
  if (value.includes('var(')) return { property, value: property === 'display' ? 'var(' : 'inherit', isImportant };
  const isValid = property === 'display' ? isDisplay(value) : VISIBILITY.has(value);
  return isValid ? { property, value, isImportant } : NOTHING;
}

/** A cache of the declarations that were read. Pages repeat the same few, often one after the other. */
class Declarations {
  private readonly known = new Map<string, Declaration>();
  private readonly lastText = Buffer.alloc(DECLARATION_MAX);
  private lastLength = 0;
  private last = NOTHING;

  /** Returns the declaration in the first `length` bytes of `text`. */
  get(text: Buffer, length: number): Declaration {
    if (!this.isLast(text, length)) {
      this.last = this.find(text.toString('latin1', 0, length));
      this.lastLength = length;
      text.copy(this.lastText, 0, 0, length);
    }
    return this.last;
  }

  private isLast(text: Buffer, length: number): boolean {
    if (length !== this.lastLength) return false;
    for (let i = 0; i < length; i++) if (text[i] !== this.lastText[i]) return false;
    return true;
  }

  private find(text: string): Declaration {
    let found = this.known.get(text);
    if (found === undefined) {
      found = readDeclaration(text);
      if (this.known.size < DECLARATIONS_MAX) this.known.set(text, found);
    }
    return found;
  }
}

const DECLARATIONS = new Declarations();

/** The last valid value of a property; an important value takes precedence. */
class Property {
  value = '';
  private isImportant = false;

  reset(): void {
    this.value = '';
    this.isImportant = false;
  }

  set(value: string, isImportant: boolean): void {
    if (this.isImportant && !isImportant) return;
    this.value = value;
    this.isImportant = isImportant;
  }
}

/** Reads an attribute value piece by piece. */
export class StyleReader {
  private readonly displays = new Property();
  private readonly visibilities = new Property();
  private readonly bytes: Uint8Array;
  private readonly references: ReferenceReader;
  /** The current declaration: in lower case, with blanks collapsed. Its first character may be a space. */
  private readonly text = Buffer.alloc(DECLARATION_MAX);
  private length = 0;
  /** Whether the rest of the current declaration does not matter. */
  private isIgnored = false;

  constructor(bytes: Uint8Array, references: ReferenceReader) {
    this.bytes = bytes;
    this.references = references;
  }

  open(): void {
    this.displays.reset();
    this.visibilities.reset();
    this.next();
  }

  /** Reads the piece in [i, end); returns a position at or just after `end`. */
  read(i: number, end: number): number {
    const { bytes, references } = this;
    while (i < end) {
      if (references.isOpen || bytes[i] === AMPERSAND) {
        i = this.readReference(i, end);
      } else if (this.isIgnored && bytes[i] !== SEMICOLON) {
        i = findAny(bytes, ENDS_IGNORED, i, end);
      } else {
        const byte = bytes[i]!;
        this.put(byte < 0x80 ? byte : codePointAt(bytes, i));
        i = this.readLetters(i + widthOf(byte), end);
      }
    }
    return i;
  }

  /** Reads letters after the first ones of a declaration, which need no closer look. Returns the position after them. */
  private readLetters(i: number, end: number): number {
    const { bytes, text } = this;
    let { length } = this;
    if (length < 2 || this.isIgnored) return i;
    while (i < end && length < DECLARATION_MAX && LETTERS[bytes[i]!] === 1) text[length++] = LOWER[bytes[i++]!]!;
    this.length = length;
    return i;
  }

  /** Ends the value. */
  close(): void {
    this.finish();
  }

  /** The value of `display`, or empty if it is not set or leaves the decision to other rules. */
  get display(): string {
    return this.displays.value === 'revert-layer' ? '' : this.displays.value;
  }

  /** The value of `visibility`: `visible`, `hidden`, or empty if it is inherited. */
  get visibility(): string {
    const { value } = this.visibilities;
    if (value === 'initial') return 'visible';
    if (value === 'collapse') return 'hidden';
    return INHERITING.includes(value) ? '' : value;
  }

  private readReference(i: number, end: number): number {
    const { references } = this;
    const next = references.read(i, end, true);
    if (references.isOpen) return next;
    this.put(references.first);
    if (references.second !== END) this.put(references.second);
    return next;
  }

  private put(codePoint: number): void {
    if (codePoint === SEMICOLON) {
      this.finish();
    } else if (!this.isIgnored) {
      this.append(codePoint < 0x80 ? LOWER[codePoint]! : OTHER);
    }
  }

  private append(character: number): void {
    const { text, length } = this;
    if (BLANKS[character] === 1) {
      if (length > 0 && text[length - 1] === SPACE) return;
      character = SPACE;
    } else if (length === 0 || (length === 1 && text[0] === SPACE)) {
      this.isIgnored = STARTS[character] === 0;
    }
    if (length === DECLARATION_MAX) this.isIgnored = true;
    else text[this.length++] = character;
  }

  private next(): void {
    this.length = 0;
    this.isIgnored = false;
  }

  /** Applies the current declaration, unless it is not valid or does not matter. */
  private finish(): void {
    if (!this.isIgnored && this.length > 0) this.apply(DECLARATIONS.get(this.text, this.length));
    this.next();
  }

  private apply({ property, value, isImportant }: Declaration): void {
    if (property === 'display') this.displays.set(value, isImportant);
    else if (property === 'visibility') this.visibilities.set(value, isImportant);
  }
}
