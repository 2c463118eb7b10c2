/**
 * Performs one HTTP/1.1 exchange through OpenClaw's dispatcher and maps errors to failures.
 *
 * `fetch` is not used, since it decodes bodies, accepts truncated bodies and adds its own headers (§5.1, §5.8, §5.13).
 */
import type { Readable } from 'node:stream';
import type { FaultName } from '../../generated/contract.ts';
import { PageStatsError, fail } from '../../failure.ts';
import { Fields } from './fields.ts';

const INFORMATIONAL_MAX = 10;

/** The part of undici's dispatcher that we use. OpenClaw creates a dispatcher for each request. */
export interface Dispatcher {
  request(options: {
    origin: string;
    path: string;
    method: 'GET';
    headers: Record<string, string>;
    reset: true;
    responseHeaders: 'raw';
    signal: AbortSignal;
    onInfo: () => void;
  }): Promise<{ statusCode: number; headers: unknown; body: Readable }>;
}

export interface Answer {
  readonly status: number;
  readonly fields: Fields;
  /** Yields the received bytes. Rejects with the same errors as `ask`. */
  readonly body: AsyncIterable<Uint8Array>;
}

/** Requests `url` and sends `cookies`, if any. Rejects with `unreachable` or with the abort reason of `signal`. */
export async function ask(
  url: URL,
  userAgent: string,
  cookies: string,
  dispatcher: Dispatcher,
  signal: AbortSignal,
): Promise<Answer> {
  const hints = new AbortController();
  let count = 0;
  const onInfo = (): void => {
    if (++count > INFORMATIONAL_MAX) hints.abort(fail('unreachable.protocol'));
  };
  try {
    const request = dispatcher.request({
      origin: url.origin,
      path: url.href.slice(url.origin.length), // `search` would drop the "?" of an empty query
      method: 'GET',
      headers: {
        'User-Agent': userAgent,
        Accept: 'text/html, application/xhtml+xml',
        'Accept-Language': '*',
        'Accept-Encoding': 'gzip, deflate',
        ...(cookies === '' ? {} : { Cookie: cookies }),
      },
      reset: true, // Connection: close
      responseHeaders: 'raw',
      signal: AbortSignal.any([signal, hints.signal]),
      onInfo,
    });
    const { statusCode, headers, body } = await unlessAborted(request, signal);
    body.on('error', () => undefined); // an unread body can still emit an error
    const fields = new Fields(headers as string[]);
    if (!fields.hasKnownFraming()) throw fail('unreachable.protocol'); // undici would ignore the Transfer-Encoding
    return { status: statusCode, fields, body: received(body, signal) };
  } catch (error) {
    signal.throwIfAborted();
    throw isBadHead(error) ? fail('unreachable.protocol') : named(error);
  }
}

/** Settles like `work`, or rejects on abort. undici itself ignores `signal` while it connects to a server or proxy. */
function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise, resolve, reject } = Promise.withResolvers<T>();
  signal.addEventListener('abort', () => {
    reject(signal.reason as Error);
  });
  work.then(resolve, reject);
  return promise;
}

async function* received(body: Readable, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  try {
    for await (const data of body) yield data as Uint8Array;
  } catch (error) {
    signal.throwIfAborted();
    throw named(error);
  }
}

/**
 * Returns whether `error`, which occurred before the head of the response was read, means that the head is malformed.
 *
 * If a malformed line follows a Content-Length, undici only reports that the body has another length. For status 100 and
 * for an upgrade, undici's error has the same code as for a lost connection, but another message.
 */
function isBadHead(error: unknown): boolean {
  const { code, message } = error as Partial<NodeJS.ErrnoException>;
  return code === 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH' || message === 'bad response' || message === 'bad upgrade';
}

/** Maps the code (or else the name) of an error of Node or undici to a fault. The first match applies. */
const CODES: readonly (readonly [RegExp, FaultName])[] = [
  [/^(?:EMFILE|ENFILE|ENOBUFS|ENOMEM)/, 'unreachable.local'],
  [/^(?:ECONNREFUSED|EHOST|ENET|EADDRNOTAVAIL|EACCES|EPERM|ETIMEDOUT|UND_ERR_CONNECT_TIMEOUT)/, 'unreachable.connect'],
  // The guard resolves the page's host, so these DNS errors concern the host name of a proxy. The other codes mean that
  // the proxy refused CONNECT or closed the connection.
  [/^(?:ENOTFOUND|EAI_|UND_ERR_ABORTED|UND_ERR_PRX_)/, 'unreachable.connect'],
  [/^(?:ECONNRESET|ECONNABORTED|EPIPE|HPE_INVALID_EOF_STATE|UND_ERR_SOCKET|UND_ERR_RES_CONTENT)/, 'unreachable.reset'],
  [/^(?:EPROTO|ERR_SSL_|ERR_TLS_|CERT_|CRL_|DEPTH_|HOSTNAME_|INVALID_|SELF_SIGNED|UNABLE_TO_)/, 'unreachable.tls'],
  // HTTPParserError often has no code. If a server switches protocols unrequested, an assertion in undici fails.
  [/^(?:HPE_|HTTPParserError|UND_ERR_|ERR_ASSERTION)/, 'unreachable.protocol'],
];

/** Maps an error of Node or undici to a failure. Returns other errors unchanged, since they are bugs in our code. */
function named(error: unknown): unknown {
  if (error instanceof PageStatsError) return error;
  for (let inner = error; inner instanceof Error; inner = inner.cause) {
    const { code = inner.name, data } = inner as NodeJS.ErrnoException & { data?: string };
    if (code === 'HTTPParserError' && data === '') return fail('unreachable.reset'); // the parser received no more data
    const fault = CODES.find(([pattern]) => pattern.test(code))?.[1];
    if (fault !== undefined) return fail(fault);
  }
  return error;
}
