/** Finds where regions start and end: parts of a page whose text is hidden or shown (§10.4 to §10.6, §10.9 to §10.13). */
import type { Attributes } from './attributes.ts';
import { DIALOG, flagsOf, HIDES_ALONE, HOST, IMPLIED_END, NEVER_RENDERED, RESERVED } from './elements.ts';
import { doubled, OpenCounts } from './names.ts';
import type { Names } from './names.ts';

// Kinds of regions. Outside regions, text is SHOWN.
/** Text counts as visible (§10.11). */
export const SHOWN = 0;
/** Text counts as hidden, and tags separate visible words (§10.11). */
export const INVISIBLE = 1;
/** Text counts as hidden (§10.10). */
export const HIDDEN = 2;
/** Text does not count (§10.9). */
export const UNRENDERED = 3;

/** Returns the kind of region that an HTML element starts inside `around`, or `around` if it starts no region. */
export function kindIn(around: number, name: number, attributes: Attributes): number {
  if (around === UNRENDERED || !(attributes.mayHide || (flagsOf(name) & HIDES_ALONE) !== 0)) return around;
  const own = ownKind(name, attributes);
  return own === null || (around === HIDDEN && own !== UNRENDERED) ? around : own;
}

/** A dialog or popover that is not open stays closed if `display` has one of these values. */
const CLOSED = new Set(['', 'none', 'revert']);

/** Returns the kind of the element regardless of the region around it, or null if it has none (§10.9 to §10.11). */
function ownKind(name: number, attributes: Attributes): number | null {
  if ((flagsOf(name) & NEVER_RENDERED) !== 0) return UNRENDERED;
  const { display, visibility } = attributes;
  const isClosed = name === DIALOG ? !attributes.isOpenDialog : attributes.isPopover;
  if (isClosed && CLOSED.has(display)) return UNRENDERED;
  if (display === 'none' || attributes.isHiddenUntilFound || (attributes.isHidden && display === '')) return HIDDEN;
  if (visibility === 'hidden') return INVISIBLE;
  return visibility === 'visible' ? SHOWN : null;
}

/** The stack of open elements outside svg and math, to find the parent of a template (§10.14). */
export class Parents {
  private readonly names: Names;
  private readonly counts = new OpenCounts();
  /** Tags not yet applied to the stack, which few pages need: each name's number, shifted, plus 1 for an end tag. */
  private tags = new Int32Array(512);
  private noted = 0;
  /** Of each element: the number of its name, shifted by one, and 1 if it has a shadow root. */
  private elements = new Int32Array(64);
  private depth = 0;

  constructor(names: Names) {
    this.names = names;
  }

  /** Records a start tag. */
  open(name: number): void {
    this.note(name << 1);
  }

  /** Records an end tag. If an element `name` is open, the tag closes the innermost one and all elements inside it. */
  close(name: number): void {
    this.note((name << 1) | 1);
  }

  /** Attaches a shadow root to the innermost element. Returns false if it cannot have a root or already has one. */
  attach(): boolean {
    this.catchUp();
    if (this.depth === 0) return false;
    const element = this.elements[this.depth - 1]!;
    const name = element >> 1;
    const flags = flagsOf(name);
    const isHost = (flags & HOST) !== 0 || ((flags & RESERVED) === 0 && this.names.hasDash(name));
    if (!isHost || (element & 1) !== 0) return false;
    this.elements[this.depth - 1] = element | 1;
    return true;
  }

  private note(tag: number): void {
    if (this.noted === this.tags.length) this.tags = doubled(this.tags);
    this.tags[this.noted++] = tag;
  }

  /** Applies the recorded tags to the stack. */
  private catchUp(): void {
    for (let at = 0; at < this.noted; at++) {
      const tag = this.tags[at]!;
      if ((tag & 1) === 0) this.push(tag >> 1);
      else if (this.counts.get(tag >> 1) > 0) this.pop(tag >> 1);
    }
    this.noted = 0;
  }

  private push(name: number): void {
    if (this.depth === this.elements.length) this.elements = doubled(this.elements);
    this.elements[this.depth++] = name << 1;
    this.counts.open(name);
  }

  private pop(name: number): void {
    let closed: number;
    do {
      closed = this.elements[--this.depth]! >> 1;
      this.counts.close(closed);
    } while (closed !== name);
  }
}

/** The open regions, each inside the one before it. */
export class Regions {
  /** The kind of the innermost region, or SHOWN if there is none. */
  kind = SHOWN;
  /** The name of the element that started the innermost region, or null if there is none. */
  name: number | null = null;
  /** For each region: the kind and the name (-1 if none) of the region around it, and its own start in `log`. */
  private outer = new Int32Array(48);
  private depth = 0;
  /*
   * By name: how many elements are open, the innermost region that opened one, and how many were open before that
   * region. `log` has the name and the latter two as they were, to restore them.
   */
  private counts = new Int32Array(512);
  private depths = new Int32Array(512);
  private before = new Int32Array(512);
  private log = new Int32Array(512);
  private logged = 0;

  begin(kind: number, name: number): void {
    const at = 3 * this.depth++;
    if (at === this.outer.length) this.outer = doubled(this.outer);
    this.outer[at] = this.kind;
    this.outer[at + 1] = this.name ?? -1;
    this.outer[at + 2] = this.logged;
    this.kind = kind;
    this.name = name;
    this.open(name);
  }

  /** Ends the innermost region, even if elements inside it are open. */
  end(): void {
    const { counts, depths, before, log, outer } = this;
    const at = 3 * --this.depth;
    const name = outer[at + 1]!;
    const start = outer[at + 2]!;
    this.kind = outer[at]!;
    this.name = name < 0 ? null : name;
    for (let entry = start; entry < this.logged; entry += 3) {
      const opened = log[entry]!;
      counts[opened] = before[opened]!;
      depths[opened] = log[entry + 1]!;
      before[opened] = log[entry + 2]!;
    }
    this.logged = start;
  }

  /** Returns whether the start tag `name` implies the end of the innermost region's element (§10.6). */
  endsBefore(name: number): boolean {
    const implied = this.name === null ? undefined : IMPLIED_END.get(this.name);
    return implied?.before.has(name) === true && !implied.unless.some((other) => this.has(other));
  }

  /** Records a start tag inside the innermost region. */
  open(name: number): void {
    while (name >= this.counts.length) {
      this.counts = doubled(this.counts);
      this.depths = doubled(this.depths);
      this.before = doubled(this.before);
    }
    if (this.depths[name] !== this.depth) this.enter(name);
    this.counts[name]!++;
  }

  /** Records an end tag. Returns whether it matches an element that is open inside the innermost region. */
  close(name: number): boolean {
    if (!this.has(name)) return false;
    this.counts[name]!--;
    return true;
  }

  /** Returns whether an element is open in a region around the innermost one. */
  isOpenAround(name: number): boolean {
    if (name >= this.counts.length) return false;
    return (this.depths[name] === this.depth ? this.before : this.counts)[name]! > 0;
  }

  /** Whether the element that started the innermost region was closed. */
  get isClosed(): boolean {
    return this.name !== null && !this.has(this.name);
  }

  private enter(name: number): void {
    if (this.logged + 3 > this.log.length) this.log = doubled(this.log);
    this.log[this.logged++] = name;
    this.log[this.logged++] = this.depths[name]!;
    this.log[this.logged++] = this.before[name]!;
    this.depths[name] = this.depth;
    this.before[name] = this.counts[name]!;
  }

  private has(name: number): boolean {
    return name < this.counts.length && this.depths[name] === this.depth && this.counts[name]! > this.before[name]!;
  }
}
