import { atMost, partialBudget, wholeBudget, within } from './budget';

const never = new AbortController().signal;

describe('budgets', () => {
  it('counts the partial budget from the start of the request', () => {
    expect(partialBudget({ startedAt: 1_000, signal: never }, 3_000)).toMatchObject({
      deadline: 4_000,
      wholeHistory: false,
    });
  });

  it('leaves a part of the wall clock for computing', () => {
    const budget = wholeBudget({ startedAt: 0, signal: never }, 55_000);
    expect(budget).toMatchObject({ deadline: 44_000, wholeHistory: true });
  });
});

describe('within and atMost', () => {
  it('gives the work a signal that aborts after the time', async () => {
    await within(5, never, async (signal) => {
      expect(signal.aborted).toBe(false);
      await new Promise((resolve) => signal.addEventListener('abort', resolve));
      expect(signal.aborted).toBe(true);
    });
  });

  it('does not abort at once when the time is longer than a timer can be', async () => {
    await within(2 ** 32, never, async (signal) => {
      // Fires after a timer of at most a millisecond that was set before.
      await new Promise((resolve) => setTimeout(resolve, 5));
      expect(signal.aborted).toBe(false);
    });
  });

  it('aborts at once when the caller has already gone', async () => {
    const gone = AbortSignal.abort();
    await within(60_000, gone, async (signal) => expect(signal.aborted).toBe(true));
  });

  it('answers null when the work is late, and lets the work go on', async () => {
    let finish = (_: string): void => undefined;
    const work = new Promise<string>((resolve) => (finish = resolve));
    await expect(atMost(1, never, work)).resolves.toBeNull();
    finish('done');
    await expect(work).resolves.toBe('done');
  });

  it('answers what is there', async () => {
    await expect(atMost(60_000, never, Promise.resolve('x'))).resolves.toBe('x');
  });

  it('passes a failure on', async () => {
    await expect(atMost(60_000, never, Promise.reject(new Error('bad')))).rejects.toThrow('bad');
  });
});
