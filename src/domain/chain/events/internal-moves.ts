import type { TransferEnd } from './bridges';
import { move } from './event-drafts';
import type { Move } from '../../engine';
import { SLICE, type Sliced } from '../../kernel/slices';
import { SOLANA_STAKE } from '../facts/known-contracts';
import { STAKE_TRANSFER } from '../facts/methods';
import type { Leg, WalletTransaction } from '../facts/wallet-transaction';
import { DEPOSITS } from '../protocols/deposits';
import { escrowWallet } from './escrow';

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

export const isStakeTransfer = ({ chain, method }: WalletTransaction): boolean =>
  chain === 'solana' && method === STAKE_TRANSFER;

const isOfStake = (chain: string, { direction, counterparty }: Leg): boolean =>
  direction === 'in' && DEPOSITS.of(chain, counterparty) === SOLANA_STAKE;

/** True for a payment out of the stake of a wallet. */
export const isStakeReturn = ({ chain, legs }: WalletTransaction): boolean =>
  chain === 'solana' && legs.some((leg) => isOfStake(chain, leg));

/**
 * A stake account that a wallet gives to another own wallet stays stake. The history of the receiver does not name the
 * transaction when the receiver does not sign it: the units wait in its stake, and a later payment returns them.
 * @param txs of all owned wallets, in order of time
 */
export function withGivenStakes(txs: readonly WalletTransaction[]): readonly WalletTransaction[] {
  if (!txs.some(isStakeTransfer)) return txs;
  const seen = new Set(txs.map(placeOf));
  const given = new Map<string, bigint>();
  const give = (wallet: string, units: bigint): void =>
    void given.set(wallet, (given.get(wallet) ?? 0n) + units);
  const toStake = (tx: WalletTransaction, leg: Leg): Leg => {
    const { direction, counterparty, isInternal } = leg;
    if (direction !== 'out' || !isInternal || counterparty === null) return leg;
    if (seen.has(placeOf({ ...tx, wallet: counterparty }))) return leg;
    give(counterparty, leg.quantity);
    return { ...leg, counterparty: escrowWallet(counterparty, SOLANA_STAKE) };
  };
  const fromStake = ({ chain, wallet }: WalletTransaction, leg: Leg): Leg => {
    const { principal = 0n, quantity } = leg;
    const units = min(quantity - principal, given.get(wallet) ?? 0n);
    if (!isOfStake(chain, leg) || units <= 0n) return leg;
    give(wallet, -units);
    return { ...leg, principal: principal + units, escrow: SOLANA_STAKE };
  };
  return txs.map((tx) => {
    if (isStakeTransfer(tx)) return { ...tx, legs: tx.legs.map((leg) => toStake(tx, leg)) };
    if (!isStakeReturn(tx) || tx.isStated || (given.get(tx.wallet) ?? 0n) <= 0n) return tx;
    // Without a known deposit a small payment is taken for a reward.
    const type = tx.rule === 'stake-reward' ? 'unstake' : tx.type;
    if (type !== 'unstake') return tx;
    return { ...tx, type, incomeType: null, legs: tx.legs.map((leg) => fromStake(tx, leg)) };
  });
}

const placeOf = ({ chain, hash, wallet }: Pick<WalletTransaction, 'chain' | 'hash' | 'wallet'>): string =>
  `${chain}|${hash}|${wallet}`;
