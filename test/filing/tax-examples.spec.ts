import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  applyForms,
  emptyBrokerRow,
  reconcileForms,
  type BrokerRow,
  type OwnSale,
} from '../../src/domain/broker';
import {
  appraisalsOf,
  digitalAssetQuestion,
  GIVEN_AWAY,
  givenAway,
  giftTotals,
} from '../../src/domain/filing';
import {
  centsText,
  form8949,
  rowsOf,
  schedule1,
  schedule1Lines,
  toCents,
  totalsOf,
  BOX_NAMES,
  type Box,
  type BoxPair,
  scheduleD,
  type ReturnFacts,
} from '../../src/domain/forms';
import type { DisposalType, IncomeType, Ledger } from '../../src/domain/engine';
import type { Asset } from '../../src/domain/kernel/asset';
import { formatMoney, formatUnits, money } from '../../src/domain/kernel/units';
import { dec } from '../../src/domain/kernel/decimal';
import { LawInForce } from '../../src/domain/law';
import { rwaHolding, rwaTaxReport, RWA_TOKENS, type RwaSymbol } from '../../src/domain/rwa';
import type { ManualEntry } from '../../src/domain/overlays/manual-entry';
import { buy, ETH, ledgerOf, sell, WALLET } from '../forms/ledgers';

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

type Facts = Partial<Record<'short_term_carryover' | 'long_term_carryover' | 'taxable_income', string>> & {
  married_filing_separately?: boolean;
};

interface LedgerExample {
  events: ({ asset: string; on: string } & (
    | { in: string; cost: string; since?: string; worth?: string; income?: IncomeType; inherited?: true }
    | { out: string; proceeds?: string | null; type?: DisposalType; worth?: string; to?: string }
  ))[];
  tax_year?: number;
  /** Boxes that the owner ticks for an exchange account. */
  boxes?: BoxPair;
  wash_sales?: boolean;
  /** Names of collections. */
  collectible_nfts?: string[];
  business_income?: IncomeType[];
  facts?: Facts;
  /** `b` is the date of acquisition, or its word. */
  form: (BrokerExample['form'][number] & { b?: string })[];
  needs_value?: Record<'e', string>[];
  lines?: Record<string, string>;
  /** To the question about digital assets on Form 1040. */
  answer?: 'yes' | 'no';
  collectibles?: { worksheet: string[]; line_18: string | null };
  income?: Record<'line_8v' | 'schedule_b' | 'schedule_c', string>;
  given?: (Record<'form' | 'quantity' | 'basis' | 'term', string> & { value: string | null })[];
  appraisal_needed?: string[];
  appraisal_undecided?: string[];
  above_exclusion?: string[];
}

interface FundExample {
  fund: Record<'units' | 'cost' | 'bought' | 'sold' | 'proceeds' | 'yield', string> & { symbol: RwaSymbol };
  interest: Record<string, string>;
  gain: string;
  adjusted_basis: string;
  adjusted_gain: string;
}

interface ScheduleExample {
  sections: Partial<Record<Box, [string, string, string]>>;
  facts: Facts;
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

const returnFacts = (facts: Facts): ReturnFacts => ({
  shortTermCarryover: cents(facts.short_term_carryover ?? '0'),
  longTermCarryover: cents(facts.long_term_carryover ?? '0'),
  isMarriedFilingSeparately: facts.married_filing_separately ?? false,
  taxableIncome: facts.taxable_income === undefined ? null : cents(facts.taxable_income),
});

/** Assets whose contract matters. */
const CONTRACTS: Record<string, string> = { PAXG: '0x45804880de22913dafe09f4980848ece6ecbaf78' };
const assetOf = (symbol: string): Asset => {
  if (symbol === 'ETH') return ETH;
  const contract = CONTRACTS[symbol] ?? `0x${symbol}`;
  return { ...ETH, id: `ethereum:${contract}`, contract, symbol, decimals: symbol.includes('#') ? 0 : 18 };
};

function ledgerFrom({ events, wash_sales: washSales = false }: LedgerExample): Ledger {
  return ledgerOf(
    events.map((event) => {
      const [asset, at] = [assetOf(event.asset), `${event.on}T12:00Z`];
      if ('out' in event)
        return sell(event.out, event.proceeds ?? '0', at, {
          asset,
          type: event.type ?? 'sale',
          ...((event.proceeds === null || Object.hasOwn(GIVEN_AWAY, event.type ?? '')) && { proceeds: null }),
        });
      return buy(event.in, event.cost, at, {
        asset,
        ...(event.income &&
          ({ source: 'income', basisSource: 'market_price', incomeType: event.income } as const)),
        ...(event.since && { acquiredAt: Date.parse(event.since) }),
        ...(event.worth && { lossBasis: money(event.worth) }),
        ...(event.inherited && { inherited: true, source: 'manual' as const }),
      });
    }),
    { washSales },
  );
}

/** What the owner entered about the units that left without a sale. */
const entriesOf = ({ events }: LedgerExample, ledger: Ledger): ManualEntry[] =>
  events.flatMap((event) => {
    if (!('out' in event) || event.type === undefined) return [];
    const gone = ledger.disposals.find(
      ({ type, asset, disposedAt }) =>
        type === event.type &&
        asset.symbol === event.asset &&
        disposedAt === Date.parse(`${event.on}T12:00Z`),
    );
    const value = event.worth === undefined ? null : money(event.worth);
    const stated = { value, recipient: event.to ?? null };
    const place = { wallet: WALLET, assetId: assetOf(event.asset).id, txHash: null };
    const entry = { kind: 'disposal_entry', id: gone?.transactionId, type: event.type, ...place, ...stated };
    return [entry as unknown as ManualEntry];
  });

const columns = (row: {
  box: Box;
  proceeds: bigint;
  costBasis: bigint;
  adjustment: bigint;
  gain: bigint;
}) => ({
  box: row.box,
  d: centsText(row.proceeds),
  e: centsText(row.costBasis),
  g: centsText(row.adjustment),
  h: centsText(row.gain),
});

const fundExamples = EXAMPLES.filter(([, example]) => 'fund' in example);
const ledgerExamples = EXAMPLES.filter(([, example]) => 'events' in example);
const brokerExamples = EXAMPLES.filter(([, example]) => 'broker' in example);
const scheduleExamples = EXAMPLES.filter(([, example]) => 'sections' in example);

it('has an example for each code and form', () => {
  const codes = brokerExamples.flatMap(([, example]) =>
    (example as unknown as BrokerExample).form.flatMap(({ f }) => [...f]),
  );
  expect([...new Set(codes)].sort()).toEqual(['B', 'E', 'M', 'O', 'T', 'W']);
  const own = ledgerExamples.flatMap(([, example]) =>
    (example as unknown as LedgerExample).form.flatMap(({ f }) => [...f]),
  );
  expect([...new Set(own)].sort()).toEqual(['C', 'W']);
  const boxes = [...brokerExamples, ...ledgerExamples].flatMap(([, example]) =>
    (example as unknown as LedgerExample).form.map(({ box }) => box),
  );
  expect([...new Set(boxes)].sort()).toEqual(BOX_NAMES);
  const kinds = [brokerExamples, scheduleExamples, ledgerExamples, fundExamples];
  expect(kinds.reduce((sum, { length }) => sum + length, 0)).toBe(EXAMPLES.length);
  expect(fundExamples.length).toBeGreaterThanOrEqual(2);
  expect(scheduleExamples.length).toBeGreaterThanOrEqual(3);
  const forms = ledgerExamples.flatMap(([, example]) =>
    ((example as unknown as LedgerExample).given ?? []).map(({ form }) => form),
  );
  expect([...new Set(forms)].sort()).toEqual([...new Set(Object.values(GIVEN_AWAY))].sort());
});

describe('Form 8949 with Form 1099-DA', () => {
  it.each(brokerExamples)('%s', (_title, example) => {
    const { broker, own, form, reasons } = example as unknown as BrokerExample;
    const [rows, sales] = [broker.map(rowOf), own.map(saleOf)];
    const result = reconcileForms(rows, sales, YEAR);
    expect([...result.byReason.keys()].sort()).toEqual(reasons.toSorted());
    const applied = applyForms(rows, sales, result).map((row) => ({ ...columns(row), f: row.codes }));
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
    const schedule = scheduleD(form, returnFacts(facts));
    const computed = Object.fromEntries(schedule.rows.map(({ line, gain }) => [line, centsText(gain)]));
    expect(computed).toMatchObject(lines);
    expect(schedule.carryover?.lines.map(centsText) ?? null).toEqual(worksheet);
  });
});

describe('the ledger of a wallet', () => {
  it.each(ledgerExamples)('%s', (_title, given) => {
    const example = given as unknown as LedgerExample;
    const scope = { year: example.tax_year ?? YEAR, timezone: 'UTC' };
    const ledger = ledgerFrom(example);
    const form = form8949(ledger, {
      accounts: [
        example.boxes === undefined
          ? { wallet: WALLET, kind: 'self_custody' }
          : { wallet: WALLET, kind: 'us_exchange', boxes: example.boxes },
      ],
      collectibleNfts: example.collectible_nfts?.map((name) => assetOf(name).id),
      ...scope,
    });
    const rows = rowsOf(form).map((row, i) => ({
      ...columns(row),
      f: row.adjustmentCode,
      ...(example.form[i]?.b !== undefined && { b: row.dateAcquired }),
    }));
    expect(rows).toEqual(example.form);
    expect(form.needsValue.map(({ costBasis }) => ({ e: centsText(costBasis) }))).toEqual(
      example.needs_value ?? [],
    );
    const { answer } = digitalAssetQuestion(ledger, { wallets: [WALLET], ...scope }, form);
    expect(answer).toBe(example.answer ?? 'yes');

    const schedule = scheduleD(form, returnFacts(example.facts ?? {}));
    const lines = Object.fromEntries(schedule.rows.map(({ line, gain }) => [line, centsText(gain)]));
    expect(lines).toMatchObject(example.lines ?? {});
    if (example.lines?.['18'] === undefined) expect(lines).not.toHaveProperty('18');
    const { lines: worksheet, line18 } = schedule.collectibles ?? { lines: null, line18: null };
    expect(worksheet?.map(centsText) ?? null).toEqual(example.collectibles?.worksheet ?? null);
    expect(line18 === null ? null : centsText(line18)).toBe(example.collectibles?.line_18 ?? null);

    const businessIncome = example.business_income ?? [];
    const income = schedule1Lines(schedule1(ledger, { wallets: [WALLET], businessIncome, ...scope }));
    expect({
      line_8v: centsText(income.line8vTotal),
      schedule_b: centsText(income.scheduleBInterestTotal),
      schedule_c: centsText(income.scheduleCTotal),
    }).toEqual(example.income ?? { line_8v: '0.00', schedule_b: '0.00', schedule_c: '0.00' });

    const keys = new Map(example.events.map(({ asset }) => [assetOf(asset).id, asset]));
    const gone = givenAway(ledger, entriesOf(example, ledger), keys, { wallet: WALLET, ...scope });
    expect(
      gone.map(({ type, quantity, decimals, basis, value, term }) => ({
        form: GIVEN_AWAY[type],
        quantity: formatUnits(quantity, decimals),
        basis: formatMoney(basis),
        value: value === null ? null : formatMoney(value),
        term,
      })),
    ).toEqual(example.given ?? []);
    expect(appraisalsOf(gone, LawInForce.of(scope.year))).toEqual({
      needed: example.appraisal_needed ?? [],
      undecided: example.appraisal_undecided ?? [],
    });
    const above = giftTotals(gone, LawInForce.of(scope.year)).flatMap(({ recipient, isAboveExclusion }) =>
      isAboveExclusion ? [recipient] : [],
    );
    expect(above).toEqual(example.above_exclusion ?? []);
  });
});

describe('tokenized funds', () => {
  it.each(fundExamples)('%s', (_title, given) => {
    const { fund, interest, ...expected } = given as unknown as FundExample;
    const moment = { now: Date.parse('2027-06-30T12:00Z'), timezone: 'UTC' };
    const lot = {
      quantity: dec(fund.units),
      cost: dec(fund.cost),
      acquiredAt: Date.parse(fund.bought),
      isInterest: false,
      disposedAt: Date.parse(fund.sold),
      disposalId: 'sold',
      kind: 'sale',
      proceeds: dec(fund.proceeds),
      isLongTerm: true,
    };
    const position = { token: RWA_TOKENS[fund.symbol], balance: dec(0), lots: [], disposed: [lot] };
    const quote = { nav: dec(1), rate: dec(fund.yield).div(100), source: 'example' };
    const report = (year: number) => rwaTaxReport([rwaHolding(position, quote, moment)], year, moment);
    for (const [year, amount] of Object.entries(interest))
      expect([year, report(Number(year)).total.toFixed()]).toEqual([year, amount]);
    const [row] = report(Number(fund.sold.slice(0, 4))).disposed;
    expect({
      gain: row?.gain?.toFixed(),
      adjusted_basis: row?.adjustedCost?.toFixed(),
      adjusted_gain: row?.adjustedGain?.toFixed(),
    }).toEqual(expected);
  });
});
