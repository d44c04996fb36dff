import { isNft } from '../../facts/assets';
import type { Facts } from '../../facts/facts';
import type { NetLeg } from '../../facts/net-legs';
import { OUTCOME_LOST } from '../../facts/wallet-transaction';
import { OUTCOME_MARKETS } from '../../protocols/markets';
import { onlyOuts } from '../patterns';
import { rule } from '../rule';

/** Calls for the payment of shares, which fail until the outcome is known. */
const REDEEMS = /^redeempositions?$/;

const marketOf = (f: Facts, leg: NetLeg | undefined): string | null =>
  OUTCOME_MARKETS.of(f.tx.chain, leg?.asset.contract ?? null);

/** Shares are destroyed, or given to the contract that pays for them, and nothing is paid. */
const isLost = (f: Facts): boolean =>
  onlyOuts(f) &&
  f.outs.every((leg) => {
    const isOutcome = marketOf(f, leg) !== null;
    const isTaken = leg.isBurn || OUTCOME_MARKETS.of(f.tx.chain, leg.counterparty) !== null;
    const isRedeemed = f.isCaller && f.methods.some((method) => REDEEMS.test(method));
    return isNft(leg.asset) && ((isOutcome && isTaken) || (isRedeemed && leg.isBurn));
  });

/** A share of an outcome that did not come true ends without a payment: a sale for nothing. @source IRC 1234A(1) */
export const OUTCOME_RULE = rule(OUTCOME_LOST, isLost, (f) => ({
  type: 'sell',
  protocol: marketOf(f, f.outs[0]),
  flags: ['review'],
}));
