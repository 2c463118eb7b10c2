/** Decodes Content-Encoding with bounded memory (§5.8-5.11). */
import { crc32, createInflate, createInflateRaw } from 'node:zlib';
import type { Inflate, InflateRaw } from 'node:zlib';
import { fail } from '../../failure.ts';

export const PIECE_BYTES = 65_536;

// RFC 1952, section 2.3.1: flags for the optional parts of a member's header.
const [HAS_SUM, HAS_EXTRA, HAS_NAME, HAS_COMMENT] = [2, 4, 8, 16] as const;

/** Receives decoded bytes in pieces of at most `PIECE_BYTES`, until `full` is true. */
export interface Sink {
  readonly full: boolean;
  add(piece: Uint8Array): void;
}

/** Decodes bytes as they arrive. Rejects with `PageStatsError` (reason `encoding`) if they are malformed. */
export interface Decoder {
  /** Decodes `data` until the sink is full. Await the result before the next call. */
  feed(data: Uint8Array): Promise<void>;
  /** Ends the input; rejects if the input is incomplete. */
  finish(): Promise<void>;
  /** Releases resources. Nothing reaches the sink afterwards. */
  close(): void;
}

/** Returns the decoder for a Content-Encoding in lower case; throws if we do not support it (§5.8). */
export function decoderFor(encoding: string, sink: Sink): Decoder {
  switch (encoding) {
    case '':
    case 'identity':
      return new Identity(sink);
    case 'gzip':
    case 'x-gzip':
      return new GzipDecoder(sink);
    case 'deflate':
      return new DeflateDecoder(sink);
    default:
      throw fail('unreachable.encoding');
  }
}

class Identity implements Decoder {
  private readonly sink: Sink;

  constructor(sink: Sink) {
    this.sink = sink;
  }

  feed(data: Uint8Array): Promise<void> {
    this.sink.add(data);
    return Promise.resolve();
  }

  finish(): Promise<void> {
    return Promise.resolve();
  }

  close(): void {
    // no resources to release
  }
}

/**
 * Decodes one or more gzip members, skipping zero bytes after each (§5.10).
 *
 * Headers and trailers are read here, since Node's gzip decoder drops decoded data if the next member is malformed.
 */
class GzipDecoder implements Decoder {
  private readonly sink: Sink;
  private frame: Frame | undefined;
  private stream: Stream | undefined;
  private sum = 0;
  private size = 0;
  /** Whether the body may end at the current position. */
  private whole = true;

  constructor(sink: Sink) {
    this.sink = sink;
    this.begin(this.readBeginning());
  }

  async feed(data: Uint8Array): Promise<void> {
    for (let rest = data; rest.length > 0 && !this.sink.full;) {
      rest = this.frame === undefined ? await this.inflate(rest) : this.read(this.frame, rest);
    }
  }

  finish(): Promise<void> {
    return this.whole ? Promise.resolve() : Promise.reject(fail('unreachable.encoding'));
  }

  close(): void {
    this.stream?.close();
  }

  private begin(frame: Frame): void {
    frame.next(0); // runs the generator up to its first `yield`
    this.frame = frame;
  }

  private read(frame: Frame, data: Uint8Array): Uint8Array {
    const last = data.findIndex((byte) => frame.next(byte).done === true);
    if (last < 0) return new Uint8Array();
    this.frame = undefined;
    return data.subarray(last + 1);
  }

  private async inflate(data: Uint8Array): Promise<Uint8Array> {
    this.stream ??= new Stream(createInflateRaw({ chunkSize: PIECE_BYTES }), this.sink, (piece) => {
      this.sum = crc32(piece, this.sum);
      this.size = (this.size + piece.length) >>> 0;
    });
    const rest = await this.stream.feed(data);
    if (rest.length > 0) {
      this.stream.close();
      this.stream = undefined;
      this.begin(this.readBetween());
    }
    return rest;
  }

  private *readBeginning(): Frame {
    const first = yield;
    this.whole = false;
    yield* readHeader(first);
  }

  /** Reads the trailer of a member (RFC 1952, section 2.3.1), the zero bytes after it, and the next member's header. */
  private *readBetween(): Frame {
    if ((yield* readNumber()) !== this.sum || (yield* readNumber()) !== this.size) throw fail('unreachable.encoding');
    [this.sum, this.size, this.whole] = [0, 0, true];
    let first = yield;
    while (first === 0) first = yield;
    this.whole = false;
    yield* readHeader(first);
  }
}

/** Receives the bytes of headers and trailers one by one, and returns when deflated data follows. */
type Frame = Generator<undefined, void, number>;

/** Reads the header of a member (RFC 1952, section 2.3). `first` is the first byte of the header. */
function* readHeader(first: number): Frame {
  const start = Uint8Array.of(first, yield, yield, yield);
  const flags = start[3]!;
  if (first !== 0x1f || start[1] !== 0x8b || start[2] !== 8 || flags > 0x1f) throw fail('unreachable.encoding');
  let sum = crc32(start);
  const take = function* (): Generator<undefined, number, number> {
    const byte = yield;
    if ((flags & HAS_SUM) !== 0) sum = crc32(Uint8Array.of(byte), sum);
    return byte;
  };
  for (let i = 0; i < 6; i++) yield* take(); // modification time, extra flags and system
  if ((flags & HAS_EXTRA) !== 0) {
    for (let left = (yield* take()) | ((yield* take()) << 8); left > 0; left--) yield* take();
  }
  for (const text of [HAS_NAME, HAS_COMMENT]) {
    if ((flags & text) !== 0) while ((yield* take()) !== 0);
  }
  if ((flags & HAS_SUM) !== 0 && ((yield) | ((yield) << 8)) !== (sum & 0xffff)) throw fail('unreachable.encoding');
}

/** Reads a 32-bit little-endian number. */
function* readNumber(): Generator<undefined, number, number> {
  return ((yield) | ((yield) << 8) | ((yield) << 16) | ((yield) << 24)) >>> 0;
}

/** Decodes zlib or raw deflate, depending on the first two bytes (§5.9). */
class DeflateDecoder implements Decoder {
  private readonly sink: Sink;
  private head: Uint8Array = new Uint8Array();
  private stream: Stream | undefined;
  private ended = false;

  constructor(sink: Sink) {
    this.sink = sink;
  }

  async feed(data: Uint8Array): Promise<void> {
    if (this.ended) return;
    if (this.stream !== undefined) {
      this.ended = (await this.stream.feed(data)).length > 0;
      return;
    }
    this.head = Buffer.concat([this.head, data]);
    if (this.head.length < 2) return;
    const create = isZlibHeader(this.head) ? createInflate : createInflateRaw;
    this.stream = new Stream(create({ chunkSize: PIECE_BYTES }), this.sink);
    await this.feed(this.head);
  }

  async finish(): Promise<void> {
    if (this.ended) return;
    if (this.stream !== undefined) await this.stream.finish();
    else if (this.head.length > 0) throw fail('unreachable.encoding');
  }

  close(): void {
    this.stream?.close();
  }
}

/** Returns whether the first two bytes are a zlib header (RFC 1950, section 2.2): a multiple of 31 with method 8. */
function isZlibHeader(data: Uint8Array): boolean {
  return (data[0]! & 0x0f) === 8 && ((data[0]! << 8) | data[1]!) % 31 === 0;
}

/** Decodes one zlib stream into the sink. Output goes to the sink immediately, so at most one piece is buffered. */
class Stream {
  private readonly zlib: Inflate | InflateRaw;
  private readonly failed: Promise<never>;
  private given = 0;

  /** `watch` receives each piece before the sink does. */
  constructor(zlib: Inflate | InflateRaw, sink: Sink, watch: (piece: Buffer) => void = () => undefined) {
    this.zlib = zlib;
    this.failed = new Promise((_, reject) => {
      zlib.once('error', () => {
        reject(fail('unreachable.encoding'));
      });
    });
    this.failed.catch(() => undefined); // prevents an unhandled rejection, since only `settled` awaits it
    zlib.on('data', (piece: Buffer) => {
      watch(piece);
      sink.add(piece);
      if (sink.full) zlib.destroy();
    });
  }

  /** Decodes `data`; returns the bytes after the end of the stream. */
  async feed(data: Uint8Array): Promise<Uint8Array> {
    this.given += data.length;
    await this.settled((done) => this.zlib.write(data, done));
    return data.subarray(data.length - (this.given - this.zlib.bytesWritten));
  }

  /** Ends the input; rejects if the stream is incomplete. */
  async finish(): Promise<void> {
    await this.settled((done) => this.zlib.once('end', done).end());
  }

  close(): void {
    this.zlib.removeAllListeners('data').destroy();
  }

  private async settled(start: (done: () => void) => void): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<undefined>();
    this.zlib.once('close', resolve);
    start(() => {
      resolve(undefined);
    });
    await Promise.race([promise, this.failed]);
    this.zlib.off('close', resolve);
  }
}
