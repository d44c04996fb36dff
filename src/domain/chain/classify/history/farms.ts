import type { ChainTransaction } from '../../facts/chain-transaction';
import { escrowPlace } from '../../facts/facts';
import type { NetLeg } from '../../facts/net-legs';
import { isPositionShare } from '../../facts/positions';

interface Change {
  /** The id of the asset that the position is. */
  key: string;
  /** The contract that is called. */
  manager: string;
  id: string | null;
  liquidity: bigint;
}

export const positionKey = (chain: string, manager: string, tokenId: string): string =>
  `${chain}:${manager}#${tokenId}`;

/** Calls that change positions, as if each contract that is called were their manager. */
export function* changesIn(tx: ChainTransaction): Iterable<Change> {
  if (!tx.succeeded) return;
  for (const { to, id, tokenId, liquidity = 0n } of tx.calls ?? []) {
    const manager = to ?? tx.to;
    if (tokenId !== undefined && manager !== null)
      yield { key: positionKey(tx.chain, manager, tokenId), manager, id, liquidity };
  }
}

const numberOf = (assetId: string): string => assetId.slice(assetId.indexOf('#') + 1);

/** Contracts that hold positions for their owner, who changes them by calls of the contract. */
export class Farms {
  /** The position, by farm and number. */
  private readonly positions = new Map<string, string>();

  constructor(txs: readonly ChainTransaction[]) {
    const called = new Set(txs.flatMap((tx) => [...changesIn(tx)].map(({ key }) => key)));
    for (const tx of txs)
      for (const { asset, from, to } of tx.movements) {
        if (from !== tx.wallet || to === null || !isPositionShare(asset)) continue;
        const key = positionKey(tx.chain, to, numberOf(asset.id));
        if (called.has(key)) this.positions.set(key, asset.id);
      }
  }

  /** The changes of positions, by a call of their manager or of the farm that holds them. */
  *changesOf(tx: ChainTransaction): Iterable<Change> {
    for (const change of changesIn(tx))
      yield { ...change, key: this.positions.get(change.key) ?? change.key };
  }

  /** The name of the place of a position that the leg gives to a farm. Null: the receiver is none. */
  placeOf({ chain }: ChainTransaction, { asset, counterparty, kind }: NetLeg): string | null {
    const key = positionKey(chain, counterparty ?? '', numberOf(asset.id));
    return this.positions.has(key) ? escrowPlace(chain, kind, counterparty) : null;
  }
}
