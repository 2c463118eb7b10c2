/** Hidden regions: where they end (§10.4 to §10.6). */
import { flagsOf, FORMATTING, IMPLIED_END } from './elements.ts';
import { doubled } from './names.ts';
import type { OpenCounts } from './names.ts';

/** The hidden region that reading is in, if any, by the name of its element; and what is open inside it. */
export class Region {
  /** Null outside hidden regions. */
  name: number | null = null;
  /** Counts of elements by name, and in which region they were counted: those of an earlier one are 0. */
  private counts = new Int32Array(512);
  private regions = new Int32Array(512);
  private region = 0;

  begin(name: number): void {
    this.region++;
    this.name = name;
    this.open(name);
  }

  end(): void {
    this.name = null;
  }

  /** Whether the start tag `name` implies the end of the region's element (§10.6). */
  endsBefore(name: number): boolean {
    const implied = this.name === null ? undefined : IMPLIED_END.get(this.name);
    if (!implied?.before.has(name)) return false;
    for (const other of implied.unless) {
      if (this.count(other) > 0) return false;
    }
    return true;
  }

  /** Takes note of a start tag inside. */
  open(name: number): void {
    while (name >= this.counts.length) {
      this.counts = doubled(this.counts);
      this.regions = doubled(this.regions);
    }
    this.counts[name] = this.count(name) + 1;
    this.regions[name] = this.region;
  }

  /** Takes note of an end tag; tells whether it matches something that is open inside, or the element itself. */
  close(name: number): boolean {
    if (this.count(name) === 0) return false;
    this.counts[name]!--;
    return true;
  }

  /** Whether the element's own end tag has come. */
  get isClosed(): boolean {
    return this.name !== null && this.count(this.name) === 0;
  }

  private count(name: number): number {
    return name < this.counts.length && this.regions[name] === this.region ? this.counts[name]! : 0;
  }
}

/** Takes note of an end tag that matches nothing inside a region; tells whether it matches something outside (§10.5). */
export function closeOutside(outside: OpenCounts, name: number): boolean {
  return (flagsOf(name) & FORMATTING) === 0 && outside.close(name);
}
