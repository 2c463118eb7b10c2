/**
 * One HTTP/1.1 exchange: a request through a dispatcher of the host's, its answer, and what a failure of it is called.
 *
 * A `fetch` would decode bodies, take one that was cut for whole, and add fields of its own (§5.1, §5.8, §5.13).
 */
import type { Readable } from 'node:stream';
import type { FaultName } from '../../generated/contract.ts';
import { PageStatsError, fail } from '../../failure.ts';
import { Fields } from './fields.ts';

const INFORMATIONAL_MAX = 10;

/** What is used of undici's dispatcher, which the host makes for each hop. */
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
  /** Yields what is received; rejects as `ask` does. */
  readonly body: AsyncIterable<Uint8Array>;
}

/** Asks for `url`; rejects with `PageStatsError` (`unreachable`), or with the signal's reason once it is aborted. */
export async function ask(url: URL, userAgent: string, dispatcher: Dispatcher, signal: AbortSignal): Promise<Answer> {
  const hints = new AbortController();
  let count = 0;
  const onInfo = (): void => {
    if (++count > INFORMATIONAL_MAX) hints.abort(fail('unreachable.protocol'));
  };
  try {
    const request = dispatcher.request({
      origin: url.origin,
      path: url.pathname + url.search,
      method: 'GET',
      headers: {
        'User-Agent': userAgent,
        Accept: 'text/html, application/xhtml+xml',
        'Accept-Language': '*',
        'Accept-Encoding': 'gzip, deflate',
      },
      reset: true, // Connection: close
      responseHeaders: 'raw',
      signal: AbortSignal.any([signal, hints.signal]),
      onInfo,
    });
    const { statusCode, headers, body } = await unlessAborted(request, signal);
    body.on('error', () => undefined); // what is not read may fail, too
    return { status: statusCode, fields: new Fields(headers as string[]), body: received(body, signal) };
  } catch (error) {
    signal.throwIfAborted();
    throw named(error);
  }
}

/** What comes of `work`. undici looks at no signal while it connects, which through a proxy takes as long as that likes. */
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

/** What the codes of Node and undici mean, or the name of an error without one; the first that fits. */
const CODES: readonly (readonly [RegExp, FaultName])[] = [
  [/^(?:ECONNREFUSED|EHOST|ENET|EADDRNOTAVAIL|EACCES|EPERM|ETIMEDOUT|UND_ERR_CONNECT_TIMEOUT)/, 'unreachable.connect'],
  // A page's name is looked up elsewhere: here only a proxy can have no address. It may refuse CONNECT, or break it off.
  [/^(?:ENOTFOUND|EAI_|UND_ERR_ABORTED|UND_ERR_PRX_)/, 'unreachable.connect'],
  [/^(?:ECONNRESET|ECONNABORTED|EPIPE|HPE_INVALID_EOF_STATE|UND_ERR_SOCKET|UND_ERR_RES_CONTENT)/, 'unreachable.reset'],
  [/^(?:EPROTO|ERR_SSL_|ERR_TLS_|CERT_|CRL_|DEPTH_|HOSTNAME_|INVALID_|SELF_SIGNED|UNABLE_TO_)/, 'unreachable.tls'],
  // HTTPParserError has often no code, and undici asserts that no server changes the protocol unasked.
  [/^(?:HPE_|HTTPParserError|UND_ERR_|ERR_ASSERTION)/, 'unreachable.protocol'],
];

/** What an error of Node or undici is called; what has no code of theirs is a fault of ours, and stays as it is. */
function named(error: unknown): unknown {
  if (error instanceof PageStatsError) return error;
  for (let inner = error; inner instanceof Error; inner = inner.cause) {
    const { code = inner.name, data } = inner as NodeJS.ErrnoException & { data?: string };
    if (code === 'HTTPParserError' && data === '') return fail('unreachable.reset'); // it had nothing left to read
    const fault = CODES.find(([pattern]) => pattern.test(code))?.[1];
    if (fault !== undefined) return fail(fault);
  }
  return error;
}
