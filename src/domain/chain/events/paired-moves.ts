import type { Move } from '../../engine';
import { firstWhere, SLICE, type Sliced } from '../../kernel/slices';
import { mulDiv, type Money, type Quantity } from '../../kernel/units';
import type { Leg, WalletTransaction } from '../facts/wallet-transaction';
import { lossOf, type TransferEnd } from './bridges';
import { escrowWallet } from './escrow';
import * as draft from './event-drafts';

/** The place of units between the two ends of a transfer that the owner confirmed. */
const TRANSIT_PLACE = 'transit';

/**
 * Moves the lots of transfers that the owner confirmed: to a place in transit when they leave, and from there
 * when they arrive, so that no disposal in between takes them. An arrival with an earlier timestamp than its
 * departure is one move. It has the time of the arrival, so that the units can be sold at once. Where the sender
 * received such units between the two, it has the time of the departure: they may be the ones that left. Without the
 * wallet of the other end, the units stay in transit.
 * @param addedCost gas of the sender that increases the basis, by transaction
 * @source tax-rules 10.1, 10.3
 */
export function* pairedMoves(
  txs: readonly WalletTransaction[],
  addedCost: (tx: WalletTransaction) => Money,
): Sliced<{ event: Move; leg: Leg }[]> {
  const pairs = new Map<string, { out?: TransferEnd; in?: TransferEnd }>();
  for (const [index, tx] of txs.entries()) {
    if (index % SLICE === 0) yield;
    for (const leg of tx.legs) {
      if (leg.pair === undefined) continue;
      const ends = pairs.get(leg.pair) ?? {};
      ends[leg.direction] = { tx, leg };
      pairs.set(leg.pair, ends);
    }
  }
  return [...pairs.values()].flatMap(({ out, in: into }) => {
    if (!out) return [];
    const gas = addedCost(out.tx);
    if (into && into.tx.at <= out.tx.at) {
      const isEarlier = into.tx.at < out.tx.at && !hasReceiptBetween(txs, into, out);
      const event = arrivalOf(out, into, isEarlier ? into.tx : out.tx, gas);
      return [{ event: { ...event, wallet: out.tx.wallet }, leg: out.leg }];
    }
    const place = escrowWallet(out.tx.wallet, TRANSIT_PLACE);
    // Units lost on the way are a fee of the sender: the place of transit is on no form. @source tax-rules 10.1
    const kept =
      into?.leg.asset.decimals === out.leg.asset.decimals ? least(into.leg, out.leg) : out.leg.quantity;
    const departure = draft.move(out.tx, out.leg, {
      relation: 'transfer',
      toWallet: place,
      toAsset: out.leg.asset,
      received: kept,
      ...(kept < out.leg.quantity && into ? { feeValue: valueOfLoss(out.leg, into.leg) } : {}),
      addedCost: gas,
    });
    if (!into) return [{ event: departure, leg: out.leg }];
    const rest = kept < out.leg.quantity ? { tx: out.tx, leg: { ...out.leg, quantity: kept } } : out;
    const arrival = { ...arrivalOf(rest, into, into.tx, 0n), wallet: place };
    return [
      { event: departure, leg: out.leg },
      { event: arrival, leg: into.leg },
    ];
  });
}

/** @param txs oldest first */
function hasReceiptBetween(txs: readonly WalletTransaction[], into: TransferEnd, out: TransferEnd): boolean {
  for (let i = firstWhere(txs, ({ at }) => at >= into.tx.at); i < txs.length; i++) {
    const tx = txs[i] as WalletTransaction;
    if (tx.at > out.tx.at) return false;
    const isReceipt = ({ direction, asset }: Leg) => direction === 'in' && asset.id === out.leg.asset.id;
    if (tx.wallet === out.tx.wallet && tx.legs.some(isReceipt)) return true;
  }
  return false;
}

/** @param at the transaction that dates the move */
function arrivalOf(out: TransferEnd, into: TransferEnd, at: WalletTransaction, addedCost: Money): Move {
  // The chain that an exchange used is not known.
  const isBridge = !out.tx.account && !into.tx.account && out.tx.chain !== into.tx.chain;
  const index = at === out.tx ? out.leg.index : into.leg.index;
  return draft.move(
    at,
    { ...out.leg, index, valueUsd: into.leg.valueUsd ?? out.leg.valueUsd, price: into.leg.price },
    {
      relation: isBridge ? 'bridge' : 'transfer',
      toWallet: into.tx.wallet,
      toAsset: into.leg.asset,
      received: least(into.leg, out.leg),
      feeValue: valueOfLoss(out.leg, into.leg),
      addedCost,
    },
  );
}

/** Ends of one asset have the same units. An exchange can credit more than it states to have sent. */
const least = (into: Leg, out: Leg): Quantity =>
  into.asset.decimals === out.asset.decimals && into.quantity > out.quantity ? out.quantity : into.quantity;

/** The units lost on the way are a fee at the unit value of the arrival. */
function valueOfLoss(out: Leg, into: Leg): Money | null {
  const { sent, lost } = lossOf(out, into);
  if (lost <= 0n) return 0n;
  if (into.valueUsd !== null) return mulDiv(into.valueUsd, lost, sent - lost);
  return out.valueUsd === null ? null : mulDiv(out.valueUsd, lost, sent);
}
