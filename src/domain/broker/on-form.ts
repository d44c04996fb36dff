import { BOXES, type FormRow } from '../forms';
import { applyForms, type AppliedRow } from './apply';
import { assetOfRow, type BrokerRow, type OwnSale } from './broker-row';
import { reconcileForms } from './reconcile';

/** What a broker reported about one account, accepted by its owner. */
export interface AcceptedForm {
  /** Wallet value of the account. */
  wallet: string;
  rows: readonly BrokerRow[];
  /** The own record that the owner stated for this form. Empty: that of the account. */
  ownSales: readonly OwnSale[];
}

/** FORM_FLAGS: flags of rows that rest on Form 1099-DA. */
export const FORM_FLAGS = { reported: 'form_1099_da', needsReview: 'missing_in_books' } as const;

/** A row of Form 8949 as an own sale. */
export const ownSaleOfRow = (row: FormRow, isTransferredIn = row.isUntracked): OwnSale => ({
  id: row.disposalId ?? row.transactionId,
  asset: row.symbol,
  units: row.quantity,
  acquiredOn: dayOrNull(row.dateAcquired),
  soldOn: row.dateSold,
  proceeds: row.proceeds,
  fees: row.fees,
  basis: row.costBasis,
  washed: row.adjustment,
  term: row.isLongTerm ? 'long' : 'short',
  isTransferredIn,
});

/** A word of column (b) is no day. */
const dayOrNull = (date: string): string | null => (/^\d/.test(date) ? date : null);

/**
 * The rows of a form, with those of accounts whose Form 1099-DA was accepted replaced: columns (d) and (e) as
 * reported, (f) and (g) as corrected. All forms of one account are compared together.
 * @param rows in cents
 * @source Form 8949 instructions, columns (d) to (h)
 */
export function acceptedRows(
  rows: readonly FormRow[],
  accepted: readonly AcceptedForm[],
  year: number,
): FormRow[] {
  const wallets = [...new Set(accepted.map(({ wallet }) => wallet))];
  const kept = rows.filter(({ wallet }) => !wallets.includes(wallet));
  return [...kept, ...wallets.flatMap((wallet) => rowsOfAccount(wallet, rows, accepted, year))];
}

function rowsOfAccount(
  wallet: string,
  all: readonly FormRow[],
  accepted: readonly AcceptedForm[],
  year: number,
): FormRow[] {
  const forms = accepted.filter((form) => form.wallet === wallet);
  const reported = forms.flatMap(({ rows }) => rows);
  const stated = forms.flatMap(({ ownSales }) => ownSales);
  const ledgerRows = stated.length > 0 ? [] : all.filter((row) => row.wallet === wallet);
  const sales = stated.length > 0 ? stated : ledgerRows.map((row) => ownSaleOfRow(row));
  const applied = applyForms(reported, sales, reconcileForms(reported, sales, year));
  return applied.map((row) => {
    const sale = row.sale === null ? null : (sales[row.sale] ?? null);
    const own = row.sale === null ? null : (ledgerRows[row.sale] ?? null);
    return toFormRow(row, {
      wallet,
      own,
      sale,
      given: row.row === null ? null : (reported[row.row] ?? null),
    });
  });
}

interface Origin {
  wallet: string;
  /** The row of the ledger that it replaces. */
  own: FormRow | null;
  sale: OwnSale | null;
  given: BrokerRow | null;
}

function toFormRow(row: AppliedRow, { wallet, own, sale, given }: Origin): FormRow {
  const isSeveral = row.codes.includes('M');
  return {
    description: row.description,
    dateAcquired: row.dateAcquired ?? wordOf(own) ?? (isSeveral ? 'VARIOUS' : 'UNKNOWN'),
    dateSold: row.dateSold,
    proceeds: row.proceeds,
    fees: 0n,
    costBasis: row.costBasis,
    adjustmentCode: row.codes,
    adjustment: row.adjustment,
    gain: row.gain,
    box: row.box,
    isLongTerm: BOXES[row.box].part === 'II',
    symbol: own?.symbol ?? (given ? assetOfRow(given) : (sale?.asset ?? '')),
    chain: own?.chain ?? '',
    quantity: own?.quantity ?? given?.box1c ?? sale?.units ?? '',
    wallet,
    transactionId: own?.transactionId ?? '',
    txHash: own?.txHash ?? null,
    lotId: own?.lotId ?? null,
    disposalId: own?.disposalId ?? null,
    isUntracked: own?.isUntracked ?? false,
    valueStatus: 'known',
    isAggregated: isSeveral,
    flags: [
      ...(own?.flags ?? []),
      ...(row.row === null ? [] : [FORM_FLAGS.reported]),
      ...(row.needsReview ? [FORM_FLAGS.needsReview] : []),
    ],
  };
}

const wordOf = (own: FormRow | null): string | null =>
  own === null || dayOrNull(own.dateAcquired) !== null ? null : own.dateAcquired;
