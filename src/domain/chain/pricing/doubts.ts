import { DAY_MS } from '../../kernel/durations';
import { finished, mapSliced, SLICE, type Sliced } from '../../kernel/slices';
import { money, type Money } from '../../kernel/units';
import { isNft } from '../facts/assets';
import type { Doubt, Leg, WalletTransaction } from '../facts/wallet-transaction';
import { isReceiptOf } from '../facts/receipt-names';
import { legRoles } from './leg-roles';
import { knownSum } from './split';

type Found = Omit<Doubt, 'isMark'>;
const MARK = 'classification_uncertain';

/** A difference of this or less changes no form. */
const LEAST: Money = money('1');
/** A trade whose sides differ by more than one half is a loan, a deposit or a purchase of something that has no price. */
const APART = { times: 3n, of: 2n } as const;
/** Of what the wallet ever paid to a contract. More income than that may be principal; many times as much is not. */
const RETURNS = { least: 2n, most: 20n } as const;
/** A deposit in a contract of no table that nothing came back from for so long. */
const VANISHED_AFTER = 365 * DAY_MS;

const TRADES: ReadonlySet<string> = new Set([
  'swap',
  'buy',
  'sell',
  'lp_add',
  'lp_remove',
  'stake',
  'unstake',
]);

/**
 * By how much the market values of the two sides of a trade differ. Null: they do not, or one of them is not known.
 * @param legs with their market values
 */
export function lopsidedBy(tx: WalletTransaction, legs: readonly Leg[]): Money | null {
  if (!TRADES.has(tx.type) || tx.account || tx.isStated || tx.filled) return null;
  const { given, got } = legRoles({ ...tx, legs: [...legs] });
  const [out, into] = [given, got].map((side) => (side.length === 0 ? null : knownSum(side)));
  if (out === null || into === null || out === undefined || into === undefined) return null;
  const [more, less] = out > into ? [out, into] : [into, out];
  return more * APART.of > less * APART.times && more - less > LEAST ? more - less : null;
}

/**
 * Marks what is classified and valued, and is not plausible: sides of a trade that differ by more than one half, income
 * that may be principal, a return whose receipt stays, and a deposit that vanished. What was marked by an earlier state of
 * the history is judged again. In slices.
 * @param transactions of all wallets of the owner
 * @source tax-rules 7.0, 8, 10.5
 */
export function* markingDoubts(
  transactions: readonly WalletTransaction[],
): Sliced<readonly WalletTransaction[]> {
  const book = new Payments();
  const doubts = new Map<WalletTransaction, Found>();
  let seen = 0;
  for (const tx of transactions.toSorted((a, b) => a.at - b.at)) {
    if (++seen % SLICE === 0) yield;
    if (tx.isSpam || tx.isStated || tx.account || !tx.succeeded) continue;
    const doubt =
      tx.apart === undefined ? book.doubtOf(tx) : ({ reason: 'lopsided', effect: tx.apart } as const);
    if (doubt && doubt.effect > LEAST) doubts.set(tx, doubt);
    book.note(tx);
  }
  yield;
  for (const [tx, effect] of book.vanished()) doubts.set(tx, { reason: 'vanished', effect });
  return yield* mapSliced(transactions, (tx) => marked(tx, doubts.get(tx)));
}

export const withDoubts = (transactions: readonly WalletTransaction[]): readonly WalletTransaction[] =>
  finished(markingDoubts(transactions));

/** The flag of a rule stays when the doubt goes. */
function marked(tx: WalletTransaction, found: Found | undefined): WalletTransaction {
  const known = tx.doubt;
  if (known?.reason === found?.reason && known?.effect === found?.effect) return tx;
  const { doubt: _, ...rest } = tx;
  const flags = known?.isMark ? tx.flags.filter((flag) => flag !== MARK) : tx.flags;
  if (found === undefined) return { ...rest, flags };
  const isMark = !flags.includes(MARK);
  return { ...rest, flags: isMark ? [...flags, MARK] : flags, doubt: { ...found, isMark } };
}

interface Deposit {
  tx: WalletTransaction;
  leg: Leg;
}

/** What the wallets paid to each contract, and what they have for it. */
class Payments {
  private readonly paid = new Map<string, Money>();
  /** Deposits without a receipt, by place. */
  private readonly open = new Map<string, Deposit[]>();
  /** Receipts in the wallets by place: the asset that was put in, and the receipt. */
  private readonly receipts = new Map<string, { held: Leg; receipt: Leg }>();
  private last = 0;

  doubtOf(tx: WalletTransaction): Found | null {
    const { income, got, given } = legRoles(tx);
    for (const { leg } of income) {
      const paid = this.paid.get(placeOf(tx, leg)) ?? 0n;
      const value = leg.valueUsd ?? 0n;
      if (tx.type === 'income' && value * RETURNS.least > paid && value <= paid * RETURNS.most)
        return { reason: 'income_like_principal', effect: value };
    }
    if (given.length > 0 || !RETURNED.has(tx.type)) return null;
    for (const leg of got) {
      const known = this.receipts.get(placeOf(tx, leg));
      if (known?.held.asset.id === leg.asset.id && leg.principal === undefined)
        return { reason: 'receipt_stays', effect: leg.valueUsd ?? 0n };
    }
    return null;
  }

  note(tx: WalletTransaction): void {
    this.last = Math.max(this.last, tx.at);
    const { given, got } = legRoles(tx);
    for (const leg of tx.legs) {
      const place = placeOf(tx, leg);
      if (leg.isInternal || leg.isCost) continue;
      if (leg.direction === 'in') this.open.delete(leg.escrow ? `${tx.chain}|${leg.escrow}` : place);
      else if (!TRADED.has(tx.type))
        this.paid.set(place, (this.paid.get(place) ?? 0n) + (leg.valueUsd ?? 0n));
    }
    const [[put, ...moreOut], [receipt, ...moreIn]] = [given, got];
    if (put && receipt && moreOut.length + moreIn.length === 0) this.noteReceipt(tx, put, receipt);
    if (tx.type === 'stake' && tx.protocol === null)
      for (const leg of given.filter(({ escrow, asset }) => escrow !== undefined && !isNft(asset))) {
        const place = `${tx.chain}|${leg.escrow ?? ''}`;
        this.open.set(place, [...(this.open.get(place) ?? []), { tx, leg }]);
      }
  }

  private noteReceipt(tx: WalletTransaction, put: Leg, receipt: Leg): void {
    if (DEPOSITED.has(tx.type) && isReceiptOf(receipt.asset, put.asset))
      this.receipts.set(placeOf(tx, put), { held: put, receipt });
    for (const [place, known] of this.receipts)
      if (known.receipt.asset.id === put.asset.id) this.receipts.delete(place);
  }

  *vanished(): Iterable<[WalletTransaction, Money]> {
    for (const deposits of this.open.values())
      for (const { tx, leg } of deposits)
        if (this.last - tx.at > VANISHED_AFTER && (leg.valueUsd ?? 0n) > LEAST)
          yield [tx, leg.valueUsd ?? 0n];
  }
}

const DEPOSITED: ReadonlySet<string> = new Set(['stake', 'lp_add']);
const RETURNED: ReadonlySet<string> = new Set(['unstake', 'lp_remove', 'transfer_in']);
/** What is paid for something that comes at once cannot come back as income. */
const TRADED: ReadonlySet<string> = new Set(['swap', 'buy', 'sell', 'wrap', 'unwrap', 'repay', 'bridge']);

const placeOf = ({ chain }: WalletTransaction, { counterparty }: Leg): string =>
  `${chain}|${counterparty ?? ''}`;
