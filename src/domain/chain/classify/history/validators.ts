import type { Quantity } from '../../../kernel/units';
import type { ChainTransaction } from '../../facts/chain-transaction';
import type { Facts } from '../../facts/facts';
import { BEACON, isValidatorRequests, isWithdrawalRequests } from '../../facts/known-contracts';
import type { NetLeg } from '../../facts/net-legs';
import { onlyOuts } from '../patterns';
import { rule, type Rule } from '../rule';

/** An exit after penalties pays less than the stake of 32. Rewards that are skimmed off are far smaller. */
const LEAST_EXIT = 16n * 10n ** 18n;
/** Validators can withdraw a part of their stake since this time. @source EIP-7002, EIP-7251 */
const PARTS_SINCE = Date.UTC(2025, 4, 7, 10, 5, 11);
/** The most that a stake of 32 earns until it is paid: in weeks, and in the years before the first payment. */
const MOST_EARNED = { weeks: 10n ** 18n, years: 8n * 10n ** 18n } as const;
/** More than the rewards of a stake of 32. The amount alone does not separate them from a part of the stake. */
const mayBePrincipal = ({ tx, ins }: Facts): boolean => {
  const most = tx.at < PARTS_SINCE ? MOST_EARNED.years : MOST_EARNED.weeks;
  return ins.some((leg) => leg.kind === 'withdrawal' && leg.quantity > most);
};

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

/** The contracts that take requests about validators get nothing but their fees. */
const asksValidator = (f: Facts): boolean =>
  onlyOuts(f) && f.isCaller && f.outs.every((leg) => isValidatorRequests(leg.counterparty));

const isPayment = (f: Facts): boolean => f.ins.some((leg) => leg.kind === 'withdrawal');

/** A whole stake is an exit. Its deposit may not be known, and its reward is beyond stakes of 32. */
const isExit = (f: Facts): boolean =>
  f.ins.some((leg) => leg.kind === 'withdrawal' && leg.quantity >= LEAST_EXIT);

/** Payments of the beacon chain, and requests for them. */
export const VALIDATOR_RULES: readonly Rule[] = [
  rule('validator-request', asksValidator, (f) => ({ type: 'fee_only', protocol: BEACON, costs: f.outs })),
  rule('beacon-requested', (f) => f.isStakeRequested && isPayment(f), {
    type: 'unstake',
    protocol: BEACON,
    flags: ['review'],
  }),
  rule('beacon-principal', isExit, { type: 'unstake', protocol: BEACON, flags: ['review'] }),
  rule('beacon-reward', isPayment, (f) => ({
    type: 'income',
    incomeType: 'staking_reward',
    protocol: BEACON,
    flags: mayBePrincipal(f) ? ['classification_uncertain', 'review'] : [],
  })),
];
