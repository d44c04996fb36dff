import { ProcessState } from '../../common/process-state';
import { nativeAsset } from '../../domain/kernel/asset';
import { FakeDomainEvents } from '../../../test/fakes/fake-domain-events';
import { FakeWatchList } from '../../../test/fakes/fake-watch-list';
import { PipelineBench, SAVINGS, WALLET } from '../../../test/fakes/pipeline';
import { ScriptedPriceSource } from '../../../test/fakes/scripted-price-source';
import { transaction } from '../../../test/fakes/scripted-history-source';
import { PriceWatcher } from './price-watcher.service';

const HOUR = 3_600_000;
const ETH = nativeAsset('ethereum');
const ONE = 10n ** 18n;
const USER = '11111111-1111-4111-8111-111111111111';

async function bench() {
  const pipeline = new PipelineBench();
  const { clock, source, snapshots, views, current, prices } = pipeline;
  source.give('ethereum', WALLET.value, [
    transaction(WALLET.value, clock.now() - 99 * HOUR, [{ in: 2n * ONE }]),
  ]);
  prices.usd.set(ETH.id, '2000');
  await pipeline.histories.read(WALLET, [], pipeline.whole());
  const [events, watchList, past] = [new FakeDomainEvents(), new FakeWatchList(), new ScriptedPriceSource()];
  past.usd.set(ETH.id, '2000');
  for (const address of [SAVINGS.given, 'nonsense', WALLET.given])
    watchList.watches.push({ userId: USER, address, since: 0, owned: [] });
  const watcher = new PriceWatcher(
    watchList,
    events,
    snapshots,
    views,
    current,
    past,
    pipeline.bundled,
    clock,
    new ProcessState(),
  );
  /** A round at a price of now, some hours later. */
  const at = async (usd: string, hoursLater = 0): Promise<number> => {
    clock.advance(hoursLater * HOUR + 61_000);
    prices.usd.set(ETH.id, usd);
    await watcher.look();
    return events.kept.length;
  };
  return { ...pipeline, events, past, at };
}

describe('PriceWatcher', () => {
  it.each([
    ['2199.99', 0],
    ['1800.01', 0],
    ['2200', 1],
    ['1800', 1],
  ])('at %s after 2000 tells %i times', async (usd, times) => {
    expect(await (await bench()).at(usd)).toBe(times);
  });

  it('says nothing of a bundled wallet, and asks no market about it', async () => {
    const it = await bench();
    it.bundled.addresses.add(WALLET.value);
    expect(await it.at('2300')).toBe(0);
    expect([it.past.historicalCalls, it.prices.currentCalls]).toEqual([[], []]);
  });

  it('says what moved, how far and how much of it is held', async () => {
    const it = await bench();
    await it.at('2300.5');
    expect(it.events.kept).toEqual([
      {
        type: 'price.alert',
        address: WALLET.value,
        userId: USER,
        occurredAt: null,
        key: expect.stringContaining(`price.alert:${USER}:${WALLET.value}:${ETH.id}:`),
        data: {
          address: WALLET.given,
          symbol: 'ETH',
          chain: 'ethereum',
          token_key: 'ethereum:ETH',
          price: '2300.5',
          reference_price: '2000',
          change_percent: '15.03',
          direction: 'up',
          threshold_percent: '10',
          window: '24h',
          quantity_held: '2',
          triggered_at: new Date(it.clock.now()).toISOString(),
        },
      },
    ]);
  });

  it('tells once in twenty-four hours', async () => {
    const it = await bench();
    expect(await it.at('2300')).toBe(1);
    expect(await it.at('1500', 1)).toBe(1);
    expect(await it.at('2500', 22)).toBe(1);
    expect(await it.at('2500', 2)).toBe(2);
  });

  it('asks for the price of an hour gone by once', async () => {
    const it = await bench();
    await it.at('2000');
    await it.at('2000');
    expect(it.past.historicalCalls.length).toBeLessThanOrEqual(2);
    expect(it.past.historicalCalls.flat().every(({ at }) => at % HOUR === 0)).toBe(true);
  });

  it('says nothing without a price of now or of then', async () => {
    const it = await bench();
    it.past.usd.clear();
    expect(await it.at('9000')).toBe(0);
    it.past.usd.set(ETH.id, '0');
    expect(await it.at('9000', 1)).toBe(0);
  });
});
