import fc from 'fast-check';
import { PipelineBench, SAVINGS, WALLET } from '../../../../test/fakes/pipeline';
import { token, transaction } from '../../../../test/fakes/scripted-history-source';
import { bytes } from '../../../../test/golden/random-histories';
import { nativeAsset } from '../../../domain/kernel/asset';
import { money } from '../../../domain/kernel/units';
import type { ManualEntry } from '../../../domain/overlays/manual-entry';
import type { ChainTransaction } from '../../../domain/chain/facts/chain-transaction';
import type { WalletHistory } from '../../history/wallet-history';

const DAY = 86_400_000;
const ONE = 10n ** 18n;
const ETH = nativeAsset('ethereum');
const STETH = token('ethereum', 'stETH', '0xae7ab96520de3a18e5e111b5eaab095312d7fe84');
const ASSETS = [ETH, token('ethereum', 'T1', `0x${'1'.repeat(40)}`), STETH];
const APPENDED = 'cost_basis_engine_seconds append';
const WHOLE = 'cost_basis_engine_seconds kept';

/** The bytes of the ledger as the kept one has it, and as a replay has it. */
async function both(it: PipelineBench, history: WalletHistory): Promise<[string, string]> {
  const kept = await it.kept.use('name', history, async ({ ledger }) => bytes(ledger));
  return [kept, bytes((await it.ledgers.ofHistory(history)).ledger)];
}

function priced(): PipelineBench {
  const it = new PipelineBench();
  it.prices.usd.set(ETH.id, '2000').set(STETH.id, '1990');
  return it;
}

const buy = (day: number): ChainTransaction => transaction(WALLET.value, day * DAY, [{ in: ONE }]);
const sell = (day: number): ChainTransaction => transaction(WALLET.value, day * DAY, [{ out: ONE / 2n }]);

async function read(it: PipelineBench, history: readonly ChainTransaction[]): Promise<WalletHistory> {
  it.source.give(
    'ethereum',
    WALLET.value,
    history.toSorted((a, b) => a.at - b.at),
  );
  it.clock.advance(61_000);
  return it.histories.read(WALLET, [SAVINGS], it.whole());
}

/** One that grows is never continued. */
const someAsset = fc.constantFrom(0, 0, 0, 0, 1, 1, 1, 1, 1, 2);
const steps = fc.array(
  fc.record({
    day: fc.integer({ min: 1, max: 40 }),
    given: fc.option(someAsset),
    got: fc.option(someAsset),
    amount: fc.bigInt(1n, 9n),
    isOwn: fc.boolean(),
    arrives: fc.nat(4),
  }),
  { minLength: 1, maxLength: 16 },
);
/** What else happens before a read: an asset gets a market, prices without a market are asked again. */
const news = fc.array(fc.record({ priced: fc.option(fc.nat(2)), isExpired: fc.boolean() }), {
  ...{ minLength: 5, maxLength: 5 },
});

it('a ledger that is continued equals a replay, whatever comes late or gets a price', async () => {
  let appended = 0;
  let late = 0;
  await fc.assert(
    fc.asyncProperty(steps, news, async (story, events) => {
      const it = priced();
      const all = story.map(({ day, given, got, amount, isOwn, arrives }, i) => ({
        arrives,
        at: day * DAY + i,
        transaction: transaction(WALLET.value, day * DAY + i, [
          ...(given === null
            ? []
            : [{ out: amount * ONE, asset: ASSETS[given], ...(isOwn && { with: SAVINGS.value }) }]),
          ...(got === null ? [] : [{ in: 2n * amount * ONE, asset: ASSETS[got] }]),
        ]),
      }));
      for (const [round, { priced: asset, isExpired }] of events.entries()) {
        if (asset !== null) it.prices.usd.set(ASSETS[asset]?.id ?? '', String(round + 3));
        if (isExpired) it.store.expirePrices();
        const before = it.metrics.of(APPENDED);
        const known = all.filter(({ arrives }) => arrives <= round);
        const history = await read(
          it,
          known.map(({ transaction: one }) => one),
        );
        expect(history.valued.transactions).toHaveLength(known.length);
        const [kept, replayed] = await both(it, history);
        if (kept !== replayed) expect(JSON.parse(kept)).toEqual(JSON.parse(replayed));
        if (it.metrics.of(APPENDED) === before) continue;
        appended++;
        const last = Math.max(...known.filter(({ arrives }) => arrives < round).map(({ at }) => at));
        if (known.some(({ arrives, at }) => arrives === round && at < last)) late++;
      }
    }),
    { numRuns: 60 },
  );
  expect(appended).toBeGreaterThan(50);
  expect(late).toBeGreaterThan(10);
});

describe('a kept ledger', () => {
  it('is continued, also by a late transaction', async () => {
    const it = priced();
    const first = await read(it, [buy(1), sell(5)]);
    await both(it, first);
    await both(it, await read(it, [buy(1), sell(5), sell(6)]));
    const [kept, replayed] = await both(it, await read(it, [buy(1), buy(2), sell(5), sell(6)]));
    expect(kept).toBe(replayed);
    expect([it.metrics.of(WHOLE), it.metrics.of(APPENDED)]).toEqual([1, 2]);
  });

  it('is replayed with what the owner states, and then without', async () => {
    const it = priced();
    const history = await read(it, [buy(1), buy(2)]);
    await both(it, history);
    const entry: ManualEntry = {
      ...{ kind: 'disposal_entry', id: 'entry', wallet: WALLET.value, assetId: ETH.id, asset: ETH },
      ...{ quantity: ONE, at: 3 * DAY, type: 'sale', proceeds: money('5'), fees: 0n, txHash: null },
    };
    const stated = { ...history, valued: { ...history.valued, entries: [entry] } };
    const [with_, replayed] = await both(it, stated);
    expect(with_).toBe(replayed);
    expect(with_).toContain('"entry"');
    const [without, plain] = await both(it, history);
    expect(without).toBe(plain);
    expect(it.metrics.of(APPENDED)).toBe(0);
  });

  it('is read by one at a time', async () => {
    const it = priced();
    const few = await read(it, [buy(1)]);
    const more = await read(it, [buy(1), buy(2)]);
    const lots = (history: WalletHistory) =>
      it.kept.use('name', history, async ({ ledger }) => {
        const before = ledger.lots.length;
        for (let i = 0; i < 20; i++) await new Promise((wake) => setImmediate(wake));
        return [before, ledger.lots.length];
      });
    const all = await Promise.all([lots(few), lots(more), lots(more)]);
    expect(all).toEqual([
      [1, 1],
      [2, 2],
      [2, 2],
    ]);
    expect(it.metrics.of(WHOLE)).toBe(1);
  });

  it('is not continued after a failure', async () => {
    const it = priced();
    const few = await read(it, [buy(1)]);
    await both(it, few);
    const failed = it.kept.use('name', few, () => Promise.reject(new Error('no room')));
    await expect(failed).rejects.toThrow('no room');
    expect(it.kept.has('name')).toBe(false);
    const [kept, replayed] = await both(it, await read(it, [buy(1), buy(2)]));
    expect(kept).toBe(replayed);
  });
});
