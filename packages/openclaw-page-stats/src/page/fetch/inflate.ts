/** Decodes Content-Encoding with bounded memory (§5.8-5.11). */
import { crc32, createInflateRaw } from 'node:zlib';
import { fail } from '../../failure.ts';

export const PIECE_BYTES = 65_536;

// RFC 1952, section 2.3.1: flags for the optional parts of a member's header.
const [HAS_SUM, HAS_EXTRA, HAS_NAME, HAS_COMMENT] = [2, 4, 8, 16] as const;

/** Content codings that the tool knows and does not decode. Their names may appear in a failure's message. */
export const UNSUPPORTED_CODINGS: ReadonlySet<string> = new Set([
  ...['br', 'zstd', 'compress', 'x-compress', 'dcb', 'dcz', 'exi', 'pack200-gzip', 'aes128gcm'],
  ...['bzip2', 'lzma', 'xz', 'lz4', 'snappy', 'sdch', 'brotli', 'sz'],
]);
const STAGES_MAX = 2;
/** The end of an empty stored block, which a server writes to flush its compressor. */
const SYNC_FLUSH = Uint8Array.of(0, 0, 0xff, 0xff);
/** The first of two stages decodes this many bytes at a time, since its output is kept until the second reads it. */
const STEP_BYTES = 256;

/** Receives decoded bytes in pieces of at most `PIECE_BYTES`, until `full` is true. */
export interface Sink {
  readonly full: boolean;
  add(piece: Uint8Array): void;
}

/** Decodes bytes as they arrive. Rejects with `PageStatsError` (reason `encoding`) if they are malformed. */
export interface Decoder {
  /** Whether the input so far ends with a correct checksum and size (§5.11). */
  readonly verified: boolean;
  /** Decodes `data` until the sink is full. Await the result before the next call. */
  feed(data: Uint8Array): Promise<void>;
  /** Ends the input; rejects if the input is incomplete. */
  finish(): Promise<void>;
  /** Releases resources. Nothing reaches the sink afterwards. */
  close(): void;
}

/**
 * Returns the decoder for `codings`, which are in lower case and in the order in which they were applied (§5.8).
 *
 * No stage reads more than `rawMost` encoded bytes. Throws for codings that cannot be decoded. Decoding stops with an error
 * once `signal` is aborted.
 */
export function decoderFor(codings: readonly string[], sink: Sink, rawMost: number, signal: AbortSignal): Decoder {
  const unsupported = codings.find((coding) => UNSUPPORTED_CODINGS.has(coding));
  if (unsupported !== undefined) throw fail('unreachable.coding', {}, { coding: unsupported });
  if (codings.length > STAGES_MAX) throw fail('unreachable.encoding');
  const [inner, outer] = codings;
  if (inner === undefined) return new Identity(sink);
  const decoder = stageFor(inner, sink, signal);
  return outer === undefined ? decoder : new Chain(outer, decoder, sink, rawMost, signal);
}

function stageFor(coding: string, sink: Sink, signal: AbortSignal): Decoder {
  return coding.endsWith('gzip') ? new GzipDecoder(sink, signal) : new DeflateDecoder(sink);
}

/** Two stages; the second decodes the output of the first. */
class Chain implements Decoder {
  private readonly first: Decoder;
  private readonly second: Decoder;
  private readonly sink: Sink;
  private readonly pieces: Uint8Array[] = [];
  private left: number;

  constructor(coding: string, second: Decoder, sink: Sink, rawMost: number, signal: AbortSignal) {
    this.first = stageFor(coding, { full: false, add: (piece) => this.pieces.push(piece) }, signal);
    this.second = second;
    this.sink = sink;
    this.left = rawMost;
  }

  get verified(): boolean {
    return this.first.verified;
  }

  async feed(data: Uint8Array): Promise<void> {
    for (let at = 0; at < data.length; at += STEP_BYTES) {
      if (this.sink.full) return;
      await this.first.feed(data.subarray(at, at + STEP_BYTES));
      await this.pass();
    }
  }

  async finish(): Promise<void> {
    await this.first.finish();
    await this.pass();
    await this.second.finish();
  }

  close(): void {
    this.first.close();
    this.second.close();
  }

  private async pass(): Promise<void> {
    for (const piece of this.pieces.splice(0)) {
      await this.second.feed(piece.subarray(0, this.left + 1));
      if (this.sink.full) return;
      this.left -= piece.length;
      if (this.left < 0) throw fail('unreachable.encoding');
    }
  }
}

class Identity implements Decoder {
  readonly verified = false;
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

/** Decodes one or more gzip members, and ignores any bytes after them (§5.10, §5.11). */
class GzipDecoder implements Decoder {
  verified = false;
  private readonly sink: Sink;
  private readonly signal: AbortSignal;
  private frame: Frame | undefined;
  private stream: Stream | undefined;
  private sum = 0;
  private size = 0;
  /** Whether the body may end at the current position. If this is false, `stream` decides, if there is one. */
  private complete = true;

  constructor(sink: Sink, signal: AbortSignal) {
    this.sink = sink;
    this.signal = signal;
    this.begin(this.readBeginning());
  }

  async feed(data: Uint8Array): Promise<void> {
    for (let rest = data; rest.length > 0 && !this.sink.full;) {
      this.signal.throwIfAborted(); // there can be very many tiny members
      rest = this.frame === undefined ? await this.inflate(rest) : this.read(this.frame, rest);
    }
  }

  async finish(): Promise<void> {
    if (this.complete) return;
    if (this.stream === undefined) throw fail('unreachable.encoding');
    await this.stream.finish();
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
    this.stream ??= new Stream(this.sink, (piece) => {
      this.complete = false; // a member that gave bytes must end
      this.sum = crc32(piece, this.sum);
      this.size = (this.size + piece.length) >>> 0;
    });
    const rest = await this.stream.feed(data);
    if (rest.length > 0) {
      this.stream.close();
      this.stream = undefined;
      this.complete = true;
      this.begin(this.readBetween());
    }
    return rest;
  }

  private *readBeginning(): Frame {
    const first = yield;
    this.complete = false;
    yield* readHeader(first, yield);
  }

  /** Reads the footer of a member (RFC 1952, section 2.3.1), the zero bytes after it, and the next member's header. */
  private *readBetween(): Frame {
    const [sum, size] = [yield* readNumber(), yield* readNumber()];
    this.verified = sum === this.sum && size === this.size;
    [this.sum, this.size] = [0, 0];
    let first = yield;
    while (first === 0) first = yield;
    if (first !== 0x1f || (yield) !== 0x8b) for (;;) yield; // the bytes after the last member have no meaning
    this.verified = false;
    yield* readHeader(0x1f, 0x8b);
  }
}

/** Receives the bytes of headers and footers one by one, and returns when deflated data follows. */
type Frame = Generator<undefined, void, number>;

/** Reads the header of a member (RFC 1952, section 2.3). Its first two bytes are `first` and `second`. */
function* readHeader(first: number, second: number): Frame {
  const start = Uint8Array.of(first, second, yield, yield);
  const flags = start[3]!;
  if (first !== 0x1f || second !== 0x8b || start[2] !== 8 || flags > 0x1f) throw fail('unreachable.encoding');
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

/** Decodes zlib or raw deflate, depending on the first two bytes (§5.9). The checksum is not read (§5.11). */
class DeflateDecoder implements Decoder {
  readonly verified = false;
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
    this.stream = new Stream(this.sink);
    await this.feed(isZlibHeader(this.head) ? this.head.subarray(2) : this.head);
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

/**
 * Returns whether the first two bytes are the header of RFC 1950, section 2.2.
 *
 * The header is a multiple of 31. It names method 8, a window of at most 32 KiB and no dictionary.
 */
function isZlibHeader(data: Uint8Array): boolean {
  return (data[0]! & 0x8f) === 8 && (data[1]! & 0x20) === 0 && ((data[0]! << 8) | data[1]!) % 31 === 0;
}

/** Decodes a raw deflate stream into the sink. Output goes there immediately, so at most one piece is buffered. */
class Stream {
  private readonly zlib = createInflateRaw({ chunkSize: PIECE_BYTES });
  private readonly failed: Promise<never>;
  private given = 0;
  /** The last bytes of the input. */
  private end: Uint8Array = new Uint8Array();

  /** `watch` receives each piece before the sink does. */
  constructor(sink: Sink, watch: (piece: Buffer) => void = () => undefined) {
    const { zlib } = this;
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
    this.end = Buffer.concat([this.end, data.subarray(-SYNC_FLUSH.length)]).subarray(-SYNC_FLUSH.length);
    await this.settled((done) => this.zlib.write(data, done));
    return data.subarray(data.length - (this.given - this.zlib.bytesWritten));
  }

  /** Ends the input; rejects unless it ends after the last block or after a sync flush (§5.11). */
  async finish(): Promise<void> {
    if (Buffer.compare(this.end, SYNC_FLUSH) !== 0) await this.settled((done) => this.zlib.once('end', done).end());
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
