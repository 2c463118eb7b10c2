/** Fetches a page: redirects, header checks and reading the body (§5). The guard decides which hosts are allowed. */
import type { Config } from '../config.ts';
import type { Deadline } from '../../deadline.ts';
import { PageStatsError, fail } from '../../failure.ts';
import type { Network } from '../network.ts';
import { findRefreshes } from '../parse/refresh.ts';
import type { Url } from '../urls.ts';
import { Collector } from './collector.ts';
import { ask } from './exchange.ts';
import type { Answer } from './exchange.ts';
import type { ContentType } from './fields.ts';
import { Guard } from './guard.ts';
import { Hops } from './hops.ts';
import { decoderFor } from './inflate.ts';
import type { Decoder } from './inflate.ts';
import { HEADER_BYTES, isHtml } from './sniff.ts';

const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);
const MEDIA_TYPES: ReadonlySet<string> = new Set(['text/html', 'application/xhtml+xml']);
const UNKNOWN_TYPES: ReadonlySet<string> = new Set(['', 'unknown/unknown', 'application/unknown']);
const SNIFFED: ContentType = { sent: 'text/html', mediaType: 'text/html', declared: 'text/html' };
const FEED_BYTES = 8192; // number of encoded bytes that are decoded at a time

/** A fetched page. */
export interface Page {
  readonly finalUrl: string;
  readonly status: number;
  /** As sent. */
  readonly contentType: string;
  /** `contentType`, or its media type with an earlier Content-Type's charset, if this charset counts (§5.7). */
  readonly declaredType: string;
  /** At most `maxBytes` bytes. */
  readonly body: Uint8Array;
  readonly truncated: boolean;
  /** The Refresh header, or null. */
  readonly refresh: string | null;
}

/** Fetches `url`, following redirects; rejects with `PageStatsError` for every failure of §4 and §5. */
export async function fetchPage(url: Url, config: Config, network: Network, deadline: Deadline): Promise<Page> {
  const hops = new Hops(url);
  const guard = new Guard(network);
  let before: Page | undefined; // the last page, which had a refresh
  for (;;) {
    const answer = await visit(hops, guard, config, deadline).catch((error: unknown) => {
      if (before === undefined || !isNoPage(error)) throw error;
      return null;
    });
    if (answer === null) return before!;
    if (typeof answer === 'string') hops.redirect(answer);
    else if (await refreshes(answer, hops, deadline)) before = answer;
    else return answer;
  }
}

/** Returns whether the answer was not a page, but a download, for example (§5.25). */
function isNoPage(error: unknown): boolean {
  return error instanceof PageStatsError && error.failure.error_code === 'unsupported_content_type';
}

/** Sets the current request to the target of a refresh of `page`. Resolves to whether there is a target. */
async function refreshes(page: Page, hops: Hops, deadline: Deadline): Promise<boolean> {
  return hops.refresh(page.refresh, await deadline.run(findRefreshes(page.body, page.declaredType)));
}

/** Sends the current request of `hops`. Resolves to the page, or to the location of a redirect. */
async function visit(hops: Hops, guard: Guard, config: Config, deadline: Deadline): Promise<Page | string> {
  const { url, cookies } = hops;
  let answer: Answer | undefined;
  const release = await guard.open(
    url.href,
    async (dispatcher, signal) => {
      answer = await ask(new URL(url.href), config.userAgent, cookies, dispatcher, signal);
    },
    deadline,
  );
  try {
    hops.store(answer!.fields.setCookies());
    const location = redirectOf(answer!);
    if (location !== null) return location;
    return { finalUrl: url.href, ...(await readPage(answer!, config.maxBytes, deadline.signal)) };
  } finally {
    await release();
  }
}

/** Returns the location of a redirect, or null if the response is not a redirect (§5.4, §5.5). */
function redirectOf({ status, fields }: Answer): string | null {
  if (!REDIRECTS.has(status)) return null;
  const location = fields.location();
  if (location === null) throw fail('redirect.target');
  return location;
}

/** Reads the page of an answer (§5.7, §5.19). Rejects once `signal` is aborted. */
async function readPage(answer: Answer, most: number, signal: AbortSignal): Promise<Omit<Page, 'finalUrl'>> {
  let contentType = checkHead(answer);
  const body = new Body(answer, most, signal);
  try {
    if (UNKNOWN_TYPES.has(contentType.mediaType)) {
      await body.read(HEADER_BYTES);
      if (!isHtml(body.bytes())) throw otherType(contentType);
      contentType = SNIFFED;
    }
    await body.read(most + 1);
    const { sent, declared } = contentType;
    const { status, fields } = answer;
    const read = { body: body.bytes(), truncated: body.truncated };
    return { status, contentType: sent!, declaredType: declared, refresh: fields.refresh(), ...read };
  } finally {
    body.close();
  }
}

/** Returns the Content-Type if the response is or may be a page; otherwise throws an error of §5.6 or §5.7. */
function checkHead({ status, fields }: Answer): ContentType {
  if (status < 200 || status > 299) {
    const wait = fields.retryAfter(Date.now());
    throw fail('http_error', { status, ...(wait === null ? {} : { retry_after_seconds: wait }) });
  }
  const contentType = fields.contentType();
  const isUnknown = UNKNOWN_TYPES.has(contentType.mediaType) && !fields.isNosniff();
  if (!isUnknown && !MEDIA_TYPES.has(contentType.mediaType)) throw otherType(contentType);
  return contentType;
}

function otherType({ sent }: ContentType): PageStatsError {
  return fail(sent === null ? 'content_type.absent' : 'content_type.other', { content_type: sent });
}

/** Reads a body as far as needed (§5.11, §5.12). */
class Body {
  private readonly decoded: Collector;
  private readonly decoder: Decoder;
  private readonly encoded: AsyncIterator<Uint8Array>;
  private readonly hasLength: boolean;
  private readonly signal: AbortSignal;
  private rawLeft: number;
  private ended = false;

  constructor({ fields, body }: Answer, most: number, signal: AbortSignal) {
    this.rawLeft = Math.floor((most * 101) / 100) + 65_536;
    this.decoded = new Collector(most);
    this.decoder = decoderFor(fields.contentCodings(), this.decoded, this.rawLeft, signal);
    this.encoded = body[Symbol.asyncIterator]();
    this.hasLength = fields.hasContentLength();
    this.signal = signal;
  }

  /** Whether the body has more bytes than `most`. */
  get truncated(): boolean {
    return this.decoded.full;
  }

  bytes(): Uint8Array {
    return this.decoded.bytes();
  }

  /** Reads until there are `least` decoded bytes, the body exceeds `most` bytes, or the body ends. */
  async read(least: number): Promise<void> {
    while (this.bytes().length < least && !this.ended && !this.truncated) {
      const data = await this.receive();
      if (data === null) {
        await this.decoder.finish();
        this.ended = true;
      } else {
        await this.decode(data);
      }
    }
  }

  close(): void {
    this.decoder.close();
    void this.encoded.return?.();
  }

  private async receive(): Promise<Uint8Array | null> {
    try {
      const next: IteratorResult<Uint8Array, unknown> = await this.encoded.next();
      return next.done === true ? null : next.value;
    } catch (error) {
      const isShort = error instanceof PageStatsError && error.failure.reason === 'reset' && this.hasLength;
      if (isShort && this.decoder.verified) return null; // the announced length was wrong (§5.11)
      throw error;
    }
  }

  private async decode(data: Uint8Array): Promise<void> {
    for (let start = 0; start < data.length; start += FEED_BYTES) {
      const fed = data.subarray(start, start + Math.min(FEED_BYTES, this.rawLeft + 1));
      this.rawLeft -= fed.length;
      await this.decoder.feed(fed);
      this.signal.throwIfAborted();
      if (this.truncated) return;
      if (this.rawLeft < 0) throw fail('unreachable.encoding');
    }
  }
}
