/** The stack of open svg and math elements (§8). */
import type { Attributes } from './attributes.ts';
import {
  ANNOTATION_XML,
  BREAKOUT,
  flagsOf,
  FONT,
  MATH,
  MATH_POINT,
  MATH_POINT_EXCEPTION,
  SILENT,
  SVG,
  SVG_POINT,
} from './elements.ts';
import { doubled, OpenCounts } from './names.ts';

// An open element is stored as one number: the number of its name, shifted, plus these bits.
const NAME_SHIFT = 4;
const IN_MATH = 1 << 0;
/** Both bits mark integration points, inside which start tags are HTML. MATH_INSIDE has exceptions (§8.2). */
const HTML_INSIDE = 1 << 1;
const MATH_INSIDE = 1 << 2;
const POINT = HTML_INSIDE | MATH_INSIDE;
const NO_TEXT = 1 << 3;

/** The open foreign elements, innermost last. */
export class ForeignStack {
  /** The number of open elements whose text does not count. */
  silent = 0;
  private elements = new Int32Array(64);
  private depth = 0;
  /** The number of open elements by name. So an end tag without an open element is recognized in constant time. */
  private readonly open = new OpenCounts();

  get isEmpty(): boolean {
    return this.depth === 0;
  }

  /** Whether the current position is directly in a foreign element, not in an integration point. */
  get isDirect(): boolean {
    return !this.isEmpty && (this.top & POINT) === 0;
  }

  /** Returns whether a start tag opens a foreign element. Leaves foreign content if the tag breaks out of it (§8.3). */
  takes(name: number, attributes: Attributes): boolean {
    if (this.isEmpty) return false;
    const { top } = this;
    const isException = (top & MATH_INSIDE) !== 0 && (flagsOf(name) & MATH_POINT_EXCEPTION) !== 0;
    if ((top & POINT) !== 0 && !isException) return false;
    if (name === SVG && top >> NAME_SHIFT === ANNOTATION_XML) return false;
    if ((flagsOf(name) & BREAKOUT) !== 0 || (name === FONT && attributes.breaksOut)) {
      this.leave();
      return false;
    }
    return true;
  }

  /** Opens an element inside the innermost open element. */
  push(name: number, attributes: Attributes): void {
    const flags = flagsOf(name);
    const inMath = this.top & IN_MATH;
    let element = (name << NAME_SHIFT) | inMath;
    if (inMath === 0) {
      if ((flags & SVG_POINT) !== 0) element |= HTML_INSIDE;
    } else if ((flags & MATH_POINT) !== 0) {
      element |= MATH_INSIDE;
    } else if (name === ANNOTATION_XML && attributes.marksHtml) {
      element |= HTML_INSIDE;
    }
    if ((flags & SILENT) !== 0) {
      element |= NO_TEXT;
      this.silent++;
    }
    this.put(name, element);
  }

  /** Opens `svg` or `math`. */
  pushRoot(name: number): void {
    this.put(name, (name << NAME_SHIFT) | (name === MATH ? IN_MATH : 0));
  }

  /** Closes the innermost element `name` and everything in it; returns false if no such element is open. */
  close(name: number): boolean {
    if (this.open.get(name) === 0) return false;
    while (this.pop() !== name);
    return true;
  }

  /** Closes elements up to the nearest integration point, or all elements if there is none (§8.3). */
  leave(): void {
    while (this.isDirect) this.pop();
  }

  private get top(): number {
    return this.elements[this.depth - 1]!;
  }

  private put(name: number, element: number): void {
    if (this.depth === this.elements.length) this.elements = doubled(this.elements);
    this.elements[this.depth++] = element;
    this.open.open(name);
  }

  private pop(): number {
    const element = this.elements[--this.depth]!;
    const name = element >> NAME_SHIFT;
    this.open.close(name);
    if ((element & NO_TEXT) !== 0) this.silent--;
    return name;
  }
}
