/**
 * Measures the parse for each request read from stdin (protocol: harness/parity/README.md).
 *
 * Request: `{"body_base64", "content_type", "runs", "memory", "peers"}`. Reply: `{"ours", "cpu", "pause", "memory"}`
 * and, with `peers`, `"htmlparser2"` and `"parse5"`.
 *
 * `cpu` lists the CPU time of each run in milliseconds. `ours`, `htmlparser2` and `parse5` list wall-clock times.
 * `pause` is the longest time without a yield, in milliseconds (the lower value of two parses). `memory` is the peak
 * growth in bytes, or 0 if it was not requested. It is optional because measuring it takes longer than all the rest.
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

/** Returns the CPU time of each run in milliseconds. Unlike wall-clock time, CPU time excludes other processes. */
function cpuTimes(runs: number, work: () => unknown): number[] {
  return Array.from({ length: runs }, () => {
    const began = process.cpuUsage();
    work();
    const { user, system } = process.cpuUsage(began);
    return (user + system) / 1000;
  });
}

/** Returns the longest time in milliseconds for which a parse does not yield. */
function longestPause(body: Uint8Array, contentType: string): number {
  let longest = 0;
  for (const slices = parseInSlices(body, contentType); ;) {
    const began = performance.now();
    const { done } = slices.next();
    longest = Math.max(longest, performance.now() - began);
    if (done === true) return longest;
  }
}

/** Returns the peak growth of memory in bytes, measured whenever a parse yields. */
async function growth(body: Uint8Array, contentType: string): Promise<number> {
  used();
  await setTimeout(50); // time for another thread to free collected memory
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

/** Counts words with htmlparser2 in the fastest way: without building a tree, and with every tag as a separator. */
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

/** Builds the tree of parse5 without walking it. */
function withParse5(body: Uint8Array): unknown {
  return parse(new TextDecoder().decode(body));
}

await answerRequests(async ({ body_base64: encoded, content_type: contentType, runs, memory, peers }: Request) => {
  const body = Buffer.from(encoded, 'base64');
  times(3, () => parsePage(body, contentType)); // warm up the JIT for this kind of input
  return {
    ours: times(runs, () => parsePage(body, contentType)),
    cpu: cpuTimes(runs, () => parsePage(body, contentType)),
    pause: Math.min(...Array.from({ length: 2 }, () => longestPause(body, contentType))),
    memory: memory ? await growth(body, contentType) : 0,
    ...(peers ? { htmlparser2: times(5, () => withHtmlparser2(body)), parse5: times(5, () => withParse5(body)) } : {}),
  };
});
