import { describe, expect, it } from 'vitest';
import { OUTPUT_SCHEMA, PARAMETERS_SCHEMA } from '../src/page/schema.ts';
import { createTool } from '../src/tool.ts';
import { HOST, page, serve } from './page/fetch/server.ts';

type Context = Parameters<typeof createTool>[1];

/** Creates the context through which OpenClaw passes the operator's network policy to a tool. */
function contextWith(ssrfPolicy: object): Context {
  return { getRuntimeConfig: () => ({ tools: { web: { fetch: { ssrfPolicy } } } }) };
}

describe('createTool', () => {
  it('declares that its results come from the network', () => {
    expect(createTool({}, {})).toMatchObject({
      name: 'page_stats',
      parameters: PARAMETERS_SCHEMA,
      outputSchema: OUTPUT_SCHEMA,
      resultContentSource: 'network',
    });
  });

  it('returns the same JSON to models and programs, at most 400 characters for an ordinary page', async () => {
    const title = 'Ferry returns after eleven winters — The Harbour Post';
    const body = Buffer.from(`<title>${title}</title>${'word '.repeat(20_000)}`).toString('latin1');
    const { base } = await serve((socket) => socket.end(page(body), 'latin1'));
    const url = `${base}/${'x'.repeat(59 - base.length)}`;
    const { content, details } = await createTool({}, contextWith({ allowedHostnames: [HOST] })).execute('1', { url });
    expect(content).toEqual([{ type: 'text', text: JSON.stringify(details) }]);
    expect(details).toMatchObject({ ok: true, url, title, word_count: 20_000 });
    expect(JSON.stringify(details).length).toBeLessThanOrEqual(400);
  });

  it('returns a failure as data', async () => {
    const { details } = await createTool({}, {}).execute('1', { url: 'ftp://example.com/' });
    expect(details).toMatchObject({ ok: false, error_code: 'invalid_url' });
  });

  it("reads the operator's settings again for each call", async () => {
    const { base } = await serve((socket) => socket.end(page()));
    let ssrfPolicy = {};
    const tool = createTool({}, { getRuntimeConfig: () => ({ tools: { web: { fetch: { ssrfPolicy } } } }) });
    expect((await tool.execute('1', { url: base })).details).toMatchObject({ error_code: 'blocked_address' });
    ssrfPolicy = { allowedHostnames: [HOST] };
    expect((await tool.execute('2', { url: base })).details).toMatchObject({ ok: true });
  });

  it('throws when the call is aborted', async () => {
    const signal = AbortSignal.abort(new Error('enough'));
    await expect(createTool({}, {}).execute('1', { url: 'http://127.0.0.2/' }, signal)).rejects.toThrow('enough');
  });
});
