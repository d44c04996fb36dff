import fc from 'fast-check';
import { asset, tx } from '../../../test/chain/chain-story';
import { ME, POOL, ROUTER, SAVINGS, STRANGER } from '../../../test/chain/parties';
import type { LedgerEvent } from '../engine';
import type { ChainTransaction, Movement } from './facts/chain-transaction';
import { classifyHistory } from './classify/classify';
import { ledgerEvents } from './events/ledger-events';
import { valueTransactions } from './pricing/value';
import { POLICIES } from '../../../test/chain/policies';

const SYMBOLS = ['ETH', 'WETH', 'USDC', 'UNI', 'FROG'];
const owned = new Set([ME, SAVINGS]);

const movement: fc.Arbitrary<Movement> = fc
  .record({
    symbol: fc.constantFrom(...SYMBOLS),
    other: fc.constantFrom(POOL, ROUTER, SAVINGS, STRANGER, ME),
    isIn: fc.boolean(),
    quantity: fc.bigInt({ min: 0n, max: 10n ** 24n }),
  })
  .map(({ symbol, other, isIn, quantity }) => ({
    asset: asset(symbol),
    from: isIn ? other : ME,
    to: isIn ? ME : other,
    quantity,
    logIndex: 0,
    kind: 'token',
  }));

const story = fc
  .array(fc.record({ movements: fc.array(movement, { maxLength: 6 }), succeeded: fc.boolean() }), {
    maxLength: 8,
  })
  .map((all) =>
    all.map(({ movements, succeeded }): ChainTransaction => ({ ...tx([], { succeeded }), movements })),
  );

type Sums = Record<string, bigint>;
const add = (sums: Sums, key: string, quantity: bigint): void => {
  sums[key] = (sums[key] ?? 0n) + quantity;
};
const withoutZeros = (sums: Sums): Sums =>
  Object.fromEntries(Object.entries(sums).filter(([, total]) => total !== 0n));

/** Gains and losses of the wallet on the chain, including gas. */
const ofChain = (txs: readonly ChainTransaction[]): Sums => {
  const sums: Sums = {};
  for (const { movements, fee, succeeded } of txs) {
    if (fee) add(sums, fee.asset.id, -fee.quantity);
    for (const { from, to, asset: what, quantity } of succeeded ? movements : [])
      add(sums, what.id, (to === ME ? quantity : 0n) - (from === ME ? quantity : 0n));
  }
  return withoutZeros(sums);
};

const ofEvents = (events: readonly LedgerEvent[]): Sums => {
  const sums: Sums = {};
  for (const event of events) {
    if (event.wallet === ME)
      add(sums, event.asset.id, event.kind === 'acquire' ? event.quantity : -event.quantity);
    if (event.kind === 'move' && event.toWallet === ME) add(sums, event.toAsset.id, event.received);
  }
  return withoutZeros(sums);
};

const classify = (txs: readonly ChainTransaction[]) => classifyHistory(txs, { wallet: ME, owned });
/** Prices move with the moment and some are missing, so that every way of valuing is taken. */
const lookup = (assetId: string, at: number) =>
  assetId.endsWith('e') || at % 3 === 0 ? null : { usd: String(1 + (at % 997)), at, source: 'market' };

describe('for any history on the chain', () => {
  it('legs and fees add up to the movements', () => {
    fc.assert(
      fc.property(story, (txs) => {
        const sums: Sums = {};
        for (const { legs, fee } of classify(txs)) {
          if (fee) add(sums, fee.asset.id, -fee.quantity);
          for (const leg of legs)
            add(sums, leg.asset.id, leg.direction === 'in' ? leg.quantity : -leg.quantity);
        }
        expect(withoutZeros(sums)).toEqual(ofChain(txs));
      }),
    );
  });

  it('the ledger sums to the movements, under every policy', () => {
    const policies = fc.record({
      gasPolicy: fc.constantFrom('dispose' as const, 'capitalize' as const),
      wrapPolicy: fc.constantFrom('carry' as const, 'taxable' as const),
      depositPolicy: fc.constantFrom('carry' as const, 'mixed' as const, 'taxable' as const),
      owned: fc.constant(owned),
    });
    fc.assert(
      fc.property(story, policies, (txs, chosen) => {
        const events = ledgerEvents(valueTransactions(classify(txs), lookup), chosen);
        expect(ofEvents(events)).toEqual(ofChain(txs));
        expect(events.every((event) => event.quantity > 0n)).toBe(true);
      }),
    );
  });

  it('no value appears or vanishes in a trade', () => {
    fc.assert(
      fc.property(story, (txs) => {
        for (const { legs, type } of valueTransactions(classify(txs), lookup)) {
          const strangers = legs.filter((leg) => !leg.isInternal);
          if (type !== 'swap' || strangers.some((leg) => leg.valueUsd === null)) continue;
          const side = (direction: string) =>
            strangers
              .filter((leg) => leg.direction === direction)
              .reduce((sum, leg) => sum + (leg.valueUsd ?? 0n), 0n);
          expect(side('in')).toBe(side('out'));
        }
      }),
    );
  });

  it('every event has its own name', () => {
    fc.assert(
      fc.property(story, (txs) => {
        const events = ledgerEvents(valueTransactions(classify(txs), lookup), {
          ...POLICIES,
          owned,
        });
        const names = events.map((e) => `${e.kind}|${e.stem}|${e.leg}|${e.wallet}|${e.asset.id}`);
        expect(new Set(names).size).toBe(names.length);
      }),
    );
  });
});
