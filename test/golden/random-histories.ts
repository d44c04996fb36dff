import fc from 'fast-check';
import {
  DISPOSAL_TYPES,
  INCOME_TYPES,
  METHODS,
  type Ledger,
  type LedgerEvent,
  type ReplayOptions,
} from '../../src/domain/engine';
import { DAY_MS } from '../../src/domain/kernel/durations';
import { coinOf } from '../support/engine-events';

/** A coin and its wrapped form, of one group but with other units. */
export const COIN = coinOf('COIN', 4);
export const WRAPPED = coinOf('WCOIN', 2);
export const OTHER = coinOf('OTHER', 3);
const groupOf = (id: string): string | null => (id === OTHER.id ? null : 'coin');
export const WALLETS = ['a', 'b'];

const units = fc.oneof(fc.bigInt({ min: 1n, max: 50n }), fc.bigInt({ min: 1n, max: 5000n }));
/** Small numbers make remainders, huge ones make carries. */
const usd = fc.oneof(fc.bigInt({ min: 0n, max: 50n }), fc.bigInt({ min: 0n, max: 10n ** 24n }));
const base = fc.record({
  day: fc.oneof(fc.nat({ max: 90 }), fc.nat({ max: 500 })),
  block: fc.nat({ max: 2 }),
  wallet: fc.constantFrom('a', 'a', 'b'),
  asset: fc.constantFrom(COIN, COIN, COIN, WRAPPED, OTHER),
  quantity: units,
});
export type Draft = Omit<LedgerEvent, 'transactionId' | 'stem'> & { day: number };

const acquire = fc
  .tuple(
    base,
    fc.record({
      cost: fc.option(usd, { freq: 9 }),
      lossBasis: fc.option(fc.option(usd, { freq: 3 }), { freq: 3, nil: undefined }),
      incomeType: fc.option(fc.constantFrom(...INCOME_TYPES), { freq: 2 }),
      untracked: fc.constantFrom(false, false, false, true),
    }),
  )
  .map(([common, more]) => ({
    ...common,
    ...more,
    kind: 'acquire',
    source: more.incomeType ? 'income' : more.lossBasis === undefined ? 'purchase' : 'manual',
    basisSource: 'trade',
  }));
const dispose = fc
  .tuple(
    base,
    fc.record({
      type: fc.constantFrom(...DISPOSAL_TYPES),
      proceeds: fc.option(usd, { freq: 9 }),
      fees: fc.oneof(fc.constant(0n), usd),
    }),
  )
  .map(([common, more]) => ({ ...common, ...more, kind: 'dispose' }));
const move = fc
  .tuple(base, fc.constantFrom(...WALLETS), fc.nat({ max: 100 }), fc.option(usd, { freq: 5 }))
  .map(([common, toWallet, percent, feeValue]) => {
    const toAsset = common.asset === COIN && percent % 2 === 0 ? WRAPPED : common.asset;
    const whole = toAsset === common.asset ? common.quantity : common.quantity / 100n;
    const received = percent < 60 ? whole : (whole * BigInt(percent)) / 100n;
    const relation = toAsset === common.asset ? 'transfer' : 'wrap';
    return { ...common, kind: 'move', relation, toWallet, toAsset, received, feeValue };
  });

export const finish = (draft: Draft, name: string): LedgerEvent =>
  ({
    ...draft,
    transactionId: name,
    txHash: null,
    stem: name,
    leg: 0,
    at: Date.UTC(2023, 0, 1) + draft.day * DAY_MS,
    txIndex: 0,
    logIndex: 0,
    priceSource: null,
  }) as unknown as LedgerEvent;
export const histories = fc
  .array(fc.oneof(acquire, acquire, dispose, dispose, move), { maxLength: 40, size: 'max' })
  .map((drafts) => drafts.map((draft, i) => finish(draft as unknown as Draft, `t${i}`)));

export const options = fc.record({
  method: fc.constantFrom(...(Object.keys(METHODS) as (keyof typeof METHODS)[])),
  timezone: fc.constantFrom('UTC', 'America/New_York'),
  washSales: fc.boolean(),
  groupOf: fc.constant(groupOf),
}) as fc.Arbitrary<ReplayOptions>;

/** Every word of a ledger, getters included. */
export function bytes(ledger: Ledger): string {
  const plain = (record: object): object => {
    const names = new Set<string>();
    for (let at = record; at !== Object.prototype; at = Object.getPrototypeOf(at) as object)
      for (const name of Object.getOwnPropertyNames(at)) names.add(name);
    const wanted = [...names].filter((name) => PUBLIC.has(name)).sort();
    return Object.fromEntries(wanted.map((name) => [name, (record as Record<string, unknown>)[name]]));
  };
  const { lots, disposals, income, links, issues, washSales, assets } = ledger;
  return JSON.stringify(
    [
      ...[lots, disposals, income, links, issues, washSales].map((list) => list.map(plain)),
      [...assets.keys()],
    ],
    (_key, value: unknown) => (typeof value === 'bigint' ? `${value}` : value),
  );
}
const PUBLIC = new Set(
  `id lotId wallet quantity originalQuantity remaining originalCost cost acquiredAt receivedAt holdingStartAt source
  basisSource incomeType isUntracked parentId transactionId txHash washSaleAdjustment proceeds costBasis gain fees
  disposedAt isLongTerm type washSaleDisallowed flags fairMarketValue fromLotId toLotId disposalId relation at kind
  assetId chain reason count loss disallowed replacementLotId replacedAt daysApart`.split(/\s+/),
);
