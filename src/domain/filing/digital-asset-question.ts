import { taxYearOf, type Disposal, type Ledger } from '../engine';
import { rowsOf, type Form8949, type FormRow } from '../forms';

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
  /** Receipts as income in the year. */
  receipts: number;
  /** Sales, exchanges, payments, fees and gifts in the year. */
  dispositions: number;
}

/** The latest first. @source Form 1040, 2020 to 2025; Schedule 1, 2019 */
const QUESTIONS: readonly { from: number; text: (year: number) => string }[] = [
  {
    from: 2022,
    text: (year) =>
      `At any time during ${year}, did you: (a) receive (as a reward, award, or payment for property or services); ` +
      'or (b) sell, exchange, or otherwise dispose of a digital asset (or a financial interest in a digital asset)?',
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
  const receipts = ledger.income.filter(
    ({ lotId, wallet: of, receivedAt }) => lotId !== null && inYear(of, receivedAt),
  ).length;
  const disposals = ledger.disposals.filter(
    ({ type, wallet: of, disposedAt }) => type !== 'lost' && type !== 'stolen' && inYear(of, disposedAt),
  );
  const dispositions = disposals.length + (form === undefined ? 0 : beyond(disposals, rowsOf(form), own));
  return {
    question: QUESTIONS.find(({ from }) => year >= from)?.text(year) ?? null,
    answer: receipts + dispositions > 0 ? 'yes' : 'no',
    receipts,
    dispositions,
  };
}

/**
 * Rows of the form that are about no disposal of the ledger in the year: those of other brokers, those that the own records
 * lack or only state, and those that the broker dates in another year than the ledger.
 */
function beyond(disposals: readonly Disposal[], rows: readonly FormRow[], own: ReadonlySet<string>): number {
  const ids = new Set(disposals.map(({ id }) => id));
  const active = new Set(disposals.map(({ wallet }) => wallet));
  // A row without a disposal joins several.
  return rows.filter(
    ({ wallet, disposalId, flags }) =>
      !own.has(wallet) ||
      flags.includes('missing_in_books') ||
      (disposalId === null ? !active.has(wallet) : !ids.has(disposalId)),
  ).length;
}
