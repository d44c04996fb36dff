import { nativeAsset } from '../../domain/kernel/asset';
import { dayNumber, dayText } from '../../domain/kernel/calendar';
import { formatMoney } from '../../domain/kernel/units';
import type { Interval } from '../../domain/portfolio/history/periods';
import { PipelineBench, WALLET } from '../../../test/fakes/pipeline';
import { token, transaction } from '../../../test/fakes/scripted-history-source';
import type { ReadyWalletLedger } from '../ledger/wallet-ledger';

const DAY = 86_400_000;
const ONE = 10n ** 18n;
const ETH = nativeAsset('ethereum');
const DAI = token('ethereum', 'DAI', '0x6b175474e89094c44da98b954eedeac495271d0f');
const START = dayNumber(2024, 1, 1);
const at = (day: number, hour = 12) => (START + day) * DAY + hour * 3_600_000;

const turnTo = (it: PipelineBench, time: number): void => it.clock.advance(time - it.clock.now());

/** Received 2 ETH on day 0, and gave one of them for 100 DAI on day 3. It is day 6 now. */
function bench(env?: Record<string, string>): PipelineBench {
  const it = new PipelineBench(['ethereum'], env);
  turnTo(it, at(6));
  it.source.give('ethereum', WALLET.value, [
    transaction(WALLET.value, at(0), [{ in: 2n * ONE }]),
    transaction(WALLET.value, at(3, 23), [{ out: ONE }, { in: 100n * ONE, asset: DAI }]),
  ]);
  it.prices.usd.set(ETH.id, '200').set(DAI.id, '1');
  return it;
}

async function ledgerOf(it: PipelineBench): Promise<ReadyWalletLedger> {
  const walletLedger = await it.ledgers.of(WALLET, [], it.whole());
  if (!walletLedger.ledger) throw new Error('no ledger');
  return { ...walletLedger, ledger: walletLedger.ledger };
}

async function history(
  it: PipelineBench,
  period: { first?: number; last?: number; interval?: Interval } = {},
) {
  const { first = null, last = START + 6, interval = 'day' } = period;
  const walletLedger = await ledgerOf(it);
  const { points, partial } = await it.pastValues.history(
    walletLedger,
    { first, last, interval },
    it.whole(),
  );
  const values = points.map(({ day, value, gap }) => [
    dayText(day).slice(5),
    value === null ? gap : formatMoney(value),
  ]);
  return { values, partial };
}

const PENDING = ['01-01', '01-02', '01-03', '01-04', '01-05', '01-06'].map((day) => [day, 'prices_pending']);
const WHOLE = [
  ['01-01', '400'],
  ['01-02', '400'],
  ['01-03', '400'],
  ['01-04', '300'],
  ['01-05', '300'],
  ['01-06', '300'],
  ['01-07', '300'],
];

describe('the value of a wallet over time', () => {
  it('shows days without a fetched price as gaps, and fetches them in the background', async () => {
    const it = bench();
    expect(await history(it)).toEqual({ values: [...PENDING, ['01-07', '300']], partial: true });
    await it.jobs.idle();
    expect(await history(it)).toEqual({ values: WHOLE, partial: false });
  });

  it('requests no price twice, and none of a bundled wallet', async () => {
    const it = bench();
    await history(it);
    await it.jobs.idle();
    const calls = it.prices.historicalCalls.length;
    await history(it);
    await it.jobs.idle();
    expect(it.prices.historicalCalls).toHaveLength(calls);
    it.bundled.addresses.add(WALLET.value);
    it.bundled.usd.set(ETH.id, '7').set(DAI.id, '2');
    expect((await history(it, { last: START + 4 })).values.at(-1)).toEqual(['01-05', '207']);
    expect(it.prices.historicalCalls).toHaveLength(calls);
  });

  it('requests a bounded number of prices at a time, the newest first', async () => {
    const it = bench();
    turnTo(it, at(1500));
    await ledgerOf(it);
    const calls = it.prices.historicalCalls.length;
    await history(it, { last: START + 1500 });
    await it.jobs.idle();
    const asked = it.prices.historicalCalls.slice(calls).flat();
    expect(asked).toHaveLength(1_000);
    expect(Math.max(...asked.map((query) => query.at))).toBe((START + 1500) * DAY - 1);
  });

  it('keeps a price that no market answered a gap', async () => {
    const it = bench();
    await ledgerOf(it);
    it.prices.silent.add(DAI.id);
    await history(it);
    await it.jobs.idle();
    const { values, partial } = await history(it, { last: START + 5 });
    expect([values.slice(0, 3), values.slice(3), partial]).toEqual([
      WHOLE.slice(0, 3),
      PENDING.slice(3),
      true,
    ]);
  });

  it('ends a day in the zone of the owner', async () => {
    const it = bench({ PARTIAL_BUDGET_MS: '200', REPORT_TIMEZONE: 'Asia/Tokyo' });
    await history(it);
    await it.jobs.idle();
    // 23:00 UTC of the fourth day is the fifth day in Tokyo.
    expect((await history(it)).values.slice(3, 5)).toEqual([
      ['01-04', '400'],
      ['01-05', '300'],
    ]);
  });

  it('refuses a history that needs too many prices, and names what to change', async () => {
    const it = bench();
    const tokens = Array.from({ length: 60 }, (_, i) =>
      token('ethereum', `T${i}`, `0x${(i + 1).toString(16).padStart(40, '0')}`),
    );
    it.source.give('ethereum', WALLET.value, [
      transaction(WALLET.value, at(0), [{ in: 2n * ONE }]),
      ...tokens.map((asset, i) =>
        transaction(WALLET.value, at(1) + i, [{ out: ONE / 100n }, { in: ONE, asset }]),
      ),
    ]);
    turnTo(it, at(5000));
    await expect(history(it, { last: START + 5000 })).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
      field: 'interval',
    });
    expect((await history(it, { last: START + 5000, interval: 'month' })).values.length).toBeGreaterThan(100);
  });
});

describe('the holdings of a past day', () => {
  it('are those of the ledger until its end, at its prices, and have the value of the history', async () => {
    const it = bench();
    const first = await it.pastValues.holdings(await ledgerOf(it), START + 2, it.whole());
    expect(first).toMatchObject({
      partial: true,
      pricesPending: true,
      totals: { value: 0n, unpricedCount: 1 },
    });
    await it.jobs.idle();
    const { holdings, totals, partial } = await it.pastValues.holdings(
      await ledgerOf(it),
      START + 2,
      it.whole(),
    );
    expect(holdings).toMatchObject([
      { tokenKey: 'ethereum:ETH', quantity: 2n * ONE, value: 400n * ONE, lotCount: 1 },
    ]);
    expect([totals.value, partial]).toEqual([400n * ONE, false]);
  });
});
