import type { Quantity } from '../../../kernel/units';
import type { ChainTransaction } from '../../facts/chain-transaction';
import { isWithdrawalRequests } from '../../facts/known-contracts';
import type { NetLeg } from '../../facts/net-legs';
import { LEAST_EXIT } from '../patterns';

/** The stake of a whole validator is asked for as 0. */
const ALL = 0n;
/** Rewards are paid without a request. A smaller payment is that of a request only when it has its exact amount. */
const MOST_REWARD = 10n ** 18n;

/**
 * Parts of the stake of validators that the wallet asked for, until they are paid. A payment names no request: it has the
 * amount of one, or less where the validator has less.
 * @source EIP-7002, EIP-7251
 */
export class ValidatorRequests {
  private readonly open: Quantity[] = [];

  /** Call it once per transaction, in order. */
  note(tx: ChainTransaction, legs: readonly NetLeg[]): void {
    if (!tx.succeeded) return;
    const asked = (tx.calls ?? []).flatMap(({ withdraws }) => withdraws ?? []);
    if (asked.length > 0) this.open.push(...asked);
    // The call data of another contract does not show how much it asks for.
    else if (legs.some((leg) => leg.direction === 'out' && isWithdrawalRequests(leg.counterparty)))
      this.open.push(ALL);
  }

  /** True when the payment is a part of the stake that was asked for. Call it once per transaction, in order. */
  isPaid(legs: readonly NetLeg[]): boolean {
    const quantity = legs.find(({ kind }) => kind === 'withdrawal')?.quantity;
    if (quantity === undefined) return false;
    const exact = this.open.indexOf(quantity);
    const at =
      exact >= 0 || quantity <= MOST_REWARD
        ? exact
        : this.open.findIndex((asked) => asked === ALL || asked > quantity);
    if (at < 0) return false;
    const [asked] = this.open.splice(at, 1);
    // The exit of a whole validator needs no request to be one.
    return asked !== ALL || quantity < LEAST_EXIT;
  }
}
