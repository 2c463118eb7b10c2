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
import { mediaType } from './fields.ts';
import { Guard } from './guard.ts';
import { Hops } from './hops.ts';
import { decoderFor } from './inflate.ts';

const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);
const MEDIA_TYPES: ReadonlySet<string> = new Set(['text/html', 'application/xhtml+xml']);
const FEED_BYTES = 8192; // number of encoded bytes that are decoded at a time

/** A fetched page. */
export interface Page {
  readonly finalUrl: string;
  readonly status: number;
  readonly contentType: string;
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

/** Returns whether the answer was not a page, but a download, for example (§5.24). */
function isNoPage(error: unknown): boolean {
  return error instanceof PageStatsError && error.failure.error_code === 'unsupported_content_type';
}

/** Makes the target of a refresh of `page` the current request; resolves to whether there is one. */
async function refreshes(page: Page, hops: Hops, deadline: Deadline): Promise<boolean> {
  return hops.refresh(page.refresh, await deadline.run(findRefreshes(page.body, page.contentType)));
}

/** Makes the current request of `hops`. Resolves to the page or the location of a redirect. */
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
    return redirectOf(answer!) ?? (await readPage(url, answer!, config, deadline));
  } finally {
    await release();
  }
}

async function readPage(url: Url, answer: Answer, config: Config, deadline: Deadline): Promise<Page> {
  const contentType = checkHead(answer);
  const { status, fields, body } = answer;
  const read = await readBody(body, fields.contentEncoding(), config.maxBytes, deadline.signal);
  return { finalUrl: url.href, status, contentType, refresh: fields.refresh(), ...read };
}

/** Returns the location of a redirect, or null if the response is not a redirect (§5.4, §5.5). */
function redirectOf({ status, fields }: Answer): string | null {
  if (!REDIRECTS.has(status)) return null;
  const location = fields.location();
  if (location === null) throw fail('redirect.target');
  return location;
}

/** Returns the Content-Type of a page. For any other response, throws the error of §5.6 or §5.7. */
function checkHead({ status, fields }: Answer): string {
  if (status < 200 || status > 299) {
    const wait = fields.retryAfter(Date.now());
    throw fail('http_error', { status, ...(wait === null ? {} : { retry_after_seconds: wait }) });
  }
  const contentType = fields.contentType();
  if (contentType === null) throw fail('content_type.absent', { content_type: null });
  if (!MEDIA_TYPES.has(mediaType(contentType))) throw fail('content_type.other', { content_type: contentType });
  return contentType;
}

/**
 * Reads up to `most` decoded bytes and finds out whether the body has more (§5.11, §5.12).
 *
 * Rejects once `signal` is aborted.
 */
async function readBody(
  encoded: AsyncIterable<Uint8Array>,
  encoding: string,
  most: number,
  signal: AbortSignal,
): Promise<Pick<Page, 'body' | 'truncated'>> {
  const rawMost = Math.floor((most * 101) / 100) + 65_536;
  const decoded = new Collector(most);
  const decoder = decoderFor(encoding, decoded);
  let raw = 0;
  try {
    for await (const data of encoded) {
      for (let start = 0; start < data.length; start += FEED_BYTES) {
        const fed = data.subarray(start, start + Math.min(FEED_BYTES, rawMost + 1 - raw));
        raw += fed.length;
        await decoder.feed(fed);
        signal.throwIfAborted(); // decoding can take long if there are many tiny gzip members
        if (decoded.full) return { body: decoded.bytes(), truncated: true };
        if (raw > rawMost) throw fail('unreachable.encoding');
      }
    }
    await decoder.finish();
    return { body: decoded.bytes(), truncated: decoded.full };
  } finally {
    decoder.close();
  }
}
