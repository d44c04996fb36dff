import type { LedgerVersion, RecordPick, ShownLots } from '../../../ports/storage/ledgers/ledgers';

/** Conditions joined by AND, with their values. */
export class Statement {
  readonly #conditions: string[] = [];
  readonly values: unknown[] = [];

  /** @param condition each `?` stands for the next value */
  and(condition: string, ...values: readonly unknown[]): this {
    let next = this.values.length;
    this.#conditions.push(condition.replace(/\?/g, () => `$${++next}`));
    this.values.push(...values);
    return this;
  }

  get text(): string {
    return this.#conditions.join(' AND ');
  }

  copy(): Statement {
    const copy = new Statement();
    copy.#conditions.push(...this.#conditions);
    copy.values.push(...this.values);
    return copy;
  }
}

export function inPeriod(
  statement: Statement,
  { from, until }: Pick<RecordPick, 'from' | 'until'>,
): Statement {
  if (Number.isFinite(from)) statement.and('at >= ?', from);
  if (Number.isFinite(until)) statement.and('at < ?', until);
  return statement;
}

/** The rows of a version. */
export const versioned = ({ ledgerId, version }: LedgerVersion): Statement =>
  new Statement()
    .and('ledger_id = ?', ledgerId)
    .and('from_version <= ?', version)
    .and('to_version > ?', version);

/** Only rows that a plan shows. @param time the column that counts for a row whose transaction is none of the wallet */
export const shownOnly = (
  statement: Statement,
  wallet: string,
  shown: ShownLots | null,
  time: 'at' | 'received_at' = 'at',
): Statement =>
  shown === null
    ? statement
    : statement.and(
        `(transaction_id = ANY(?) OR (shown_in IS DISTINCT FROM ? AND ${time} >= ?))`,
        ...[shown.ids, wallet, shown.since],
      );
