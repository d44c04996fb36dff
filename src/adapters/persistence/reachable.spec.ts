import { DataSource } from 'typeorm';
import { retryUntil } from './reachable';
import { SystemClock } from '../system/system-clock';

class SlowPool extends DataSource {
  tries = 0;

  constructor(private readonly failures: number) {
    super({ type: 'postgres' });
  }

  override initialize(): Promise<this> {
    this.tries++;
    if (this.tries > this.failures) return Promise.resolve(this);
    return Promise.reject(new Error('Connection terminated due to connection timeout'));
  }
}

function opened(pool: SlowPool, waitMs: number): Promise<DataSource> {
  const clock = new SystemClock();
  return retryUntil(clock, clock.elapsed() + waitMs).execute(() => pool.initialize());
}

describe('the pool of a process that starts', () => {
  it('is opened by a later connection', async () => {
    const pool = new SlowPool(2);
    await expect(opened(pool, 60_000)).resolves.toBe(pool);
    expect(pool.tries).toBe(3);
  });

  it('is given up when the time to start is over', async () => {
    const pool = new SlowPool(Infinity);
    await expect(opened(pool, 0)).rejects.toThrow('connection timeout');
    expect(pool.tries).toBe(1);
  });
});
