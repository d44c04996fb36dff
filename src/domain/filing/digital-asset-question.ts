import { taxYearOf, type Disposal, type Ledger, type LedgerLot } from '../engine';
import { isOnForm, rowsOf, type Form8949, type FormRow } from '../forms';

/** Wallets, year and zone of an answer. */
interface QuestionScope {
  wallets: readonly string[];
  year: number;
  /** IANA name. */
  timezone: string;
}

/** The question on Form 1040. */
export interface DigitalAssetQuestion {
  /** Null for years whose return had no such question. */
  question: string | null;
  answer: 'yes' | 'no';
  /** Receipts as income in the year; in 2019 and 2020 also units received for free. */
  receipts: number;
  /** Sales, exchanges, payments, fees and gifts in the year. */
  dispositions: number;
}

/** The latest first. @source Form 1040, 2020 to 2025; Schedule 1, 2019 */
const QUESTIONS: readonly { from: number; text: (year: number) => string }[] = [
  {
    from: 2023,
    text: (year) =>
      `At any time during ${year}, did you: (a) receive (as a reward, award, or payment for property or services); ` +
      'or (b) sell, exchange, or otherwise dispose of a digital asset (or a financial interest in a digital asset)?',
  },
  {
    from: 2022,
    text: (year) =>
      `At any time during ${year}, did you: (a) receive (as a reward, award, or payment for property or services); ` +
      'or (b) sell, exchange, gift, or otherwise dispose of a digital asset (or a financial interest in a digital asset)?',
  },
  {
    from: 2021,
    text: (year) =>
      `At any time during ${year}, did you receive, sell, exchange, or otherwise dispose of any financial interest ` +
      'in any virtual currency?',
  },
  {
    from: 2019,
    text: (year) =>
      `At any time during ${year}, did you receive, sell, send, exchange, or otherwise acquire any financial interest ` +
      'in any virtual currency?',
  },
];

/**
 * Answers the question from the ledger of some wallets, and from the sales that only a broker reported. A purchase for
 * cash, a transfer between own wallets and a deposit that stays the user's are no reason to answer yes; a fee that is paid in
 * a token is one.
 * @source Form 1040 instructions, Digital Assets
 */
export function digitalAssetQuestion(
  ledger: Ledger,
  { wallets, year, timezone }: QuestionScope,
  form?: Form8949,
): DigitalAssetQuestion {
  const own = new Set(wallets);
  const inYear = (of: string, at: number): boolean => own.has(of) && taxYearOf(at, timezone) === year;
  // Cash has no lot, and is no digital asset.
  const incomes = ledger.income.filter(
    ({ lotId, wallet: of, receivedAt }) => lotId !== null && inYear(of, receivedAt),
  );
  const gifts = asksForAcquisitions(year) ? ledger.lots.filter(isForFree) : [];
  const receipts =
    incomes.length + gifts.filter(({ wallet: of, receivedAt }) => inYear(of, receivedAt)).length;
  const isElsewhere = form === undefined ? () => false : movedBy(form);
  const disposals = ledger.disposals.filter(
    (disposal) =>
      disposal.type !== 'lost' &&
      disposal.type !== 'stolen' &&
      inYear(disposal.wallet, disposal.disposedAt) &&
      !isElsewhere(disposal),
  );
  const dispositions = disposals.length + (form === undefined ? 0 : beyond(disposals, rowsOf(form), own));
  return {
    question: QUESTIONS.find(({ from }) => year >= from)?.text(year) ?? null,
    answer: receipts + dispositions > 0 ? 'yes' : 'no',
    receipts,
    dispositions,
  };
}

/** The last year whose question asks for units that were acquired without income: for free, but not for cash. */
const LAST_YEAR_OF_ACQUISITIONS = 2020;

/** True for a year whose question needs the lots that were received in it. */
export const asksForAcquisitions = (year: number): boolean => year <= LAST_YEAR_OF_ACQUISITIONS;

/** A gift or an inheritance, as its owner states. @source Form 1040 instructions of 2020, Virtual Currency; IRS FAQ 5 of 2021 */
const isForFree = ({ source, parentId, incomeType, isPurchase }: LedgerLot): boolean =>
  source === 'manual' && parentId === null && incomeType === null && !isPurchase;

/** The disposals of a row. */
const idsOf = ({ disposalId, joinedIds = [] }: FormRow): readonly string[] =>
  disposalId === null ? joinedIds : [disposalId];

/** True for a disposal that the broker dates in another year: it is on no row of the form. */
function movedBy(form: Form8949): (disposal: Disposal) => boolean {
  const rows = [...rowsOf(form), ...form.needsValue];
  const ids = new Set(rows.flatMap(idsOf));
  // Stated sales replace the disposals of their account, and gathered fees have no ids.
  const unnamed = new Set(
    rows
      .filter(
        (row) => idsOf(row).length === 0 && (row.isAggregated || !row.flags.includes('missing_in_books')),
      )
      .map(({ wallet }) => wallet),
  );
  return ({ id, type, wallet }) => isOnForm(type) && !ids.has(id) && !unnamed.has(wallet);
}

/**
 * Sales on the form that are no disposal of the ledger in the year: those of other brokers, those that the own records
 * lack or only state, and those that the broker dates in another year than the ledger.
 */
function beyond(disposals: readonly Disposal[], rows: readonly FormRow[], own: ReadonlySet<string>): number {
  const ids = new Set(disposals.map(({ id }) => id));
  const active = new Set(disposals.map(({ wallet }) => wallet));
  const isOther = (row: FormRow): boolean =>
    !own.has(row.wallet) ||
    row.flags.includes('missing_in_books') ||
    (idsOf(row).length === 0 && !active.has(row.wallet));
  const moved = rows.flatMap((row) => (isOther(row) ? [] : idsOf(row).filter((id) => !ids.has(id))));
  return rows.filter(isOther).length + new Set(moved).size;
}
