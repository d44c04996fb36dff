import { TestClock } from '../../test/fakes/test-clock';
import { asLast, Silence, upstreamScope, whileAnswered } from './upstream-scope';

const never = new AbortController().signal;
const silent = (): Error => new Error('silent');
let clock: TestClock;
beforeEach(() => (clock = new TestClock()));

async function call(ms: number, isAnswered: boolean, signal: AbortSignal): Promise<void> {
  const { silence } = upstreamScope();
  silence?.started();
  let ended = false;
  try {
    await clock.sleep(ms, signal);
    ended = isAnswered;
  } finally {
    silence?.ended(ended);
  }
}

async function ending(work: Promise<unknown>): Promise<{ how: unknown; ms: number }> {
  const begin = clock.elapsed();
  const ended = work.then(
    (how) => ({ how, ms: clock.elapsed() - begin }),
    ({ message }: Error) => ({ how: message, ms: clock.elapsed() - begin }),
  );
  await clock.tick(10_000);
  return ended;
}

describe('work that calls upstreams', () => {
  it('is stopped when no call is answered in time', async () => {
    const work = whileAnswered(clock, 60, never, silent, (signal) => call(5_000, true, signal));
    expect(await ending(work)).toEqual({ how: 'silent', ms: 60 });
  });

  it('is stopped when one call after the other fails', async () => {
    const failing = async (signal: AbortSignal): Promise<void> => {
      for (let i = 0; i < 100; i++) await call(20, false, signal);
    };
    expect(await ending(whileAnswered(clock, 99, never, silent, failing))).toEqual({ how: 'silent', ms: 99 });
  });

  it('goes on while calls are answered, and while it computes', async () => {
    const working = async (signal: AbortSignal): Promise<string> => {
      for (let i = 0; i < 5; i++) await call(40, true, signal);
      await clock.sleep(150);
      signal.throwIfAborted();
      return 'done';
    };
    expect(await ending(whileAnswered(clock, 100, never, silent, working))).toEqual({ how: 'done', ms: 350 });
  });

  it('ends with the signal from outside', async () => {
    const outer = new AbortController();
    const work = whileAnswered(clock, 5_000, outer.signal, silent, (signal) => call(5_000, true, signal));
    outer.abort(new Error('shutdown'));
    await expect(work).rejects.toThrow('shutdown');
    expect(clock.pending).toBe(0);
  });

  it('knows that it goes last, also inside other work', async () => {
    expect(upstreamScope().isLast).toBe(false);
    const seen = await asLast(() => whileAnswered(clock, 100, never, silent, async () => upstreamScope()));
    expect(seen.isLast).toBe(true);
    expect(seen.silence).toBeInstanceOf(Silence);
  });
});
