/**
 * Measures the registered tool inside OpenClaw's guard for each request on stdin (protocol: harness/parity/README.md).
 *
 * A request has a `url` on 127.0.0.2, `seconds` (the time limit of a call), `runs` (the number of runs) and `what`
 * (the measurement): `tool`, `guard` (only the guard's fetch and reading the text, as `web_fetch` does first) or
 * `growth`.
 *
 * For `tool` and `guard`, the reply has `milliseconds` and `stall` (the longest time for which the event loop was
 * blocked), each with the lowest value of all runs, and the last result as `payload`. For `growth`, the reply has
 * `growth` (the peak growth of the process in bytes during one call, after a warm-up) and the `payload`.
 */
import { fetchWithSsrFGuard } from 'openclaw/plugin-sdk/ssrf-runtime';
import { readFileSync, writeFileSync } from 'node:fs';
import { setImmediate, setTimeout } from 'node:timers/promises';
import { answerRequests } from '../../../harness/dialects/ndjson_loop.mts';
import { registeredTool } from '../../../harness/dialects/registered.mts';

interface Request {
  readonly what: 'tool' | 'guard' | 'growth';
  readonly url: string;
  readonly seconds: number;
  readonly runs: number;
}

interface Measured {
  readonly milliseconds: number;
  readonly stall: number;
  readonly payload: unknown;
}

const POLICY = { allowedHostnames: ['127.0.0.2'] };
const TOOL = registeredTool({}, POLICY);

async function callTool({ url, seconds }: Request): Promise<unknown> {
  return (await TOOL.execute('1', { url, timeout_seconds: seconds })).details;
}

async function callGuard({ url, seconds }: Request): Promise<unknown> {
  const { response, release } = await fetchWithSsrFGuard({ url, policy: POLICY, timeoutMs: seconds * 1000 });
  const text = await response.text();
  await release();
  return text.length;
}

async function once(call: () => Promise<unknown>): Promise<Measured> {
  let [stall, payload, over] = [0, undefined as unknown, false];
  const began = performance.now();
  const called = call().then((said) => {
    [payload, over] = [said, true];
  });
  for (let last = began; !over;) {
    await setImmediate();
    const now = performance.now();
    stall = Math.max(stall, now - last);
    last = now;
  }
  await called;
  return { milliseconds: performance.now() - began, stall, payload };
}

/** Returns the lowest times of several runs, since other work on the machine can only make a run slower. */
async function best(runs: number, call: () => Promise<unknown>): Promise<Measured> {
  const measured: Measured[] = [];
  while (measured.length < runs) measured.push(await once(call));
  const least = (key: 'milliseconds' | 'stall'): number => Math.min(...measured.map((each) => each[key]));
  return { milliseconds: least('milliseconds'), stall: least('stall'), payload: measured.at(-1)!.payload };
}

/** Returns the resident size of the process in bytes (`VmRSS`), or the peak of that size (`VmHWM`). */
function memory(line: 'VmRSS' | 'VmHWM'): number {
  const [, kilobytes = ''] = new RegExp(`${line}:\\s*(\\d+)`).exec(readFileSync('/proc/self/status', 'utf8')) ?? [];
  return 1024 * Number(kilobytes);
}

async function growth(request: Request): Promise<{ growth: number; payload: unknown }> {
  const warm = { ...request, url: new URL('/ok', request.url).href };
  for (let run = 0; run < 3; run++) await callTool(warm);
  globalThis.gc?.();
  await setTimeout(50); // time for another thread to free collected memory
  writeFileSync('/proc/self/clear_refs', '5');
  const before = memory('VmRSS');
  const payload = await callTool(request);
  return { growth: memory('VmHWM') - before, payload };
}

await answerRequests((request: Request) => {
  if (request.what === 'growth') return growth(request);
  return best(request.runs, () => (request.what === 'tool' ? callTool(request) : callGuard(request)));
});
