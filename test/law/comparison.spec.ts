import { lawComparison, BILL_RULES, type StatedTerms } from '../../src/domain/comparison';
import { replay, type LedgerEvent, type ReplayOptions } from '../../src/domain/engine';
import { digitalAssetQuestion, givenAway } from '../../src/domain/filing';
import {
  centsText,
  form8949,
  form8949Txf,
  schedule1,
  schedule1Lines,
  scheduleD,
} from '../../src/domain/forms';
import { form8949Csv, turboTaxCsv } from '../../src/domain/forms/form-8949/csv';
import { schedule1Csv } from '../../src/domain/forms/schedule-1/csv';
import { scheduleDCsv } from '../../src/domain/forms/schedule-d/csv';
import { accountWallet } from '../../src/domain/kernel/address';
import type { Asset } from '../../src/domain/kernel/asset';
import { money } from '../../src/domain/kernel/units';
import { BILL_IDS, lawRecord, type BillId } from '../../src/domain/law';
import { coinOf, eventBase, FIFO, purchaseOf, saleOf } from '../support/engine-events';

/** What bills would change, computed by hand. */
const COIN = coinOf('COIN', 0);
const ETH = coinOf('ETH', 2);
const USDC: Asset = { ...coinOf('USDC', 0), id: 'coinbase:USDC', chain: 'coinbase' };
const at = (text: string): number => Date.parse(`${text}T12:00:00Z`);

const compared = (
  bill: BillId,
  events: readonly LedgerEvent[],
  stated: StatedTerms = {},
  more: Partial<ReplayOptions> & { wallets?: string[]; year?: number } = {},
) => {
  const { wallets = ['w'], year, ...options } = more;
  const history = { events, options: { ...FIFO, ...options }, wallets, year };
  const [one] = lawComparison(history, { bills: [bill], stated }, replay);
  if (!one) throw new Error('no comparison');
  return one;
};

/** Of each year: law, bill, difference. */
const yearsOf = (...of: Parameters<typeof compared>) =>
  compared(...of).years.map(({ year, law, bill, difference }) => [
    year,
    centsText(law.gains + law.income),
    centsText(bill.gains + bill.income + bill.ofUnknownKind),
    centsText(difference),
  ]);

const gas = (id: string, day: string, proceeds: string | null, wallet = 'w'): LedgerEvent => ({
  ...eventBase(id, at(day), 1n, ETH, wallet),
  kind: 'dispose',
  type: 'fee',
  proceeds: proceeds === null ? null : money(proceeds),
  fees: 0n,
});

const reward = (id: string, day: string, cost: string | null): LedgerEvent => ({
  ...eventBase(id, at(day), 50n, ETH),
  kind: 'acquire',
  cost: cost === null ? null : money(cost),
  source: 'income',
  basisSource: 'market_price',
  incomeType: 'staking_reward',
});

describe('a bill on wash sales', () => {
  const events = (coin: Asset): LedgerEvent[] => [
    purchaseOf('200', 'a', at('2027-01-01'), 1n, coin),
    saleOf('100', 'b', at('2027-03-10'), 1n, coin),
    purchaseOf('40', 'c', at('2027-03-20'), 1n, coin),
  ];
  const later = saleOf('150', 'd', at('2028-06-01'), 1n, COIN);

  it.each(['hr10357.wash', 'hr9172.wash'] as const)('%s defers the loss into the replacement', (bill) => {
    expect(yearsOf(bill, events(COIN))).toEqual([[2027, '-100.00', '0.00', '100.00']]);
    expect(yearsOf(bill, [...events(COIN), later])).toEqual([
      [2027, '-100.00', '0.00', '100.00'],
      [2028, '110.00', '10.00', '-100.00'],
    ]);
  });

  it('leaves dollar coins out, and losses before its start', () => {
    expect(yearsOf('hr9172.wash', events(USDC))).toEqual([[2027, '-100.00', '-100.00', '0.00']]);
    expect(yearsOf('hr9172.wash', events(USDC), { coins_left_out: ['PYUSD'] })).toEqual([
      [2027, '-100.00', '0.00', '100.00'],
    ]);
    expect(yearsOf('hr9172.wash', events(COIN), { effective_from: at('2027-03-11') })).toEqual([
      [2027, '-100.00', '-100.00', '0.00'],
    ]);
    expect(yearsOf('hr9172.wash', events(COIN), { effective_from: at('2027-03-10') })).toEqual([
      [2027, '-100.00', '0.00', '100.00'],
    ]);
  });
});

describe('a bill on network fees', () => {
  const units = purchaseOf('9', 'a', at('2026-01-01'), 9n, ETH);
  const fees = [gas('b', '2027-01-01', '4'), gas('c', '2027-01-02', '9.99'), gas('d', '2027-01-03', '10')];

  it('leaves out what is below the limit', () => {
    expect(yearsOf('hr10357.fee', [units, ...fees])).toEqual([[2027, '20.99', '9.00', '-11.99']]);
    expect(yearsOf('hr9178.fee', [units, ...fees], { fee_limit_usd: '10.01' })).toEqual([
      [2027, '20.99', '0.00', '-20.99'],
    ]);
    const { rows } = compared('hr10357.fee', [units, ...fees]);
    expect(rows.map(({ transactionId, law, bill }) => [transactionId, law, bill])).toEqual([
      ['b', 300n, 0n],
      ['c', 899n, 0n],
    ]);
  });

  it('counts the fee of a transaction whole, and transfers by the year', () => {
    const second = { ...gas('b', '2027-01-01', '6'), leg: 1 };
    expect(yearsOf('hr10357.fee', [units, gas('b', '2027-01-01', '4'), second])).toEqual([
      [2027, '8.00', '8.00', '0.00'],
    ]);
    const few = compared('hr10357.fee', [units, ...fees], { max_transfers_a_year: 3 });
    expect(few.years.map(({ difference, note }) => [difference, note])).toEqual([[-1199n, null]]);
    const many = compared('hr10357.fee', [units, ...fees], { max_transfers_a_year: 2 });
    expect(many.years.map(({ difference, note }) => [difference, note === null])).toEqual([[0n, false]]);
  });

  it('leaves sales, and what an exchange keeps, as they are', () => {
    const account = accountWallet('3f2b8c1e-6d4a-4f0b-9a57-1c2d3e4f5a6b');
    const bought = purchaseOf('9', 'a', at('2026-01-01'), 9n, ETH, account);
    const history = [bought, gas('b', '2027-01-01', '4', account)];
    expect(yearsOf('hr10357.fee', history, {}, { wallets: [account] })).toEqual([
      [2027, '3.00', '3.00', '0.00'],
    ]);
    expect(yearsOf('hr10357.fee', [units, saleOf('4', 'b', at('2027-01-01'), 1n, ETH)])).toEqual([
      [2027, '3.00', '3.00', '0.00'],
    ]);
  });

  it('says what has no value', () => {
    const { withoutValue, years } = compared('hr10357.fee', [units, gas('b', '2027-01-01', null)]);
    expect([withoutValue, years.map(({ difference }) => difference)]).toEqual([1, [0n]]);
  });
});

describe('a bill on stablecoins', () => {
  it.each([
    ['995', ['5.00', '0.00', '-5.00']],
    ['990', ['10.00', '0.00', '-10.00']],
    ['985', ['15.00', '15.00', '0.00']],
    ['1005', ['-5.00', '0.00', '5.00']],
  ])('a basis of %s for 1,000 units', (cost, expected) => {
    const events = [
      purchaseOf(cost, 'a', at('2027-01-01'), 1000n, USDC),
      saleOf('1000', 'b', at('2027-02-01'), 1000n, USDC),
    ];
    expect(yearsOf('hr8899.stablecoin', events)).toEqual([[2027, ...expected]]);
  });

  it('names units without a basis, and takes no symbol of a foreign contract', () => {
    const unknown = compared('hr8899.stablecoin', [saleOf('1000', 'b', at('2027-02-01'), 1000n, USDC)]);
    expect([unknown.undecided.unknown_basis, unknown.unknownBasis, unknown.years[0]?.difference]).toEqual([
      1,
      1,
      0n,
    ]);
    const posing: Asset = { ...USDC, id: 'ethereum:0xab', chain: 'ethereum', contract: '0xab' };
    const events = [
      purchaseOf('995', 'a', at('2027-01-01'), 1000n, posing),
      saleOf('1000', 'b', at('2027-02-01'), 1000n, posing),
    ];
    expect(yearsOf('hr8899.stablecoin', events)).toEqual([[2027, '5.00', '5.00', '0.00']]);
    const other = events.map((event) => ({ ...event, asset: coinOf('PYUSD', 0) }));
    expect(yearsOf('hr8899.stablecoin', other, { coins: ['USDC'] })).toEqual([
      [2027, '5.00', '5.00', '0.00'],
    ]);
  });
});

describe('a bill on rewards', () => {
  const sold = saleOf('130', 'b', at('2027-02-01'), 50n, ETH);

  it('moves the income to the sale, and says that its kind is not known', () => {
    const { years, rows } = compared('hr9175.rewards', [reward('a', '2026-05-01', '100'), sold]);
    expect(years).toEqual([
      {
        year: 2026,
        law: { gains: 0n, income: 10_000n },
        bill: { gains: 0n, income: 0n, ofUnknownKind: 0n },
        difference: -10_000n,
        note: null,
      },
      {
        year: 2027,
        law: { gains: 3_000n, income: 0n },
        bill: { gains: 0n, income: 0n, ofUnknownKind: 13_000n },
        difference: 10_000n,
        note: null,
      },
    ]);
    expect(rows.map(({ kind, isOfUnknownKind }) => [kind, isOfUnknownKind])).toEqual([
      ['income', false],
      ['disposal', true],
    ]);
  });

  it('leaves other income, rewards before its start, and rewards without a value', () => {
    const interest = { ...reward('a', '2026-05-01', '100'), incomeType: 'interest' } as LedgerEvent;
    const same = [
      [2026, '100.00', '100.00', '0.00'],
      [2027, '30.00', '30.00', '0.00'],
    ];
    expect(yearsOf('hr9175.rewards', [interest, sold])).toEqual(same);
    const stated = { effective_from: at('2026-06-01') };
    expect(yearsOf('hr9175.rewards', [reward('a', '2026-05-01', '100'), sold], stated)).toEqual(same);
    const missing = compared('hr9175.rewards', [reward('a', '2026-05-01', null), sold]);
    expect([missing.withoutValue, missing.years.map(({ difference }) => difference)]).toEqual([2, [0n, 0n]]);
  });
});

it('answers for the wallets and the year that are asked, and the rows add up to the years', () => {
  const events = [
    purchaseOf('9', 'a', at('2026-01-01'), 9n, ETH),
    gas('b', '2026-06-01', '4'),
    gas('c', '2027-01-01', '4'),
    purchaseOf('9', 'd', at('2026-01-01'), 9n, ETH, 'v'),
    gas('e', '2027-01-01', '5', 'v'),
  ];
  expect(yearsOf('hr10357.fee', events, {}, { year: 2027 })).toEqual([[2027, '3.00', '0.00', '-3.00']]);
  const { rows, years } = compared('hr10357.fee', events, {}, { wallets: ['w', 'v'] });
  const sum = (amounts: bigint[]) => amounts.reduce((a, b) => a + b, 0n);
  expect(sum(rows.map(({ law, bill }) => bill - law))).toBe(sum(years.map(({ difference }) => difference)));
});

it('computes the bills that it has rules for, and says of the others why not', () => {
  for (const bill of BILL_IDS)
    expect([bill, lawRecord(bill).notComputable === null]).toEqual([bill, BILL_RULES[bill] !== undefined]);
  const { notComputable, years } = compared('hr10357.constructive_sales', []);
  expect([notComputable, years]).toEqual([expect.stringContaining('derivatives'), []]);
});

it('names the values that were not verified, until the caller states them', () => {
  const names = (stated: StatedTerms) =>
    compared('hr10357.fee', [], stated).terms.flatMap(({ name, isUnverified }) => (isUnverified ? name : []));
  expect(names({})).toEqual(['effective_from', 'fee_limit_usd', 'max_transfers_a_year']);
  expect(names({ fee_limit_usd: '50' })).toEqual(['effective_from', 'max_transfers_a_year']);
});

/** Every form of every year of a history, as text. */
function formsOf(events: readonly LedgerEvent[]): string {
  const ledger = replay(events, FIFO);
  const facts = {
    shortTermCarryover: 0n,
    longTermCarryover: 0n,
    isMarriedFilingSeparately: false,
    taxableIncome: null,
  };
  const scope = { wallets: ['w'], timezone: 'UTC' };
  const all = [2026, 2027, 2028].map((year) => {
    const form = form8949(ledger, {
      accounts: [{ wallet: 'w', kind: 'us_exchange' }],
      year,
      timezone: 'UTC',
    });
    return [
      form,
      form8949Csv(form),
      turboTaxCsv(form),
      scheduleDCsv(scheduleD(form, facts), form),
      schedule1Csv(schedule1(ledger, { ...scope, year })),
      form8949Txf(form, { program: 'p', writtenAt: at('2029-01-01') }),
      scheduleD(form, facts),
      schedule1Lines(schedule1(ledger, { ...scope, year })),
      digitalAssetQuestion(ledger, { ...scope, year }, form),
      givenAway(ledger, [], new Map(), { wallet: 'w', year, timezone: 'UTC' }),
    ];
  });
  return JSON.stringify(all, (_key, value: unknown) => (typeof value === 'bigint' ? `${value}n` : value));
}

describe('no bill reaches a form', () => {
  const events = [
    purchaseOf('200', 'a', at('2026-01-01'), 1n, COIN),
    saleOf('100', 'b', at('2027-03-10'), 1n, COIN),
    purchaseOf('40', 'c', at('2027-03-20'), 1n, COIN),
    purchaseOf('990', 'd', at('2026-01-02'), 1000n, USDC),
    saleOf('1000', 'e', at('2027-04-01'), 1000n, USDC),
    reward('f', '2026-05-01', '100'),
    gas('g', '2027-05-01', '4'),
    saleOf('130', 'h', at('2027-06-01'), 40n, ETH),
  ];
  let before: string;
  beforeAll(() => {
    before = formsOf(events);
  });

  it.each(BILL_IDS)('%s: every form keeps its bytes', (bill) => {
    const { years, notComputable } = compared(bill, events);
    if (notComputable === null) expect(years.some(({ difference }) => difference !== 0n)).toBe(true);
    expect(formsOf(events)).toBe(before);
  });
});
