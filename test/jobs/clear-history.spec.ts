import { FakeWatchList } from '../fakes/fake-watch-list';
import { PipelineBench } from '../fakes/pipeline';
import { MemoryRateCounter } from '../../src/adapters/rate/memory-rate-counter';
import { StoredChanges } from '../../src/common/stored-changes';
import { DAY_MS, MINUTE_MS } from '../../src/domain/kernel/durations';
import { parseAddress } from '../../src/domain/kernel/address';
import { RequestContext } from '../../src/http/request-context';
import { CacheService } from '../../src/modules/wallets/jobs/cache.service';

const wallet = (n: number) => parseAddress(`0x${n.toString(16).padStart(40, '0')}`);
const [WALLET, OTHER] = [wallet(1), wallet(2)];
const A_DAY = 24;

it('the history of a wallet is cleared 24 times a day at most, by all callers together', async () => {
  const it = new PipelineBench(['ethereum']);
  const service = new CacheService(
    it.ledgers,
    it.valuation,
    it.current,
    it.store,
    it.cache,
    new MemoryRateCounter(it.clock),
    new StoredChanges(),
    it.stored,
    it.rows,
    new FakeWatchList(),
    it.clock,
  );
  let callers = 0;
  const clear = (scope: 'all' | 'derived', address = WALLET) => {
    const context = new RequestContext(it.clock, 'r');
    const [userId, sessionId] = [`user-${++callers}`, 's'];
    context.identify({ kind: 'user', userId, plan: 'free', isOperator: false, sessionId });
    it.clock.advance(MINUTE_MS);
    return service.clear(address, { scope }, context);
  };
  // From midnight on: the limit is one of the day in UTC.
  it.clock.advance(DAY_MS - (it.clock.now() % DAY_MS));
  for (let i = 0; i < A_DAY; i++) expect((await clear('all')).scope).toBe('all');
  await expect(clear('all')).rejects.toMatchObject({ details: { limit: A_DAY, window: 'day' } });
  expect((await clear('derived')).scope).toBe('derived');
  expect((await clear('all', OTHER)).scope).toBe('all');
  it.clock.advance(DAY_MS);
  expect((await clear('all')).scope).toBe('all');
});
