import { firstYearOf, type LawInForce } from '../law';

/**
 * A to F refer to Form 1099-B, G to L to Form 1099-DA, which exists for sales from 2025 on.
 * @source tax-rules 14.1; Form 8949 (2024, 2025); TXF V042 for the reference numbers. G to L use those of A to F
 */
export const BOXES = {
  A: { part: 'I', payerForm: '1099-B', reported: 'basis', txfRef: 321 },
  B: { part: 'I', payerForm: '1099-B', reported: 'proceeds', txfRef: 711 },
  C: { part: 'I', payerForm: '1099-B', reported: 'nothing', txfRef: 712 },
  D: { part: 'II', payerForm: '1099-B', reported: 'basis', txfRef: 323 },
  E: { part: 'II', payerForm: '1099-B', reported: 'proceeds', txfRef: 713 },
  F: { part: 'II', payerForm: '1099-B', reported: 'nothing', txfRef: 714 },
  G: { part: 'I', payerForm: '1099-DA', reported: 'basis', txfRef: 321 },
  H: { part: 'I', payerForm: '1099-DA', reported: 'proceeds', txfRef: 711 },
  I: { part: 'I', payerForm: '1099-DA', reported: 'nothing', txfRef: 712 },
  J: { part: 'II', payerForm: '1099-DA', reported: 'basis', txfRef: 323 },
  K: { part: 'II', payerForm: '1099-DA', reported: 'proceeds', txfRef: 713 },
  L: { part: 'II', payerForm: '1099-DA', reported: 'nothing', txfRef: 714 },
} as const satisfies Record<string, BoxFacts>;

interface BoxFacts {
  part: Part;
  payerForm: '1099-B' | '1099-DA';
  reported: 'basis' | 'proceeds' | 'nothing';
  txfRef: number;
}

/** I is short-term, II is long-term. */
export type Part = 'I' | 'II';
export type Box = keyof typeof BOXES;
type BoxOf<P extends Part> = { [B in Box]: (typeof BOXES)[B]['part'] extends P ? B : never }[Box];

export interface BoxPair {
  short: BoxOf<'I'>;
  long: BoxOf<'II'>;
}

/**
 * `us_exchange` files Form 1099-DA. An exchange that does not file it is treated like a self-custody wallet.
 * `covered` units were bought in the same account from 2026 on: the exchange must report their basis.
 */
export type AccountKind = 'self_custody' | 'us_exchange';
type Sold = 'self_custody' | 'us_exchange' | 'us_exchange_covered';

const BASIS_REPORTED: BoxPair = { short: 'G', long: 'J' };
const PROCEEDS_REPORTED: BoxPair = { short: 'H', long: 'K' };
const NOT_REPORTED: BoxPair = { short: 'I', long: 'L' };
/**
 * Before 2025 no rule required a report of sales of digital assets. Some exchanges sent Form 1099-B: for such an
 * account the owner chooses the boxes A, B, D or E.
 */
const BEFORE_1099_DA: BoxPair = { short: 'C', long: 'F' };

export const FORM_1099_DA_FROM = firstYearOf('reg-1.6045-1-proceeds');
export const COVERED_FROM = firstYearOf('reg-1.6045-1-basis');

/** By first tax year, the latest first. @source tax-rules 14.1 */
const BOXES_BY_YEAR: readonly ({ from: number } & Record<Sold, BoxPair>)[] = [
  {
    from: COVERED_FROM,
    self_custody: NOT_REPORTED,
    us_exchange: PROCEEDS_REPORTED,
    us_exchange_covered: BASIS_REPORTED,
  },
  {
    from: FORM_1099_DA_FROM,
    self_custody: NOT_REPORTED,
    us_exchange: PROCEEDS_REPORTED,
    us_exchange_covered: PROCEEDS_REPORTED,
  },
  {
    from: 0,
    self_custody: BEFORE_1099_DA,
    us_exchange: BEFORE_1099_DA,
    us_exchange_covered: BEFORE_1099_DA,
  },
];

export interface Account {
  /** Address value, or id of an exchange account. */
  wallet: string;
  kind: AccountKind;
  boxes?: BoxPair;
}

export function boxesOf(law: LawInForce, kind: AccountKind, isCovered: boolean): BoxPair {
  const row = BOXES_BY_YEAR.find(({ from }) => law.year >= from);
  return row?.[kind === 'us_exchange' && isCovered ? 'us_exchange_covered' : kind] ?? BEFORE_1099_DA;
}

export const boxesOfPart = (part: Part, year: number): Box[] =>
  BOX_NAMES.filter(
    (name) => BOXES[name].part === part && (year >= FORM_1099_DA_FROM || BOXES[name].payerForm === '1099-B'),
  );

/** In the words of the form of the year. @source Form 8949 (2024), (2025) */
export function boxCaption(box: Box, year: number): string {
  const { part, payerForm, reported } = BOXES[box];
  const term = part === 'I' ? 'Short-term' : 'Long-term';
  switch (reported) {
    case 'basis':
      return `${term} transactions reported on Form(s) ${payerForm} showing basis was reported to the IRS`;
    case 'proceeds':
      return `${term} transactions reported on Form(s) ${payerForm} showing basis was not reported to the IRS`;
    case 'nothing':
      if (payerForm === '1099-DA')
        return `${term} digital asset transactions not reported to you on Form 1099-DA or Form 1099-B`;
      return year < FORM_1099_DA_FROM
        ? `${term} transactions not reported to you on Form 1099-B`
        : `${term} transactions, other than digital asset transactions, not reported to you on Form 1099-B`;
  }
}

export const BOX_NAMES = Object.keys(BOXES) as Box[];
