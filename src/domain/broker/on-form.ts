import { BOXES, POSSIBLY_TWICE, withCollectible, type FormRow } from '../forms';
import { salesOfYear, type AccountYear } from './account-year';
import { applyForms, type AppliedRow } from './apply';
import { assetOfRow, centsOfText, type BrokerRow, type OwnSale } from './broker-row';
import { possibleTwins } from './possible-twins';
import { reconcileForms } from './reconcile';

export interface AcceptedForm {
  year: number;
  /** Wallet value of the account; the name of an account that is not in the service. */
  wallet: string;
  rows: readonly BrokerRow[];
  /** The own record that the owner stated for this form. Empty: the ledger of the account. */
  ownSales: readonly OwnSale[];
}

export const ownSaleOfRow = (row: FormRow, isTransferredIn = row.isUntracked): OwnSale => ({
  id: row.disposalId ?? row.transactionId,
  asset: row.symbol,
  units: row.quantity,
  acquiredOn: dayOrNull(row.dateAcquired),
  soldOn: row.dateSold,
  proceeds: row.lacksProceeds === true || !isKnown(row) ? 0n : row.proceeds,
  fees: row.fees,
  basis: isKnown(row) ? row.costBasis : 0n,
  ...((row.lacksProceeds === true || !isKnown(row)) && { lacksProceeds: true }),
  ...(!isKnown(row) && { lacksBasis: true }),
  ...(row.lossSide && {
    lossSide: {
      basis: row.lossSide.costBasis,
      acquiredOn: dayOrNull(row.lossSide.dateAcquired),
      term: row.lossSide.isLongTerm ? 'long' : 'short',
    },
  }),
  washed: isKnown(row) ? row.adjustment : 0n,
  term: row.isLongTerm ? 'long' : 'short',
  isTransferredIn,
  isNft: row.isNft,
});

/** A row without a value can have a known basis. Without a basis, only units and day are compared. */
const isKnown = ({ valueStatus, lacksProceeds }: FormRow): boolean =>
  valueStatus === 'known' || lacksProceeds === true;

const dayOrNull = (date: string): string | null => (/^\d/.test(date) ? date : null);

/** In cents. Includes the years beside the year of the form. */
export type RowsByYear = ReadonlyMap<number, readonly FormRow[]>;

/**
 * Replaces the rows of accounts whose Form 1099-DA was accepted: columns (d) and (e) as reported, (f) and (g) as
 * corrected. All forms of one account are compared together. A sale at the edge of the year is on the form of the
 * year in which the broker reports it.
 * @param accepted forms of the year, and of the years beside it
 * @source Form 8949 instructions, columns (d) to (h)
 */
export function acceptedRows(own: RowsByYear, accepted: readonly AcceptedForm[], year: number): FormRow[] {
  const wallets = [...new Set(accepted.map(({ wallet }) => wallet))];
  const kept = (own.get(year) ?? []).filter(({ wallet }) => !wallets.includes(wallet));
  return [...kept, ...wallets.flatMap((wallet) => rowsOfAccount(wallet, own, accepted, year))];
}

type Sold = OwnSale & { own: FormRow | null };

function rowsOfAccount(
  wallet: string,
  own: RowsByYear,
  accepted: readonly AcceptedForm[],
  year: number,
): FormRow[] {
  const yearOf = (each: number): AccountYear<Sold> =>
    accountYear(
      accepted.filter((form) => form.wallet === wallet && form.year === each),
      (own.get(each) ?? []).filter((row) => row.wallet === wallet),
    );
  const { sales, beside } = salesOfYear([yearOf(year - 1), yearOf(year), yearOf(year + 1)]);
  const { rows: reported } = yearOf(year);
  const isStated = accepted.some(
    (form) => form.wallet === wallet && form.year === year && form.ownSales.length > 0,
  );
  const waiting = (own.get(year) ?? []).filter(
    (row) => row.wallet === wallet && row.valueStatus === 'missing' && (isStated || !isKnown(row)),
  );
  if (reported.length === 0) return [...ownRows(sales, beside), ...waiting];
  const result = reconcileForms(reported, sales, year);
  const joined = new Map(result.matches.flatMap((match) => match.rows.map((row) => [row, match.sales])));
  const applied = applyForms(reported, sales, result, beside);
  const rows = applied.flatMap((row) => {
    const sale = row.sale === null ? null : (sales[row.sale] ?? null);
    if (row.row === null && sale?.lacksBasis) return [];
    return toFormRow(row, {
      wallet,
      own: sale?.lacksBasis ? null : (sale?.own ?? null),
      sale,
      joined: (joined.get(row.row ?? -1) ?? []).flatMap((index) => sales[index]?.own ?? []),
      given: row.row === null ? null : (reported[row.row] ?? null),
    });
  });
  return [...rows, ...waiting];
}

/** For a year without a form. A sale at its edge may be on the form of another year too. */
function ownRows(sales: readonly Sold[], beside: AccountYear): FormRow[] {
  const matches = sales.map((_, index) => ({ kind: 'only_own' as const, rows: [], sales: [index] }));
  const twins = possibleTwins({ rows: [], sales }, matches, beside);
  return sales.flatMap(({ own }, index) => {
    // Without a known value it is on the list of values to enter.
    if (own === null || !isKnown(own)) return [];
    return twins.sales.has(index) ? [{ ...own, flags: [...own.flags, POSSIBLY_TWICE] }] : [own];
  });
}

/** Stated sales are the own record of the account; without any, its ledger is. */
function accountYear(forms: readonly AcceptedForm[], ledgerRows: readonly FormRow[]): AccountYear<Sold> {
  const stated = forms.flatMap(({ ownSales }) => ownSales);
  return {
    rows: forms.flatMap(({ rows }) => rows),
    sales:
      stated.length > 0
        ? stated.map((sale) => ({ ...sale, own: null }))
        : ledgerRows.map((row) => ({ ...ownSaleOfRow(row), own: row })),
  };
}

interface Origin {
  wallet: string;
  own: FormRow | null;
  sale: OwnSale | null;
  /** Rows of the own records that the row of the broker stands for. */
  joined: readonly FormRow[];
  given: BrokerRow | null;
}

function toFormRow(row: AppliedRow, { wallet, own, sale, joined, given }: Origin): FormRow {
  if (own?.lacksProceeds === true && row.row === null) return own;
  const isSeveral = row.codes.includes('M');
  const isLongTerm = BOXES[row.box].part === 'II';
  const joinedIds = joined.flatMap(({ disposalId }) => disposalId ?? []);
  const behind = own ? [own] : behindOf(joined, isLongTerm);
  const uncertainty = behind.find((each) => each.uncertainty)?.uncertainty;
  return {
    description: row.description,
    dateAcquired: row.dateAcquired ?? wordOf(own) ?? (isSeveral ? 'VARIOUS' : 'UNKNOWN'),
    dateSold: row.dateSold,
    proceeds: row.proceeds,
    fees: 0n,
    costBasis: row.costBasis,
    adjustmentCode: withCollectible(row.codes, own?.adjustmentCode),
    adjustment: row.adjustment,
    gain: row.gain,
    box: row.box,
    isLongTerm,
    symbol: own?.symbol ?? (given ? assetOfRow(given) : (sale?.asset ?? '')),
    chain: own?.chain ?? '',
    quantity: own?.quantity ?? row.units,
    wallet,
    transactionId: own?.transactionId ?? '',
    txHash: own?.txHash ?? null,
    lotId: own?.lotId ?? null,
    disposalId: own?.disposalId ?? null,
    ...(own === null && joinedIds.length > 0 && { joinedIds }),
    isUntracked:
      behind.some((each) => each.isUntracked) || (row.needsReview && given !== null && lacksBasis(given)),
    isNft: own?.isNft ?? given?.box11a === 'nft',
    valueStatus: 'known',
    isAggregated: isSeveral,
    ...(uncertainty && { uncertainty }),
    flags: [
      ...flagsOf(behind),
      ...(row.row === null ? [] : ['form_1099_da' as const]),
      ...(row.lacksOwnBasis ? ['missing_price' as const] : []),
      ...(row.needsReview ? ['missing_in_books' as const] : []),
      ...(row.isDoubtful ? [POSSIBLY_TWICE] : []),
    ],
  };
}

/** A correction of one term rests on the own sales of that term. */
function behindOf(joined: readonly FormRow[], isLongTerm: boolean): readonly FormRow[] {
  const ofTerm = joined.filter((each) => each.isLongTerm === isLongTerm);
  return ofTerm.length > 0 ? ofTerm : joined;
}

/** The broker states the proceeds that the own records lack. */
const flagsOf = (own: readonly FormRow[]): FormRow['flags'] => [
  ...new Set(
    own.flatMap(({ flags, valueStatus, lacksProceeds }) =>
      flags.filter((flag) => flag !== 'missing_price' || (valueStatus === 'known' && !lacksProceeds)),
    ),
  ),
];

/** Of a row without an own sale. A basis of 0 that is not reported is an empty box. */
const lacksBasis = ({ box1g, box2 }: BrokerRow): boolean =>
  box1g === null || (!box2 && centsOfText(box1g) === 0n);

const wordOf = (own: FormRow | null): string | null =>
  own === null || dayOrNull(own.dateAcquired) !== null ? null : own.dateAcquired;
