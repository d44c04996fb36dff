import { asLast, Silence, upstreamScope, whileAnswered } from './upstream-scope';

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
const never = new AbortController().signal;
const silent = (): Error => new Error('silent');

/** A call that ends after some time, or with the signal. */
async function call(ms: number, isAnswered: boolean, signal: AbortSignal): Promise<void> {
  const { silence } = upstreamScope();
  silence?.started();
  let ended = false;
  try {
    await new Promise<void>((resolve, reject) => {
      setTimeout(resolve, ms);
      signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
    });
    ended = isAnswered;
  } finally {
    silence?.ended(ended);
  }
}

describe('work that calls upstreams', () => {
  // Time passes when a test says so.
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => void jest.useRealTimers());

  it('is stopped when no call is answered in time', async () => {
    const work = whileAnswered(60, never, silent, (signal) => call(5_000, true, signal));
    const stopped = expect(work).rejects.toThrow('silent');
    await jest.advanceTimersByTimeAsync(60);
    await stopped;
  });

  it('is stopped when one call after the other fails', async () => {
    let calls = 0;
    const failing = async (signal: AbortSignal): Promise<void> => {
      for (;;) {
        calls++;
        await call(20, false, signal);
      }
    };
    const stopped = expect(whileAnswered(100, never, silent, failing)).rejects.toThrow('silent');
    await jest.advanceTimersByTimeAsync(100);
    await stopped;
    expect(calls).toBe(5);
  });

  it('goes on while calls are answered, and while it computes', async () => {
    const working = async (signal: AbortSignal): Promise<string> => {
      for (let i = 0; i < 5; i++) await call(40, true, signal);
      await pause(150);
      signal.throwIfAborted();
      return 'done';
    };
    const done = expect(whileAnswered(100, never, silent, working)).resolves.toBe('done');
    await jest.advanceTimersByTimeAsync(350);
    await done;
  });

  it('ends with the signal from outside', async () => {
    const outer = new AbortController();
    const work = whileAnswered(5_000, outer.signal, silent, (signal) => call(5_000, true, signal));
    outer.abort(new Error('shutdown'));
    await expect(work).rejects.toThrow('shutdown');
  });

  it('knows that it goes last, also inside other work', async () => {
    expect(upstreamScope().isLast).toBe(false);
    const seen = await asLast(() => whileAnswered(100, never, silent, async () => upstreamScope()));
    expect(seen.isLast).toBe(true);
    expect(seen.silence).toBeInstanceOf(Silence);
  });
});
