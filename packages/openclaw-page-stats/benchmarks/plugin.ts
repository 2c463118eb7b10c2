/**
 * Measures the registered tool within OpenClaw's guard, on what it is asked (harness/parity/README.md says in which form).
 *
 * A request names a `url` on 127.0.0.2, the `seconds` that a call has, what is to be measured, and how many `runs`. The
 * best of these is the answer: `milliseconds`, `stall`, the longest time in which nobody else could run, and `payload`,
 * what the tool said last. Beside `tool` one can ask for `guard`: the guard alone and the text, what `web_fetch` begins with.
 * `growth` is the number of bytes by which the process grows at most, and comes from one call in a process that is warm.
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

/** The best of several; what one run alone takes longer is not ours. */
async function best(runs: number, call: () => Promise<unknown>): Promise<Measured> {
  const measured: Measured[] = [];
  while (measured.length < runs) measured.push(await once(call));
  const least = (key: 'milliseconds' | 'stall'): number => Math.min(...measured.map((each) => each[key]));
  return { milliseconds: least('milliseconds'), stall: least('stall'), payload: measured.at(-1)!.payload };
}

/** How many bytes of the process are in memory, or (`VmHWM`) were at most. */
function memory(line: 'VmRSS' | 'VmHWM'): number {
  const [, kilobytes = ''] = new RegExp(`${line}:\\s*(\\d+)`).exec(readFileSync('/proc/self/status', 'utf8')) ?? [];
  return 1024 * Number(kilobytes);
}

async function growth(request: Request): Promise<{ growth: number; payload: unknown }> {
  const warm = { ...request, url: new URL('/ok', request.url).href };
  for (let run = 0; run < 3; run++) await callTool(warm);
  globalThis.gc?.();
  await setTimeout(50); // what was collected is given back by another thread
  writeFileSync('/proc/self/clear_refs', '5');
  const before = memory('VmRSS');
  const payload = await callTool(request);
  return { growth: memory('VmHWM') - before, payload };
}

await answerRequests((request: Request) => {
  if (request.what === 'growth') return growth(request);
  return best(request.runs, () => (request.what === 'tool' ? callTool(request) : callGuard(request)));
});
