import type { ChainTransaction } from '../../src/domain/chain/facts/chain-transaction';

/** Base units by asset after each transaction: all that came, minus all that went, minus fees. */
export function* runningBalances(
  transactions: readonly ChainTransaction[],
  wallet: string,
): Generator<ReadonlyMap<string, bigint>> {
  const left = new Map<string, bigint>();
  const add = (id: string, units: bigint) => left.set(id, (left.get(id) ?? 0n) + units);
  for (const { fee, movements } of transactions) {
    if (fee) add(fee.asset.id, -fee.quantity);
    for (const { asset, from, to, quantity } of movements) {
      if (to === wallet) add(asset.id, quantity);
      if (from === wallet) add(asset.id, -quantity);
    }
    yield left;
  }
}
