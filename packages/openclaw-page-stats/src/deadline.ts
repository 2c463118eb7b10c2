/** The one clock of a call (§5.2), and its caller's wish to stop. */
import { setImmediate } from 'node:timers/promises';
import { fail } from './failure.ts';
import type { PageStatsError } from './failure.ts';

const TURN_MILLISECONDS = 5;

/** The end of a call's time; begins to run when it is made, and is to be stopped. */
export class Deadline {
  /** Aborted when time is up, or by the caller. */
  readonly signal: AbortSignal;
  readonly seconds: number;
  private readonly clock = new AbortController();
  private readonly timer: NodeJS.Timeout;
  private turnEnd = 0;

  constructor(seconds: number, caller?: AbortSignal) {
    this.seconds = seconds;
    this.signal = caller === undefined ? this.clock.signal : AbortSignal.any([caller, this.clock.signal]);
    this.timer = setTimeout(() => {
      this.clock.abort();
    }, seconds * 1000);
  }

  /** Whether time is up. */
  get over(): boolean {
    return this.clock.signal.aborted;
  }

  /** The error for a call that ran out of time. */
  error(): PageStatsError {
    return fail('timeout', { timeout_seconds: this.seconds });
  }

  /** Runs `work` to its end; every few milliseconds it lets others run, and gives up when there is nobody to go on for. */
  async run<T>(work: Generator<undefined, T>): Promise<T> {
    this.turnEnd = performance.now() + TURN_MILLISECONDS;
    for (;;) {
      const step = work.next();
      if (step.done === true) return step.value;
      if (performance.now() < this.turnEnd) continue;
      await setImmediate();
      this.signal.throwIfAborted();
      this.turnEnd = performance.now() + TURN_MILLISECONDS;
    }
  }

  stop(): void {
    clearTimeout(this.timer);
  }
}
