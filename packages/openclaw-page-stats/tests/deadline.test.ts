import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { Deadline } from '../src/deadline.ts';

describe('Deadline', () => {
  it('aborts when the caller aborts, although time is not up', () => {
    const caller = new AbortController();
    const deadline = new Deadline(60, caller.signal);
    caller.abort(new Error('enough'));
    expect(deadline.signal.reason).toEqual(new Error('enough'));
    expect(deadline.over).toBe(false);
    deadline.stop();
  });

  it('aborts when time is up and reports the limit', async () => {
    const deadline = new Deadline(1);
    await new Promise((resolve) => {
      deadline.signal.addEventListener('abort', resolve);
    });
    expect(deadline.over).toBe(true);
    expect(deadline.error().failure).toMatchObject({ error_code: 'timeout', timeout_seconds: 1 });
  });

  it('runs work to its end', async () => {
    const deadline = new Deadline(60);
    const work = (function* (): Generator<undefined, string> {
      yield;
      return 'done';
    })();
    expect(await deadline.run(work)).toBe('done');
    deadline.stop();
  });

  it('lets other code run during work and stops when the caller aborts', async () => {
    const caller = new AbortController();
    const deadline = new Deadline(60, caller.signal);
    const endless = (function* (): Generator<undefined, never> {
      for (;;) yield;
    })();
    setTimeout(() => {
      caller.abort(new Error('enough'));
    }, 1);
    await expect(deadline.run(endless)).rejects.toThrow('enough');
    deadline.stop();
  });

  it('lets work of several calls take turns, with other code after each turn', async () => {
    const log: string[] = [];
    const over = new AbortController();
    const others = (async () => {
      while (!over.signal.aborted) {
        log.push('other');
        await setImmediate();
      }
    })();
    function* busy(name: string): Generator<undefined, void> {
      for (let i = 0; i < 3; i++) {
        log.push(name);
        for (const end = performance.now() + 6; performance.now() < end;);
        yield;
      }
    }
    const deadline = new Deadline(60);
    await Promise.all(['a', 'b', 'c'].map((name) => deadline.run(busy(name))));
    over.abort();
    await others;
    deadline.stop();
    expect(log.filter((name) => name !== 'other').join('')).toBe('abcabcabc');
    expect(log.some((name, i) => name !== 'other' && i > 0 && log[i - 1] !== 'other')).toBe(false);
  });

  it('stops work that waits for its turn when the caller aborts, and goes on with the rest', async () => {
    const caller = new AbortController();
    const [waiting, deadline] = [new Deadline(60, caller.signal), new Deadline(60)];
    function* long(): Generator<undefined, string> {
      const end = performance.now() + 30;
      while (performance.now() < end) yield;
      return 'done';
    }
    const first = deadline.run(long());
    const second = waiting.run(long());
    const third = deadline.run(long());
    caller.abort(new Error('enough'));
    await expect(second).rejects.toThrow('enough');
    expect(await Promise.all([first, third])).toEqual(['done', 'done']);
    for (const one of [waiting, deadline]) one.stop();
  });
});
