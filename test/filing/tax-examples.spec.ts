import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  applyForms,
  emptyBrokerRow,
  reconcileForms,
  type BrokerRow,
  type OwnSale,
} from '../../src/domain/broker';
import { scheduleD } from '../../src/domain/filing';
import { centsText, form8949, toCents, totalsOf, type Box } from '../../src/domain/forms';
import { money } from '../../src/domain/kernel/units';
import { ledgerOf } from '../forms/ledgers';

const YEAR = 2026;
const TEXT = readFileSync(join(__dirname, '../../docs/tax-examples.md'), 'utf8');

/** The heading and the JSON of every example of the page. */
const EXAMPLES = [...TEXT.matchAll(/^### (.+)\n[^]*?```json\n([^]*?)```/gm)].map(
  ([, title = '', json = '{}']) => [title, JSON.parse(json) as Record<string, unknown>] as const,
);

interface BrokerExample {
  broker: Record<string, string | boolean>[];
  own: (Record<'units' | 'acquired' | 'sold' | 'proceeds' | 'fees' | 'basis', string> & {
    asset?: string;
    term: 'short' | 'long';
    transferred_in?: boolean;
  })[];
  form: Record<'box' | 'd' | 'e' | 'f' | 'g' | 'h', string>[];
  reasons: string[];
}

interface ScheduleExample {
  sections: Partial<Record<Box, [string, string, string]>>;
  facts: Partial<Record<'short_term_carryover' | 'long_term_carryover' | 'taxable_income', string>> & {
    married_filing_separately?: boolean;
  };
  lines: Record<string, string>;
  worksheet: string[] | null;
}

const cents = (usd: string) => toCents(money(usd), 'cents');

/** `box_1a` -> `box1a`; amounts with two decimals. */
const rowOf = (given: Record<string, string | boolean>): BrokerRow => {
  const boxes = Object.entries(given).map(([name, value]): [string, unknown] => [
    name.replace('_', ''),
    /^box_1[fghi]$/.test(name) ? centsText(cents(String(value))) : value,
  ]);
  return {
    ...emptyBrokerRow({ box1c: '0', box1e: '2026-01-01', box1f: '0.00' }),
    ...(Object.fromEntries(boxes) as Partial<BrokerRow>),
  };
};

const saleOf = (given: BrokerExample['own'][number], i: number): OwnSale => ({
  id: `own-${i}`,
  asset: given.asset ?? 'ETH',
  units: given.units,
  acquiredOn: given.acquired,
  soldOn: given.sold,
  proceeds: cents(given.proceeds),
  fees: cents(given.fees),
  basis: cents(given.basis),
  term: given.term,
  isTransferredIn: given.transferred_in ?? false,
});

const brokerExamples = EXAMPLES.filter(([, example]) => 'broker' in example);
const scheduleExamples = EXAMPLES.filter(([, example]) => 'sections' in example);

it('has an example for each code and form', () => {
  const codes = brokerExamples.flatMap(([, example]) =>
    (example as unknown as BrokerExample).form.flatMap(({ f }) => [...f]),
  );
  expect([...new Set(codes)].sort()).toEqual(['B', 'E', 'M', 'O', 'T', 'W']);
  expect(brokerExamples.length + scheduleExamples.length).toBe(EXAMPLES.length);
  expect(scheduleExamples.length).toBeGreaterThanOrEqual(3);
});

describe('Form 8949 with Form 1099-DA', () => {
  it.each(brokerExamples)('%s', (_title, example) => {
    const { broker, own, form, reasons } = example as unknown as BrokerExample;
    const [rows, sales] = [broker.map(rowOf), own.map(saleOf)];
    const result = reconcileForms(rows, sales, YEAR);
    expect([...result.byReason.keys()].sort()).toEqual(reasons.toSorted());
    const applied = applyForms(rows, sales, result).map((row) => ({
      box: row.box,
      d: centsText(row.proceeds),
      e: centsText(row.costBasis),
      f: row.codes,
      g: centsText(row.adjustment),
      h: centsText(row.gain),
    }));
    expect(applied).toEqual(form);
  });
});

describe('Schedule D', () => {
  it.each(scheduleExamples)('%s', (_title, example) => {
    const { sections, facts, lines, worksheet } = example as unknown as ScheduleExample;
    const empty = form8949(ledgerOf([]), { accounts: [], year: YEAR, timezone: 'UTC' });
    const form = {
      ...empty,
      sections: Object.entries(sections).map(([box, [proceeds, basis, adjustment]]) => ({
        part: box === 'I' ? ('I' as const) : ('II' as const),
        box: box as Box,
        rows: [],
        totals: {
          ...totalsOf([]),
          proceeds: cents(proceeds),
          costBasis: cents(basis),
          adjustment: cents(adjustment),
          gain: cents(proceeds) - cents(basis) + cents(adjustment),
        },
      })),
    };
    const schedule = scheduleD(form, {
      shortTermCarryover: cents(facts.short_term_carryover ?? '0'),
      longTermCarryover: cents(facts.long_term_carryover ?? '0'),
      isMarriedFilingSeparately: facts.married_filing_separately ?? false,
      taxableIncome: facts.taxable_income === undefined ? null : cents(facts.taxable_income),
    });
    const computed = Object.fromEntries(schedule.rows.map(({ line, gain }) => [line, centsText(gain)]));
    expect(computed).toMatchObject(lines);
    expect(schedule.carryover?.lines.map(centsText) ?? null).toEqual(worksheet);
  });
});
