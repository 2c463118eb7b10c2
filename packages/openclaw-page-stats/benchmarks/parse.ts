/**
 * Measures the parse on what it is asked (harness/parity/README.md says in which form): `{"body_base64", "content_type",
 * "runs", "memory", "peers"}`.
 *
 * That is answered by `{"ours", "cpu", "pause", "memory"}` and, with `peers`, `"htmlparser2"` and `"parse5"`: the
 * milliseconds of each run, by the clock and of the processor, the longest time between two pauses, the better of two, and
 * the bytes by which memory grows at most, 0 unless it is asked for, since that takes longer than all else.
 */
import { Parser } from 'htmlparser2';
import { setTimeout } from 'node:timers/promises';
import { parse } from 'parse5';
import { answerRequests } from '../../../harness/dialects/ndjson_loop.mts';
import { parseInSlices, parsePage } from '../src/page/parse/index.ts';

interface Request {
  readonly body_base64: string;
  readonly content_type: string;
  readonly runs: number;
  readonly memory: boolean;
  readonly peers: boolean;
}

function times(runs: number, work: () => unknown): number[] {
  return Array.from({ length: runs }, () => {
    const began = performance.now();
    work();
    return performance.now() - began;
  });
}

/** The milliseconds of the processor, which other processes do not add to. */
function cpuTimes(runs: number, work: () => unknown): number[] {
  return Array.from({ length: runs }, () => {
    const began = process.cpuUsage();
    work();
    const { user, system } = process.cpuUsage(began);
    return (user + system) / 1000;
  });
}

/** The longest time between two pauses. */
function longestPause(body: Uint8Array, contentType: string): number {
  let longest = 0;
  for (const slices = parseInSlices(body, contentType); ;) {
    const began = performance.now();
    const { done } = slices.next();
    longest = Math.max(longest, performance.now() - began);
    if (done === true) return longest;
  }
}

/** By how much memory grows while parsing, looked at in every pause. */
async function growth(body: Uint8Array, contentType: string): Promise<number> {
  used();
  await setTimeout(50); // what was collected is given back by another thread
  const before = used();
  let most = before;
  const slices = parseInSlices(body, contentType);
  while (slices.next().done !== true) most = Math.max(most, used());
  return most - before;
}

function used(): number {
  globalThis.gc?.();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

const SILENT = new Set(['script', 'style', 'template', 'title', 'textarea', 'noscript']);

/** The quickest use of it: its callbacks without a tree, and every tag separates words. */
function withHtmlparser2(body: Uint8Array): number {
  const parts: string[] = [];
  let silent = 0;
  const parser = new Parser({
    onopentagname: (name) => (silent += SILENT.has(name) ? 1 : 0),
    onclosetag: (name) => (silent -= SILENT.has(name) ? 1 : 0),
    ontext: (text) => {
      if (silent === 0) parts.push(text);
    },
  });
  parser.end(new TextDecoder().decode(body));
  return parts.join(' ').split(/\s+/).length;
}

/** The tree alone, without a walk. */
function withParse5(body: Uint8Array): unknown {
  return parse(new TextDecoder().decode(body));
}

await answerRequests(async ({ body_base64: encoded, content_type: contentType, runs, memory, peers }: Request) => {
  const body = Buffer.from(encoded, 'base64');
  times(3, () => parsePage(body, contentType)); // until it is compiled for this kind of input
  return {
    ours: times(runs, () => parsePage(body, contentType)),
    cpu: cpuTimes(runs, () => parsePage(body, contentType)),
    pause: Math.min(...Array.from({ length: 2 }, () => longestPause(body, contentType))),
    memory: memory ? await growth(body, contentType) : 0,
    ...(peers ? { htmlparser2: times(5, () => withHtmlparser2(body)), parse5: times(5, () => withParse5(body)) } : {}),
  };
});
