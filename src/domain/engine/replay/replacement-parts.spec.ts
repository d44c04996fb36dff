import { bought, coinOf, eventBase, sold } from '../../../../test/support/engine-events';
import { DAY_MS } from '../../kernel/durations';
import { formatMoney } from '../../kernel/units';
import { replay, taxSummary, type LedgerEvent } from '../index';

const COIN = coinOf('COIN', 8);
const START = Date.UTC(2023, 0, 1);

/** Buys and sells in turn, in amounts that never agree, at prices that fall. */
function dense(trades: number, stepMs: number): LedgerEvent[] {
  let state = 7;
  const random = (): number => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
  let held = 0n;
  const events = Array.from({ length: trades }, (_, i): LedgerEvent => {
    const units = BigInt(Math.floor(1e7 + random() * 1e8));
    const isSale = i % 2 === 1 && held > units;
    held += isSale ? -units : units;
    const value = (units * BigInt(1_000_000 - Math.floor((600_000 * i) / trades))) / 10n ** 5n;
    const base = eventBase(`t${i}`, START + i * stepMs, units, COIN);
    const usd = formatMoney(value * 10n ** 12n);
    return { ...base, ...(isSale ? sold(usd) : bought(usd)) };
  });
  const last = eventBase('last', START + trades * stepMs + 40 * DAY_MS, held, COIN);
  return [...events, { ...last, ...sold('1') }];
}

const MAX_EXACT_PARTS = 10_000;
/** A ledger whose parts grow with every trade is refused at once. */
const MAX_SLICES = 200_000;
const options = {
  method: 'fifo',
  timezone: 'UTC',
  maxExactParts: MAX_EXACT_PARTS,
  maxSlices: MAX_SLICES,
} as const;
const total = (events: readonly LedgerEvent[], washSales: boolean): bigint =>
  taxSummary(replay(events, { ...options, washSales }), { timezone: 'UTC' }).totalRealized;

describe('losses of many trades in a row', () => {
  it('have a part each without a limit, and the ledger is exact', () => {
    const ledger = replay(dense(900, DAY_MS / 2), { method: 'fifo', timezone: 'UTC', washSales: true });
    expect(ledger.washSales.length).toBeGreaterThan(MAX_EXACT_PARTS);
    expect(new Set(ledger.washSales.map(({ replacementLotId }) => replacementLotId)).size).toBe(
      ledger.washSales.length,
    );
    expect(ledger.isApproximate).toBe(false);
  });

  it('share parts above a limit, and the ledger reports it', () => {
    const isApproximate = (trades: number): boolean =>
      replay(dense(trades, DAY_MS / 2), { ...options, washSales: true }).isApproximate;
    expect([isApproximate(200), isApproximate(2_000)]).toEqual([false, true]);
  });

  it.each([
    ['a minute', 60_000],
    ['a day', DAY_MS],
  ])('need slices in proportion to the trades, %s apart', (_name, stepMs) => {
    const trades = 4_000;
    const ledger = replay(dense(trades, stepMs), {
      ...options,
      washSales: true,
      maxSlices: 60_000 + 30 * trades,
    });
    expect(ledger.washSales.length).toBeGreaterThan(trades / 2);
    expect(new Set(ledger.lots.map(({ id }) => id)).size).toBe(ledger.lots.length);
    expect(new Set(ledger.disposals.map(({ id }) => id)).size).toBe(ledger.disposals.length);
    expect(new Set(ledger.washSales.map(({ id }) => id)).size).toBe(ledger.washSales.length);
  });

  it('keep the total of closed positions, and no unit or basis is lost', () => {
    const events = dense(2_000, DAY_MS / 2);
    expect(total(events, true)).toBe(total(events, false));
    const { lots, links } = replay(events, { ...options, washSales: true });
    expect(lots.filter(({ remaining }) => remaining > 0n)).toHaveLength(0);
    const splitUnits = new Map<string, bigint>();
    for (const { relation, toLotId, quantity } of links)
      if (relation === 'split' && toLotId !== null)
        splitUnits.set(toLotId, (splitUnits.get(toLotId) ?? 0n) + quantity);
    for (const lot of lots) {
      const units = splitUnits.get(lot.id);
      if (units !== undefined) expect(lot.originalQuantity).toBe(units);
    }
  });

  it('disallow each loss at most once, and give every row one term', () => {
    const { disposals, washSales } = replay(dense(3_000, DAY_MS / 4), { ...options, washSales: true });
    for (const { gain, washSaleDisallowed } of disposals)
      if (washSaleDisallowed > 0n) expect(gain + washSaleDisallowed <= 0n).toBe(true);
    const disallowed = washSales.reduce((sum, sale) => sum + sale.disallowed, 0n);
    expect(disposals.reduce((sum, one) => sum + one.washSaleDisallowed, 0n)).toBe(disallowed);
    expect(new Set(disposals.map(({ isLongTerm }) => isLongTerm)).size).toBe(2);
  });
});
