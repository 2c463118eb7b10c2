/** Collects bytes in one buffer. A list of one-byte pieces would take a hundred times as much memory. */

const FIRST_BYTES = 65_536;

/** Keeps the first `most` bytes. */
export class Collector {
  /** Whether more than `most` bytes were added. */
  full = false;
  private readonly most: number;
  private space = Buffer.alloc(FIRST_BYTES);
  private length = 0;

  constructor(most: number) {
    this.most = most;
  }

  add(piece: Uint8Array): void {
    const fits = piece.subarray(0, this.most - this.length);
    this.full ||= fits.length < piece.length;
    if (this.length + fits.length > this.space.length) this.grow(this.length + fits.length);
    this.space.set(fits, this.length);
    this.length += fits.length;
  }

  bytes(): Uint8Array {
    return this.space.subarray(0, this.length);
  }

  private grow(least: number): void {
    const space = Buffer.alloc(Math.max(least, Math.min(2 * this.space.length, this.most)));
    this.space.copy(space);
    this.space = space;
  }
}
