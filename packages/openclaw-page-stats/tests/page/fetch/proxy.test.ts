import type { Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { pageStats } from '../../../src/calls.ts';
import { page, serve } from './server.ts';
import type { Site } from './server.ts';

type Say = (socket: Socket) => void;

const CONNECTED = 'HTTP/1.1 200 Connected\r\n\r\n';
/** URLs of a host that only the proxy can resolve. */
const PAGES = ['http://public.test/', 'https://public.test/'] as const;
const NETWORK = {
  trustedEnvProxy: true,
  lookup: () => Promise.reject(new Error('the proxy resolves names')),
};

/** Starts a proxy that answers with `say`, and sets the environment to use it. */
async function serveProxy(say: Say): Promise<Site> {
  const site = await serve(say);
  stubProxy(site.base);
  return site;
}

function stubProxy(url: string): void {
  for (const name of ['http_proxy', 'https_proxy']) vi.stubEnv(name, url);
}

function look(url: string, signal?: AbortSignal): Promise<unknown> {
  return pageStats({ url, timeout_seconds: 1 }, {}, NETWORK, signal);
}

/** Sends `text` so slowly that the test ends first. */
function drip(socket: Socket, text: string): void {
  const bytes = Array.from(text);
  const timer = setInterval(() => socket.write(bytes.shift() ?? ' '), 100);
  socket.on('close', () => {
    clearInterval(timer);
  });
}

/** Opens a tunnel and calls `say` when data arrives in it. */
function inTunnel(say: Say): Say {
  return (socket) => {
    socket.once('data', () => {
      say(socket);
    });
    socket.write(CONNECTED);
  };
}

/** Proxies that do not answer CONNECT in time. */
const HANGING: Readonly<Record<string, Say>> = {
  'never answers': () => undefined,
  'answers slowly': (socket) => {
    drip(socket, `HTTP/1.1 200 Connected\r\nX-Tide: ${'x'.repeat(1000)}`);
  },
};
/** Servers at the end of a tunnel that do not answer in time. */
const BEHIND: Readonly<Record<string, Say>> = {
  'is silent': () => undefined,
  'is slow with its head': (socket) => {
    drip(socket, page());
  },
  'is slow with its body': (socket) => {
    socket.write(page('Low').replace('3', '3000'));
    drip(socket, 'water');
  },
};

/** Expects a call for `url` with a limit of one second to time out within three seconds. */
async function expectTimeout(url: string): Promise<void> {
  const began = performance.now();
  expect(await look(url)).toMatchObject({ error_code: 'timeout', timeout_seconds: 1 });
  expect(performance.now() - began).toBeLessThan(3000);
}

/** Expects every connection to be closed. */
async function expectClosed({ sockets }: Site): Promise<void> {
  await vi.waitFor(() => {
    expect(sockets.size).toBe(0);
  });
}

beforeEach(() => {
  for (const name of ['no_proxy', 'NO_PROXY']) vi.stubEnv(name, '');
});

afterEach(() => {
  vi.unstubAllEnvs();
});

describe('a proxy from the environment', () => {
  it('is used for every page', async () => {
    const { heads } = await serveProxy(inTunnel((socket) => socket.end(page())));
    expect(await look('http://public.test/')).toMatchObject({ ok: true, title: 'Low water' });
    expect(heads[0]).toMatch(/^CONNECT public\.test:80 HTTP/);
  });

  it.each(Object.entries(HANGING).flatMap(([how, say]) => PAGES.map((url) => [how, url, say] as const)))(
    'that %s does not delay a call for %s beyond its deadline (§5.2)',
    async (_, url, say) => {
      const proxy = await serveProxy(say);
      await expectTimeout(url);
      await expectClosed(proxy);
    },
  );

  it.each(Object.entries(BEHIND))('does not delay a call if the server behind it %s', async (_, say) => {
    const proxy = await serveProxy(inTunnel(say));
    await expectTimeout(PAGES[0]);
    await expectClosed(proxy);
  });

  it('does not delay a call if the TLS handshake behind it stalls', async () => {
    await serveProxy(inTunnel(() => undefined));
    await expectTimeout(PAGES[1]); // undici closes this connection itself, after ten seconds
  });

  it.each(PAGES)('that never answers does not delay an aborted call for %s', async (url) => {
    const caller = new AbortController();
    const proxy = await serveProxy(() => {
      caller.abort(new Error('enough'));
    });
    await expect(look(url, caller.signal)).rejects.toThrow('enough');
    await expectClosed(proxy);
  });

  it.each(PAGES)('that refuses a request for %s or disconnects gives the reason connect (§5.17)', async (url) => {
    for (const status of ['403 Forbidden', '407 Proxy Authentication Required', '502 Bad Gateway']) {
      await serveProxy((socket) => socket.end(`HTTP/1.1 ${status}\r\nContent-Length: 0\r\n\r\n`));
      expect(await look(url), status).toMatchObject({ error_code: 'unreachable', reason: 'connect' });
    }
    await serveProxy((socket) => socket.end());
    expect(await look(url)).toMatchObject({ error_code: 'unreachable', reason: 'connect' });
  });

  // The name of the second proxy has a label that is too long for a DNS query.
  it.each(['http://127.0.0.2:1', `http://${'x'.repeat(64)}.invalid:8080`])(
    'that is unreachable gives the reason connect (§5.17): %s',
    async (proxy) => {
      stubProxy(proxy);
      for (const url of PAGES) expect(await look(url)).toMatchObject({ error_code: 'unreachable', reason: 'connect' });
    },
  );

  it.each([
    '127.0.0.1:7890',
    'localhost:7890',
    'me:secret@host:3128',
    'proxy.corp',
    '//me:secret@host:3128',
    'socks5h://me:secret@127.0.0.1:1080',
    'ftp://127.0.0.1:21',
    'http://me:secret%zz@127.0.0.1:3128',
    'http://127.0.0.1:99999',
    'http://127.0.0.1:3128/path?query',
    'http://',
  ])('with an invalid URL gives the reason connect, without its password (§5.17): %s', async (proxy) => {
    stubProxy(proxy);
    for (const url of PAGES) {
      const failure = await look(url);
      expect(failure).toMatchObject({ ok: false, error_code: 'unreachable', reason: 'connect', retryable: true });
      expect((failure as { message: string }).message).toMatch(/^The proxy setting in the environment is invalid/);
      expect(JSON.stringify(failure)).not.toContain('secret');
    }
  });

  it.each(PAGES)('that does not speak HTTP gives the reason protocol, like such a server (§5.14): %s', async (url) => {
    await serveProxy((socket) => socket.end('220 tide.test ready\r\n'));
    expect(await look(url)).toMatchObject({ error_code: 'unreachable', reason: 'protocol' });
  });
});
