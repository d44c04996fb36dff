import { centsText, type Cents } from '../forms';
import { assetOfRow, type AppliedRow } from '../broker';
import type { SaleFacts } from './facts';
import { effectOf } from './reasons';
import type { Evidence, EvidenceRow } from './rows';

export interface LetterFacts {
  year: number;
  broker: string;
  formId: string;
  account: string;
}

const BLANK = '\u00a0';
const UNKNOWN = 'unknown';

/** A row that the letter disputes: its own sale is known, and its gain is another one. */
export const isDisputed = ({ verdict, proposed, reported }: EvidenceRow): boolean =>
  (verdict === 'different' || verdict === 'only_broker') && proposed !== reported;

export const basisText = (row: EvidenceRow, cents: Cents): string =>
  row.isBasisKnown ? centsText(cents) : UNKNOWN;

const boxText = (amount: string | null): string => amount ?? 'not reported';

/** The statement that goes with an answer to a notice. Names, numbers, dates and the signature are left blank. */
export function letterLines({ rows, hidden }: Evidence, facts: LetterFacts): string[] {
  const disputed = rows.filter(isDisputed);
  const agreed = rows.filter(({ verdict }) => verdict === 'agreed');
  const sameGain = rows.filter((row) => row.verdict === 'different' && !isDisputed(row));
  const unanswered = rows.filter(({ verdict }) => verdict === 'not_answered');
  const own = rows.filter(({ verdict }) => verdict === 'only_own');
  return [
    'Name(s) shown on the return: ________________________________',
    'Social security number: ________________________________',
    `Tax year: ${facts.year}`,
    'Date of the notice: ____________________   Number of the notice: ____________________',
    BLANK,
    `About: Form 1099-DA of ${facts.broker === '' ? facts.account : facts.broker}, account ${facts.account} (form ${facts.formId})`,
    BLANK,
    ...(disputed.length === 0 ? [] : disputeLines(disputed)),
    ...(agreed.length === 0 ? [] : [`Rows that agree: ${numbersOf(agreed)}.`]),
    ...(sameGain.length === 0
      ? []
      : [
          `Rows of the same gain, in which other facts differ as the page of each row states: ${numbersOf(sameGain)}.`,
        ]),
    ...(unanswered.length === 0
      ? []
      : [
          `Rows that are not answered: ${numbersOf(unanswered)}. The records have no such sale, or not all of its units, or its basis is unknown. ` +
            'Nothing is stated about them here.',
        ]),
    ...(own.length === 0
      ? []
      : [`Sales that the form of the broker does not have, and the return reports: ${own.length}.`]),
    ...(hidden === 0
      ? []
      : [`Rows that the plan of this account does not show: ${hidden}. This letter is not complete.`]),
    BLANK,
    'Enclosed, as copies: a page for each row (row-001 and so on), the table of all rows (rows.csv), and the sources.',
    'Write the name, the social security number and the tax year on each page that you send.',
    BLANK,
    ...(disputed.length === 0
      ? []
      : [
          'Under penalties of perjury, I declare that the facts above are true, correct and complete to the best of my knowledge.',
        ]),
    BLANK,
    'Signature: ________________________________   Date: ____________________',
    'Signature (spouse, joint return): ________________________________   Date: ____________________',
  ];
}

function disputeLines(disputed: readonly EvidenceRow[]): string[] {
  const total = (of: (row: EvidenceRow) => Cents | null): Cents =>
    disputed.reduce((sum, row) => sum + (of(row) ?? 0n), 0n);
  const [proposed, reported] = [total((row) => row.proposed), total((row) => row.reported)];
  return [
    'I do not agree with the gain that follows from these rows of the form. The reasons are below, and on the page of each row.',
    BLANK,
    ...disputed.flatMap((row) => [
      `Row ${row.number ?? ''}: ${titleOf(row)}`,
      `   The form gives: proceeds ${row.given?.box1f ?? ''}, basis ${boxText(row.given?.box1g ?? null)}, gain ${centsText(row.proposed ?? 0n)}.`,
      `   I report: gain ${centsText(row.reported ?? 0n)} (${row.lines.map(placeText).join('; ')}).`,
      `   ${stated((row.proposed ?? 0n) - (row.reported ?? 0n))}`,
      ...row.reasons.map(({ sentence }) => `   - ${sentence}`),
    ]),
    BLANK,
    `Together: the form gives a gain of ${centsText(proposed)}, I report ${centsText(reported)}. ` +
      (proposed === reported ? 'Together there is no difference.' : stated(proposed - reported)),
    BLANK,
  ];
}

const stated = (over: Cents): string =>
  over > 0n
    ? `The gain is overstated by ${centsText(over)}.`
    : `The gain is understated by ${centsText(-over)}.`;

const placeText = ({ line, place }: EvidenceRow['lines'][number]): string =>
  `Form 8949 box ${line.box}${place === null ? '' : `, copy ${place.copy}, row ${place.row}, Schedule D line ${place.scheduleDLine}`}`;

const numbersOf = (rows: readonly EvidenceRow[]): string =>
  rows.map(({ number, key }) => (number === null ? key : String(number))).join(', ');

const titleOf = ({ given, lines, sales }: EvidenceRow): string =>
  given
    ? `${given.box1c} ${assetOfRow(given)}, sold on ${given.box1e}`
    : (lines[0]?.line.description ?? sales[0]?.sale.id ?? '');

/** The page of one row. */
export function rowLines(row: EvidenceRow, { year, broker }: LetterFacts): string[] {
  const { given, lines, sales, reasons } = row;
  return [
    'Name: ______________________________   Social security number: ____________________',
    `Tax year: ${year}   Row: ${row.key}   Verdict: ${row.verdict}`,
    BLANK,
    titleOf(row),
    ...(given === null
      ? ['No form of the broker has this sale.']
      : [
          `Form 1099-DA of ${broker}: acquired (1d) ${given.box1d ?? 'not reported'}, sold (1e) ${given.box1e}, proceeds (1f) ${given.box1f}, ` +
            `basis (1g) ${boxText(given.box1g)}, reported to the IRS (2) ${given.box2 ? 'yes' : 'no'}, gross or net (3a) ${given.box3a ?? 'not stated'}, ` +
            `term (6) ${given.box6 ?? 'not stated'}.`,
        ]),
    BLANK,
    'Form 8949:',
    ...(lines.length === 0
      ? ['   On no line.']
      : lines.map((line) => `   ${lineText(row, line.line)} ${placeText(line)}.`)),
    BLANK,
    'Units of the own records:',
    ...(sales.length === 0 ? ['   None.'] : sales.flatMap((one) => saleLines(row, one))),
    BLANK,
    'Reasons of the difference, own records less form:',
    ...(reasons.length === 0
      ? [row.verdict === 'agreed' ? '   None: both agree.' : '   Not stated.']
      : reasons.map(
          ({ reason, column, amount, sentence }) =>
            `   ${reason}, ${column} ${centsText(amount)}: ${sentence}`,
        )),
    `   Not explained, effect on the gain: ${textOrNone(unexplainedOf(row)) ?? 'not stated'}`,
  ];
}

/** Effect on the gain of what nothing explains. Null for a row that is not answered: its difference is not known. */
export const unexplainedOf = ({ verdict, reasons }: EvidenceRow): Cents | null =>
  verdict === 'not_answered'
    ? null
    : reasons.reduce((sum, each) => (each.reason === 'unexplained' ? sum + effectOf(each) : sum), 0n);

export const textOrNone = (cents: Cents | null): string | null => (cents === null ? null : centsText(cents));

const lineText = (row: EvidenceRow, line: AppliedRow): string =>
  `(a) ${line.description} (b) ${line.dateAcquired ?? 'VARIOUS or UNKNOWN'} (c) ${line.dateSold} (d) ${centsText(line.proceeds)} ` +
  `(e) ${basisText(row, line.costBasis)} (f) ${line.codes === '' ? 'blank' : line.codes} (g) ${centsText(line.adjustment)} ` +
  `(h) ${basisText(row, line.gain)}.`;

function saleLines(row: EvidenceRow, { sale, facts }: EvidenceRow['sales'][number]): string[] {
  const basis = sale.lacksBasis || facts?.isBasisKnown === false ? UNKNOWN : centsText(sale.basis);
  return [
    `   ${sale.units} ${sale.asset}: acquired ${facts?.acquiredAt ?? sale.acquiredOn ?? UNKNOWN}, sold ${facts?.soldAt ?? sale.soldOn}, ` +
      `proceeds ${sale.lacksProceeds && row.given === null ? UNKNOWN : centsText(sale.proceeds)}, costs of the sale ${centsText(sale.fees)}, basis ${basis}.`,
    ...(facts === null ? ['      As stated by the taxpayer.'] : factLines(facts)),
  ];
}

const factLines = (facts: SaleFacts): string[] => [
  `      Lot ${facts.lotId ?? UNKNOWN}: ${facts.origin} in ${facts.account}, transaction ${facts.acquiredIn ?? UNKNOWN}, basis from ${facts.basisSource}, ` +
    `price from ${facts.priceSource ?? 'no source'} at ${facts.pricedAt ?? UNKNOWN}.`,
  `      Sale: transaction ${facts.soldIn ?? UNKNOWN}, value from ${facts.proceedsSource ?? 'no source'}.`,
  ...facts.transfers.map(
    ({ at, units, from, to, txHash }) =>
      `      Moved ${at}: ${units} from ${from} to ${to}, transaction ${txHash ?? 'without hash'}.`,
  ),
  `      Identified by: ${facts.identification}`,
];
