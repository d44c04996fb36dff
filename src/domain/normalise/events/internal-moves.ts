import type { TransferEnd } from './bridges';
import { move } from './event-drafts';
import type { Move } from '../../engine';
import { SLICE, type Sliced } from '../../kernel/slices';
import type { Leg, WalletTransaction } from '../facts/wallet-transaction';

/** One transfer between two own wallets, as each history reports it. */
interface Flow {
  out: TransferEnd | null;
  in: TransferEnd | null;
  from: string;
  to: string;
}

/**
 * Returns transfers between own wallets, each once. Both histories or only one may contain the transfer.
 * @param addedCost gas of the sender that increases the basis, by transaction
 * @source tax-rules 10.1
 */
export function* internalMoves(
  txs: readonly WalletTransaction[],
  addedCost: (tx: WalletTransaction) => bigint,
): Sliced<{ event: Move; leg: Leg }[]> {
  const flows = new Map<string, Flow>();
  for (const [index, tx] of txs.entries()) {
    if (index % SLICE === 0) yield;
    for (const leg of tx.legs) {
      if (!leg.isInternal || leg.counterparty === null) continue;
      const [from, to] =
        leg.direction === 'out' ? [tx.wallet, leg.counterparty] : [leg.counterparty, tx.wallet];
      const key = `${tx.chain}|${tx.hash}|${leg.asset.id}|${from}|${to}`;
      const flow = flows.get(key) ?? { out: null, in: null, from, to };
      flow[leg.direction] ??= { tx, leg };
      flows.set(key, flow);
    }
  }
  const paid = new Set<string>();
  return [...flows.values()].flatMap((flow) => {
    const reported = flow.out ?? flow.in;
    if (!reported) return [];
    const { tx, leg } = reported;
    const received = flow.in?.leg.quantity ?? leg.quantity;
    const isFirst = !paid.has(tx.id) && flow.out !== null;
    if (isFirst) paid.add(tx.id);
    const event = move(tx, leg, {
      relation: 'transfer',
      toWallet: flow.to,
      toAsset: leg.asset,
      received: received < leg.quantity ? received : leg.quantity,
      feeValue:
        leg.valueUsd === null
          ? null
          : (leg.valueUsd * (leg.quantity - min(received, leg.quantity))) / leg.quantity,
      addedCost: isFirst ? addedCost(tx) : 0n,
    });
    return [{ event: { ...event, wallet: flow.from }, leg }];
  });
}

const min = (a: bigint, b: bigint): bigint => (a < b ? a : b);
