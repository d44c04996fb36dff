import { printOfficial } from '../../../src/adapters/pdf/official/print-official';
import {
  form8949,
  type Account,
  type Form8949,
  type Rounding,
  madeScheduleD,
  scheduleD,
  type ReturnFacts,
} from '../../../src/domain/forms';
import { buy, ledgerOf, sell, WALLET } from '../../forms/ledgers';
import { seenPart, type SeenPart } from './read-form';
import { testForm8949, testScheduleD } from './test-form';

export const MADE_AT = Date.parse('2026-02-03T04:05:06Z');
export const RETURNED: ReturnFacts = {
  shortTermCarryover: 0n,
  longTermCarryover: 0n,
  isMarriedFilingSeparately: false,
  taxableIncome: null,
};

/** The blank forms, made once for the tests of a file. */
let blanks: Promise<[form8949: Uint8Array, scheduleD: Uint8Array]> | null = null;
export const blankForms = () => (blanks ??= Promise.all([testForm8949(), testScheduleD()]));

export async function print(
  form: Form8949,
  statements: string[] = [],
  isSummary = false,
): Promise<Uint8Array> {
  const [template] = await blankForms();
  return printOfficial(
    { form: 'form_8949', content: form },
    { template, statements, madeAt: MADE_AT, isSummary },
  );
}

export async function printD(form: Form8949, returned: Partial<ReturnFacts> = {}): Promise<Uint8Array> {
  const [, template] = await blankForms();
  const schedule = scheduleD(form, { ...RETURNED, ...returned });
  return printOfficial(madeScheduleD(schedule, form), { template, statements: [], madeAt: MADE_AT });
}

export const sales = (count: number, proceeds: string, more: Parameters<typeof sell>[3] = {}) =>
  Array.from({ length: count }, (_, i) => sell('1', proceeds, `2025-06-${10 + (i % 20)}T00:00Z`, more));

export const of2025 = (
  events: Parameters<typeof ledgerOf>[0],
  accounts: Account[],
  rounding?: Rounding,
): Form8949 => form8949(ledgerOf(events), { accounts, year: 2025, timezone: 'UTC', rounding });

export const EXCHANGE: Account = {
  wallet: WALLET,
  kind: 'us_exchange',
  boxes: { short: 'G', long: 'J' },
};
export const OWN: Account = { wallet: WALLET, kind: 'self_custody' };

/** 23 short rows of box G, 2 long rows of box J. */
export const twoTerms = (): Form8949 =>
  of2025(
    [buy('2', '20', '2023-01-01T00:00Z'), buy('23', '230', '2025-01-01T00:00Z'), ...sales(25, '100')],
    [EXCHANGE],
  );

/** Both parts of each copy. */
export const partsOf = (cells: ReadonlyMap<string, string>, copies: number): SeenPart[][] =>
  Array.from({ length: copies }, (_, copy) => [seenPart(cells, copy, 1), seenPart(cells, copy, 2)]);
