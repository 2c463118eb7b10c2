/** The time limit of a call (§5.2), combined with the caller's abort signal. */
import { setImmediate } from 'node:timers/promises';
import { asInteger, asString } from './coerce.ts';
import { fail } from './failure.ts';
import type { PageStatsError } from './failure.ts';
import { TIMEOUT_DEFAULT, TIMEOUT_MAX } from './generated/contract.ts';

const SECONDS = /^([0-9]{1,3})(?:\.0+)?$/;
const TURN_MILLISECONDS = 5;

/** Lets one piece of work run at a time in the process. Others wait in a queue. */
class Turns {
  private isTaken = false;
  private readonly waiting: (() => void)[] = [];

  get isWanted(): boolean {
    return this.waiting.length > 0;
  }

  /** Waits for a turn. Rejects, without having one, once `signal` is aborted. */
  async take(signal: AbortSignal): Promise<void> {
    if (!this.isTaken) {
      this.isTaken = true;
      return;
    }
    const { promise, resolve, reject } = Promise.withResolvers<undefined>();
    const begin = (): void => {
      signal.removeEventListener('abort', stop);
      resolve(undefined);
    };
    const stop = (): void => {
      this.waiting.splice(this.waiting.indexOf(begin), 1);
      reject(signal.reason as Error);
    };
    signal.addEventListener('abort', stop, { once: true });
    this.waiting.push(begin);
    await promise;
  }

  give(): void {
    const next = this.waiting.shift();
    if (next === undefined) this.isTaken = false;
    else next();
  }
}

const TURNS = new Turns();

/** A deadline that starts when it is constructed. Call `stop` to release its timer. */
export class Deadline {
  /** Aborted when the time is up or the caller aborts. */
  readonly signal: AbortSignal;
  readonly seconds: number;
  private readonly clock = new AbortController();
  private readonly timer: NodeJS.Timeout;

  constructor(seconds: number, caller?: AbortSignal) {
    this.seconds = seconds;
    this.signal = caller === undefined ? this.clock.signal : AbortSignal.any([caller, this.clock.signal]);
    this.timer = setTimeout(() => {
      this.clock.abort();
    }, seconds * 1000);
  }

  get over(): boolean {
    return this.clock.signal.aborted;
  }

  /** Returns the `timeout` error of this deadline. */
  error(): PageStatsError {
    return fail('timeout', { timeout_seconds: this.seconds });
  }

  /**
   * Runs `work` to its end, yielding to the event loop every few milliseconds. Work of several calls takes turns, so that
   * the event loop is never busy for longer than one of them. Rejects once `signal` is aborted.
   */
  async run<T>(work: Generator<undefined, T>): Promise<T> {
    this.signal.throwIfAborted();
    await TURNS.take(this.signal);
    let hasTurn = true;
    try {
      for (;;) {
        const turnEnd = performance.now() + TURN_MILLISECONDS;
        do {
          const step = work.next();
          if (step.done === true) return step.value;
        } while (performance.now() < turnEnd);
        await setImmediate();
        this.signal.throwIfAborted();
        if (!TURNS.isWanted) continue;
        TURNS.give();
        hasTurn = false;
        await TURNS.take(this.signal);
        hasTurn = true;
      }
    } finally {
      if (hasTurn) TURNS.give();
    }
  }

  stop(): void {
    clearTimeout(this.timer);
  }
}

/** Returns the time limit in seconds for the argument `value` (§1.5, §1.6). */
export function readTimeout(value: unknown): number {
  const text = asString(value);
  if (text === '') return TIMEOUT_DEFAULT;
  const digits = text === undefined ? undefined : SECONDS.exec(text)?.[1];
  const seconds = text === undefined ? asInteger(value) : digits === undefined ? undefined : Number(digits);
  if (seconds === undefined || seconds < 1 || seconds > TIMEOUT_MAX) {
    throw fail('timeout_seconds', { parameter: 'timeout_seconds' });
  }
  return seconds;
}
