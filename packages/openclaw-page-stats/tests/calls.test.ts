import { afterEach, describe, expect, it, vi } from 'vitest';
import { pageStats } from '../src/calls.ts';
import { HOST, page, redirect, serve } from './page/fetch/server.ts';

const NETWORK = { policy: { allowedHostnames: [HOST] } };

/** Calls the tool for `url` with a policy that allows the test server. */
function look(url: string, configuration: unknown = {}, signal?: AbortSignal): Promise<unknown> {
  return pageStats({ url, timeout_seconds: 1 }, configuration, NETWORK, signal);
}

afterEach(() => {
  vi.restoreAllMocks();
});

describe('pageStats', () => {
  it('returns title and word counts (§13)', async () => {
    const { base } = await serve((socket) => socket.end(page()));
    expect(await look(`${base}/a#b`)).toEqual({
      ok: true,
      url: `${base}/a#b`,
      final_url: `${base}/a`,
      status: 200,
      content_type: 'text/html',
      title: 'Low water',
      word_count: 4,
      link_word_count: 0,
      truncated: false,
    });
  });

  it('sends exactly the headers of the specification (§5.1)', async () => {
    const { base, heads } = await serve((socket) => socket.end(page()));
    await look(`${base}/a?b`, { userAgent: 'tide/1' });
    const [line, ...fields] = heads[0]!.trimEnd().split('\r\n');
    expect(line).toBe('GET /a?b HTTP/1.1');
    expect(fields.sort()).toEqual([
      'Accept-Encoding: gzip, deflate',
      'Accept-Language: *',
      'Accept: text/html, application/xhtml+xml',
      'User-Agent: tide/1',
      'connection: close',
      `host: ${base.slice(7)}`,
    ]);
  });

  it('follows redirects (§5.4), except in a loop (§5.5)', async () => {
    const { base } = await serve((socket, path) => {
      socket.end(path === '/1' ? redirect('/2') : path === '/2' ? page() : redirect('/3'));
    });
    expect(await look(`${base}/1`)).toMatchObject({ ok: true, final_url: `${base}/2` });
    expect(await look(`${base}/3`)).toMatchObject({ error_code: 'unreachable', reason: 'redirect' });
  });

  it('cuts a final_url that the server made long (§12.2)', async () => {
    const long = `/${'a'.repeat(3000)}`;
    const { base } = await serve((socket, path) => socket.end(path === '/1' ? redirect(long) : page()));
    const expected = `${(base + long).slice(0, 2047)}…`;
    expect(await look(`${base}/1`)).toMatchObject({ ok: true, url: `${base}/1`, final_url: expected });
  });

  it('sends a cookie only to the host that set it, and closes every connection (§5.20)', async () => {
    const { base, heads, sockets } = await serve((socket, path) => {
      const to = path === '/' ? base : path === '/1' ? base.replace(HOST, 'other.test') : base;
      const next = redirect(`${to}/${path === '/' ? 1 : Number(path.slice(1)) + 1}`);
      socket.end(path === '/3' ? page() : next.replace('\r\n', '\r\nSet-Cookie: tide=low; Path=/\r\n'));
    });
    const network = {
      policy: { dangerouslyAllowPrivateNetwork: true },
      lookup: () => Promise.resolve([{ address: HOST, family: 4 }]),
    };
    expect(await pageStats({ url: `${base}/` }, {}, network)).toMatchObject({ ok: true, final_url: `${base}/3` });
    expect(heads.map((head) => /^Cookie: (.*)$/m.exec(head)?.[1])).toEqual([
      undefined,
      'tide=low',
      undefined,
      'tide=low',
    ]);
    await vi.waitFor(() => {
      expect(sockets.size).toBe(0);
    });
  });

  it('blocks a redirect from a permitted host to a private one (§4.6)', async () => {
    const { base } = await serve((socket) => socket.end(redirect('http://127.0.0.1:9999/')));
    expect(await look(base)).toMatchObject({ error_code: 'blocked_address' });
  });

  it('checks the arguments, then the configuration, and then fetches (§2.2)', async () => {
    expect(await pageStats({}, { maxBytes: 0 }, NETWORK)).toMatchObject({ error_code: 'invalid_url' });
    expect(await look('http://127.0.0.2/', { maxBytes: 0 })).toMatchObject({ parameter: 'maxBytes' });
  });

  it('reads at most maxBytes bytes (§5.12)', async () => {
    const { base } = await serve((socket) => socket.write(page('a '.repeat(500)).replace('1000', '2000')));
    expect(await look(base, { maxBytes: 100 })).toMatchObject({ word_count: 50, truncated: true });
  });

  it('closes the connection when the call times out (§5.2)', async () => {
    const { base, sockets } = await serve(() => undefined);
    const began = performance.now();
    expect(await look(base)).toMatchObject({ error_code: 'timeout', timeout_seconds: 1, retryable: true });
    expect(performance.now() - began).toBeLessThan(3000);
    await vi.waitFor(() => {
      expect(sockets.size).toBe(0);
    });
  });

  it('rejects and closes the connection when the caller aborts', async () => {
    const caller = new AbortController();
    const { base, sockets } = await serve(() => {
      caller.abort(new Error('enough'));
    });
    await expect(look(base, {}, caller.signal)).rejects.toThrow('enough');
    await vi.waitFor(() => {
      expect(sockets.size).toBe(0);
    });
  });

  it('rejects immediately if the caller has already aborted', async () => {
    await expect(look('http://127.0.0.2:1234/', {}, AbortSignal.abort(new Error('before')))).rejects.toThrow('before');
  });

  it('does not log the URL on a timeout', async () => {
    const written = [vi.spyOn(process.stderr, 'write'), vi.spyOn(process.stdout, 'write')];
    const { base } = await serve(() => undefined);
    await look(`${base}/secret-path`);
    expect(JSON.stringify(written.map(({ mock }) => mock.calls))).not.toContain('secret-path');
  });
});
