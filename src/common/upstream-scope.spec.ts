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
  it('is stopped when no call is answered in time', async () => {
    await expect(whileAnswered(60, never, silent, (signal) => call(5_000, true, signal))).rejects.toThrow(
      'silent',
    );
  });

  it('is stopped when one call after the other fails', async () => {
    const failing = async (signal: AbortSignal): Promise<void> => {
      for (let i = 0; i < 100; i++) await call(20, false, signal);
    };
    await expect(whileAnswered(100, never, silent, failing)).rejects.toThrow('silent');
  });

  it('goes on while calls are answered, and while it computes', async () => {
    const working = async (signal: AbortSignal): Promise<string> => {
      for (let i = 0; i < 5; i++) await call(40, true, signal);
      await pause(150);
      signal.throwIfAborted();
      return 'done';
    };
    await expect(whileAnswered(100, never, silent, working)).resolves.toBe('done');
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
