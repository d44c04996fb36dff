import { mulDiv, type Money, type Quantity } from '../../kernel/units';
import { isDebt, isNft, isSameThing, logsGrowth } from '../facts/assets';
import type { LegRoles } from '../pricing/leg-roles';
import { proportions } from '../pricing/split';
import { dispose, INTEREST_LEG, settlement, slice, type LegEvent } from './event-drafts';
import type { Leg, WalletTransaction } from '../facts/wallet-transaction';

/** Borrowed units that are not yet paid back, and their fair value at borrowing. */
interface Liability {
  leg: Leg;
  wallet: string;
  /** The protocol or the contract that lends. */
  lender: string | null;
  left: Quantity;
  /** Null when no price was known at borrowing. */
  carrying: Money | null;
}

/** The part of a payment that settles a loan. */
export interface Settlement {
  quantity: Quantity;
  /** Value at borrowing of the units settled. Null when it is not known. */
  carrying: Money | null;
}

const NOTHING: Settlement = { quantity: 0n, carrying: 0n };

/**
 * Liabilities of one owner. A payment settles the oldest loan of its asset: first those at the same lender, and of
 * these first those of the same wallet. Any wallet of the owner can pay a loan back.
 * @source tax-rules 10.6
 */
export class LoanTracker {
  private open: Liability[] = [];

  borrow(tx: WalletTransaction, leg: Leg): void {
    const { wallet } = tx;
    this.open.push({ leg, wallet, lender: lenderOf(tx), left: leg.quantity, carrying: leg.valueUsd });
  }

  /**
   * @param paid units of the borrowed asset, of its other form, of its receipt, or of its debt token
   * @returns quantity 0 when no loan of that asset is known
   */
  settle(tx: WalletTransaction, paid: Leg): Settlement {
    const lender = lenderOf(tx);
    const rank = (loan: Liability): number =>
      (loan.lender === lender ? 0 : 2) + (loan.wallet === tx.wallet ? 0 : 1);
    const loans = this.open.filter(({ leg }) => isPaidWith(leg, paid)).sort((a, b) => rank(a) - rank(b));
    let { quantity, carrying } = NOTHING;
    for (const loan of loans) {
      const units = min(loan.left, paid.quantity - quantity);
      const value = settledValue(loan, units);
      carrying = carrying === null || value === null ? null : carrying + value;
      quantity += units;
    }
    this.open = this.open.filter(({ left }) => left > 0n);
    return { quantity, carrying };
  }
}

/**
 * A payment settles its loan at the value of the borrowing. Units beyond the loan are interest, at fair value.
 * Without a known loan the whole payment counts at fair value.
 * @source tax-rules 10.6
 */
export function repayments(tx: WalletTransaction, paid: Leg, loans: LoanTracker): LegEvent[] {
  // The number of a loan ends with it.
  if (isNft(paid.asset)) return [{ event: settlement(tx, paid, 'repayment', 0n), leg: paid }];
  const { quantity, carrying } = loans.settle(tx, paid);
  if (quantity === 0n) return [{ event: settlement(tx, paid, 'repayment', paid.valueUsd), leg: paid }];
  const principal = slice(paid, quantity);
  const events = [{ event: settlement(tx, principal, 'repayment', carrying), leg: principal }];
  if (quantity === paid.quantity) return events;
  const interest = { ...slice(paid, paid.quantity - quantity), index: INTEREST_LEG + paid.index };
  return [...events, { event: dispose(tx, interest, 'spend'), leg: interest }];
}

/**
 * Collateral that a liquidator takes is given for the debt that ends. Without a known loan it counts at fair
 * value.
 * @source tax-rules 10.6
 */
export function seizures(tx: WalletTransaction, taken: readonly Leg[], loans: LoanTracker): LegEvent[] {
  const debts = tx.legs.filter(({ asset, direction }) => isDebt(asset) && direction === 'out');
  const [debt] = debts;
  const settled = debt && debts.length === 1 ? loans.settle(tx, debt) : NOTHING;
  if (debt === undefined || settled.quantity === 0n)
    return taken.map((leg) => ({ event: settlement(tx, leg, 'liquidation', leg.valueUsd), leg }));
  const isKnown = taken.every(({ valueUsd }) => valueUsd !== null);
  const market = taken.reduce((sum, { valueUsd }) => sum + (valueUsd ?? 0n), 0n);
  const rest = debt.quantity - settled.quantity;
  const total =
    settled.carrying === null || (rest > 0n && !isKnown)
      ? null
      : settled.carrying + mulDiv(market, rest, debt.quantity);
  const weights = taken.map(({ valueUsd }) => (isKnown ? (valueUsd ?? 0n) : 1n));
  const shares = total === null ? [] : proportions(total, weights);
  return taken.map((leg, i) => ({ event: settlement(tx, leg, 'liquidation', shares[i] ?? null), leg }));
}

/** True when the events depend on transactions before: loans are paid back, and taken for a debt. */
export const isOfLoans = ({ type, rule }: WalletTransaction): boolean =>
  type === 'borrow' || type === 'repay' || rule === 'liquidation';

/** The units of a loan, and the sides of the deposit that the same call makes or returns. */
export function apartFromLoan({ given, got, ...roles }: LegRoles) {
  const isLent = (leg: Leg): boolean => leg.isLent === true;
  const isOther = (leg: Leg): boolean => !isLent(leg);
  return {
    paid: given.filter(isLent),
    lent: got.filter(isLent),
    deposit: { ...roles, given: given.filter(isOther), got: got.filter(isOther) },
  };
}

function settledValue(loan: Liability, units: Quantity): Money | null {
  if (units === 0n) return 0n;
  const value =
    loan.carrying === null || units === loan.left ? loan.carrying : mulDiv(loan.carrying, units, loan.left);
  loan.left -= units;
  loan.carrying = loan.carrying === null || value === null ? null : loan.carrying - value;
  return value;
}

const lenderOf = ({ protocol, to }: WalletTransaction): string | null => protocol ?? to;

/** The symbol of a receipt or of a debt ends with the symbol of its asset: aEthUSDC, variableDebtEthUSDC. */
const isPaidWith = ({ asset }: Leg, { asset: paid }: Leg): boolean =>
  asset.id === paid.id ||
  isSameThing(asset, paid) ||
  ((isDebt(paid) || logsGrowth(paid)) &&
    asset.chain === paid.chain &&
    asset.decimals === paid.decimals &&
    paid.symbol.toUpperCase().endsWith(asset.symbol.toUpperCase()));

const min = (a: bigint, b: bigint): bigint => (a < b ? a : b);
