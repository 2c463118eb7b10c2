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
});
