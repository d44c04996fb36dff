import { nativeAsset } from '../../../domain/kernel/asset';
import { toUnits } from '../../../domain/kernel/units';
import type { ChainTransaction } from '../../../domain/chain/facts/chain-transaction';
import { demoAsset } from './demo.assets';
import type { DemoEntry } from './demo.schema';

/** A fee paid by another address does not concern the wallet. */
export const touches = (entry: DemoEntry, wallet: string): boolean =>
  entry.from === wallet || entry.moves.some((move) => move.from === wallet || move.to === wallet);

/** The view of one wallet. The sender pays the fee; other wallets get `fee: null`. */
export function toChainTransaction(entry: DemoEntry, wallet: string): ChainTransaction {
  const { chain, hash, at, block, from, to, succeeded, method, flags } = entry;
  const coin = nativeAsset(chain);
  const moves = entry.moves.map((move, logIndex) => ({ ...move, logIndex }));
  return {
    chain,
    hash,
    wallet,
    at,
    block,
    txIndex: 0,
    from,
    to,
    succeeded,
    method,
    fee:
      entry.fee !== null && from === wallet
        ? { asset: coin, quantity: toUnits(entry.fee, coin.decimals) }
        : null,
    movements: moves
      .filter((move) => move.from === wallet || move.to === wallet)
      .map(({ asset: key, amount, from: sender, to: receiver, logIndex, kind }) => {
        const asset = demoAsset(key);
        return {
          asset,
          from: sender,
          to: receiver,
          quantity: toUnits(amount, asset.decimals),
          logIndex,
          kind,
        };
      }),
    flags,
  };
}
