import fc from 'fast-check';
import { FIFO, purchaseOf } from '../../../test/support/engine-events';
import { loadConfig } from '../../config/env';
import { LedgerSession } from '../../domain/engine';
import type { Asset } from '../../domain/kernel/asset';
import type { WalletTransaction } from '../../domain/chain/facts/wallet-transaction';
import { LedgerViews, type KnownKeys } from './ledger-views.service';

/** Contracts that share symbols. One reports another symbol now and then. */
const ASSETS: readonly Asset[] = ['a', 'b', 'c', 'd'].flatMap((contract, i) =>
  ['X', i < 2 ? 'X' : 'Y'].map((symbol) => ({
    ...{
      id: `ethereum:${contract}`,
      chain: 'ethereum' as const,
      contract,
      symbol,
      name: symbol,
      decimals: 18,
    },
  })),
);
const assets = fc.constantFrom(...ASSETS);

/** A transaction as far as names follow from it. */
const transactions = fc.record({
  legs: fc.array(assets, { maxLength: 2 }),
  hidden: fc.array(assets, { maxLength: 1 }),
  isSpam: fc.boolean(),
  isBooked: fc.boolean(),
  day: fc.nat(5),
});
const states = fc.array(fc.array(transactions, { maxLength: 4 }), { minLength: 2, maxLength: 4 });

it('names of assets are the same whatever was named before', async () => {
  const [views, anew] = [new LedgerViews(loadConfig({})), new LedgerViews(loadConfig({}))];
  let kept = 0;
  await fc.assert(
    fc.asyncProperty(states, fc.boolean(), async (parts, isFirst) => {
      const session = new LedgerSession(FIFO);
      let all: WalletTransaction[] = [];
      let before: KnownKeys | null = null;
      for (const [round, part] of parts.entries()) {
        const added = part.map(
          ({ legs, hidden, isSpam }) =>
            ({
              legs: legs.map((asset) => ({ asset })),
              fee: null,
              hidden,
              isSpam,
            }) as unknown as WalletTransaction,
        );
        all = isFirst && round === 2 ? [...added, ...all] : [...all, ...added];
        const booked = part.flatMap(({ legs, isBooked, day }) =>
          isBooked ? legs.map((asset) => [asset, day] as const) : [],
        );
        const ledger = session.append(
          booked.map(([asset, day], i) => purchaseOf('1', `${round} ${i}`, day, 1n, asset)),
        );
        const valued = { transactions: all, open: [] };
        const known: KnownKeys = await views.nameAssetsOn(valued, ledger, before);
        if (known.keys === before?.keys && part.length > 0) kept++;
        before = known;
        expect([...views.tokenKeys(valued, ledger)]).toEqual([...known.keys]);
        expect([...known.keys]).toEqual([...anew.tokenKeys(valued, ledger)]);
      }
    }),
    { numRuns: 500 },
  );
  expect(kept).toBeGreaterThan(20);
});
