/** Tracks where hidden regions end (§10.4 to §10.6). */
import { flagsOf, FORMATTING, IMPLIED_END } from './elements.ts';
import { doubled } from './names.ts';
import type { OpenCounts } from './names.ts';

/** The current hidden region, if any: the name of its element, and the elements open inside it. */
export class Region {
  /** Null outside hidden regions. */
  name: number | null = null;
  /** The number of open elements by name, and the region that stored it. A number of an earlier region counts as 0. */
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

  /** Returns whether the start tag `name` implies the end of the region's element (§10.6). */
  endsBefore(name: number): boolean {
    const implied = this.name === null ? undefined : IMPLIED_END.get(this.name);
    if (!implied?.before.has(name)) return false;
    for (const other of implied.unless) {
      if (this.count(other) > 0) return false;
    }
    return true;
  }

  /** Records a start tag inside the region. */
  open(name: number): void {
    while (name >= this.counts.length) {
      this.counts = doubled(this.counts);
      this.regions = doubled(this.regions);
    }
    this.counts[name] = this.count(name) + 1;
    this.regions[name] = this.region;
  }

  /** Records an end tag. Returns whether it matches the region's own element or an element that is open inside it. */
  close(name: number): boolean {
    if (this.count(name) === 0) return false;
    this.counts[name]!--;
    return true;
  }

  /** Whether the region's own element was closed. */
  get isClosed(): boolean {
    return this.name !== null && this.count(this.name) === 0;
  }

  private count(name: number): number {
    return name < this.counts.length && this.regions[name] === this.region ? this.counts[name]! : 0;
  }
}

/** Records an end tag that matches no element of the region. Returns whether the tag ends the region (§10.5). */
export function closeOutside(outside: OpenCounts, name: number): boolean {
  return (flagsOf(name) & FORMATTING) === 0 && outside.close(name);
}
