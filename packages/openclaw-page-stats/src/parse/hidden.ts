/** Hidden regions: where they end (§10.4 to §10.6). */
import { flagsOf, FORMATTING, IMPLIED_END } from './elements.ts';
import type { OpenCounts } from './names.ts';

/** A hidden region, by the name of its element, and what is open inside it. */
export class Region {
  readonly name: number;
  /** A map, and no array: there may be a region at every tag. */
  private readonly inside: Map<number, number>;

  constructor(name: number) {
    this.name = name;
    this.inside = new Map([[name, 1]]);
  }

  /** Whether the start tag `name` implies the end of the region's element (§10.6). */
  endsBefore(name: number): boolean {
    const implied = IMPLIED_END.get(this.name);
    return implied !== undefined && implied.before.has(name) && !implied.unless.some((other) => this.count(other) > 0);
  }

  /** Takes note of a start tag inside. */
  open(name: number): void {
    this.inside.set(name, this.count(name) + 1);
  }

  /** Takes note of an end tag; tells whether it matches something that is open inside, or the element itself. */
  close(name: number): boolean {
    const count = this.count(name);
    if (count > 0) this.inside.set(name, count - 1);
    return count > 0;
  }

  /** Whether the element's own end tag has come. */
  get hasEnded(): boolean {
    return this.count(this.name) === 0;
  }

  private count(name: number): number {
    return this.inside.get(name) ?? 0;
  }
}

/** Takes note of an end tag that matches nothing inside a region; tells whether it matches something outside (§10.5). */
export function closeOutside(outside: OpenCounts, name: number): boolean {
  return (flagsOf(name) & FORMATTING) === 0 && outside.close(name);
}
