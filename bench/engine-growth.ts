import { simulateWashSales, replay, type LedgerEvent, type Move } from '../src/domain/engine';
import { MINUTE_MS } from '../src/domain/kernel/durations';
import { bought, coinOf, eventBase, FIFO, sold } from '../test/support/engine-events';

/** Ledgers whose rows grew with the square of their transactions, before the rows were limited. */

const COIN = coinOf('COIN', 8);
const START = Date.UTC(2024, 0, 1);
const ONE = 10n ** 8n;

const base = (i: number, units: bigint, wallet = 'a') =>
  eventBase(`t${i}`, START + i * MINUTE_MS, units, COIN, wallet);

const move = (i: number, units: bigint): Move => ({
  ...base(i, units, i % 2 ? 'b' : 'a'),
  kind: 'move',
  relation: 'transfer',
  toWallet: i % 2 ? 'a' : 'b',
  toAsset: COIN,
  received: units,
  feeValue: 0n,
});

/** Purchases, then as many moves of the whole balance (`left` units fewer each time) between two wallets. */
const moved = (count: number, left: bigint): LedgerEvent[] => [
  ...Array.from({ length: count }, (_, i) => ({ ...base(i, ONE), ...bought('100') })),
  ...Array.from({ length: count }, (_, i) => move(count + i, BigInt(count) * ONE - left * BigInt(i))),
];

/** Purchases and sales in turn, in amounts that never agree, at falling prices. */
function traded(count: number): LedgerEvent[] {
  let state = 7;
  const random = (): number => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
  return Array.from({ length: count }, (_, i): LedgerEvent => {
    const units = BigInt(Math.floor(1e7 + random() * 1e8));
    const usd = String((units * BigInt(1_000 - Math.floor((900 * i) / count))) / ONE);
    return { ...base(i, units), ...(i % 2 ? sold(usd) : bought(usd)) };
  });
}

/** As the history of a wallet is replayed. */
const WASHED = { method: FIFO.method, timezone: FIFO.timezone, maxExactParts: 10_000 };

const lotsOf = (events: readonly LedgerEvent[]): number => replay(events, FIFO).lots.length;
const washSalesOf = (events: readonly LedgerEvent[]): number => simulateWashSales(events, WASHED).length;

/** The events are made by the case that replays them: events of other cases would take memory and time. */
const CASES: readonly (readonly [string, () => LedgerEvent[], (events: readonly LedgerEvent[]) => number])[] =
  [
    ['4,000 purchases, 4,000 moves of all', () => moved(4_000, 0n), lotsOf],
    ['4,000 purchases, 4,000 moves of almost all', () => moved(4_000, 1n), lotsOf],
    ['25,000 purchases, 25,000 moves of all', () => moved(25_000, 0n), lotsOf],
    ['100,000 trades, wash sales', () => traded(100_000), washSalesOf],
  ];

/** @returns a table as Markdown: each ledger is replayed once */
export function growth(): string {
  const rows = CASES.map(([name, eventsOf, run]) => {
    const events = eventsOf();
    const start = performance.now();
    const count = run(events);
    return `| ${name} | ${Math.round(performance.now() - start)} | ${count} |`;
  });
  return ['| Ledger | ms | Lots or wash sales |', '| --- | --- | --- |', ...rows].join('\n');
}
