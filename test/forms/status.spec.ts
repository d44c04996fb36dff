import { type Acquire, type Dispose, type LedgerEvent, type Ledger } from '../../src/domain/engine';
import {
  centsText,
  form8949,
  MARKS,
  marksOf,
  reasonsOfForm,
  type Unsettled,
  rowsOf,
  schedule1,
  statedSummary,
  statusOf,
} from '../../src/domain/forms';
import { money } from '../../src/domain/kernel/units';
import { jointSummary } from '../../src/domain/portfolio/joint-summary';
import { toTaxSummary } from '../../src/presenters/tax-summary.presenter';
import { buy, ETH, ledgerOf, sell, WALLET } from './ledgers';

const YEAR = 2025;
const BOUGHT = '2025-01-10T00:00Z';
const SOLD = '2025-06-10T00:00Z';
const REQUEST = {
  accounts: [{ wallet: WALLET, kind: 'self_custody' as const }],
  year: YEAR,
  timezone: 'UTC',
};

const bought = (more: Partial<Acquire> = {}) => buy('1', '1000', BOUGHT, more);
const sold = (proceeds: string, more: Partial<Dispose> = {}) => sell('1', proceeds, SOLD, more);

const open = (more: Partial<Unsettled>): Unsettled => ({
  ...{ cause: 'no_other_end', wallet: WALLET, transactionId: 'x', at: Date.parse(SOLD), value: null },
  isReceipt: false,
  ...more,
});
const doubt = (transactionId: string, at: string, value: bigint | null): Unsettled =>
  open({ cause: 'uncertain_type', transactionId, at: Date.parse(at), value });

/** `status: reason status count amount, …` of a form, and whether the summary of the year agrees. */
function statusLine(ledger: Ledger, unsettled: readonly Unsettled[] = [], year = YEAR): string {
  const form = form8949(ledger, { ...REQUEST, year, unsettled });
  const { reasons, printed } = statedSummary(ledger, { wallet: WALLET, year, timezone: 'UTC' }, unsettled);
  expect([...reasons]).toEqual(reasonsOfForm(form));
  expect([printed.shortTerm, printed.longTerm]).toEqual([form.shortTerm, form.longTerm]);
  const each = form.reasons.map(
    ({ mark, count, amount }) =>
      `${MARKS[mark].reason} ${MARKS[mark].status} ${count} ${amount === null ? 'unknown' : centsText(amount)}`,
  );
  return [`${statusOf(form.reasons)}`, ...each].join(', ');
}

const CASES: [name: string, events: LedgerEvent[], expected: string][] = [
  ['known facts', [bought(), sold('1500')], 'COMPLETE'],
  ['no sale', [bought()], 'COMPLETE'],
  ['a sale of more than came in', [sold('1500')], 'INCOMPLETE, unknown_basis INCOMPLETE 1 1500.00'],
  [
    'units of unknown origin',
    [bought({ cost: null, untracked: true, source: 'transfer_in', basisSource: 'none' }), sold('1500')],
    'INCOMPLETE, unknown_basis INCOMPLETE 1 1500.00',
  ],
  [
    'a payment to a stranger',
    [bought(), sold('1500', { type: 'spend', flags: ['unmatched'] })],
    'REVIEW, no_other_end REVIEW 1 1500.00',
  ],
  [
    'a payment of units of unknown basis',
    [sold('1500', { type: 'spend', flags: ['unmatched'] })],
    'INCOMPLETE, unknown_basis INCOMPLETE 1 1500.00, no_other_end REVIEW 1 1500.00',
  ],
  [
    'an uncertain type',
    [bought(), sold('1001.01', { flags: ['classification_uncertain'] })],
    'INCOMPLETE, uncertain_type INCOMPLETE 1 1.01',
  ],
  [
    'an uncertain type that hardly matters',
    [bought(), sold('1001', { flags: ['classification_uncertain'] })],
    'COMPLETE',
  ],
  [
    'an uncertain type whose slices hardly matter alone',
    [
      buy('0.5', '500', BOUGHT),
      buy('0.5', '500', '2025-01-11T00:00Z'),
      sold('1001.2', { flags: ['classification_uncertain'] }),
    ],
    'INCOMPLETE, uncertain_type INCOMPLETE 2 1.20',
  ],
  [
    'a loan that is paid back',
    [bought(), sold('900', { type: 'repayment', flags: ['classification_uncertain'] })],
    'REVIEW, uncertain_type REVIEW 1 100.00',
  ],
  [
    'a sale without a value',
    [bought(), sold('0', { proceeds: null })],
    'INCOMPLETE, missing_value INCOMPLETE 1 1000.00',
  ],
  [
    'a gift without its other end',
    [bought(), sold('1500', { type: 'gift', flags: ['unmatched'] })],
    'COMPLETE',
  ],
];

describe('the status of Form 8949', () => {
  it.each(CASES)('follows from %s', (_, events, expected) => {
    expect(statusLine(ledgerOf(events))).toBe(expected);
  });

  it('is INCOMPLETE for units that are held, in the year in which they left', () => {
    const held = [
      open({ value: 250n * 10n ** 18n }),
      open({}),
      open({ cause: 'unknown_operation' }),
      open({ cause: 'unknown_operation', wallet: 'another' }),
      open({ cause: 'unknown_operation', at: Date.parse('2024-06-10T00:00Z') }),
    ];
    expect(statusLine(ledgerOf([bought(), sold('1500')]), held)).toBe(
      'INCOMPLETE, no_other_end INCOMPLETE 2 250.00, unknown_operation INCOMPLETE 1 unknown',
    );
  });

  it('is INCOMPLETE for a trade whose doubt has an effect, although its gain hardly matters', () => {
    const traded = ledgerOf([
      bought(),
      sold('1000', { transactionId: 'trade', flags: ['classification_uncertain'] }),
    ]);
    expect(statusLine(traded, [doubt('trade', SOLD, 400n * 10n ** 18n)])).toBe(
      'INCOMPLETE, uncertain_type INCOMPLETE 1 0.00',
    );
  });

  it('is INCOMPLETE for a doubt without a row, in its year, with its effect', () => {
    const found = [doubt('put', SOLD, 10n ** 20n), doubt('carried', SOLD, null)];
    expect(statusLine(ledgerOf([bought(), sold('1500')]), found.slice(0, 1))).toBe(
      'INCOMPLETE, uncertain_type INCOMPLETE 1 100.00',
    );
    expect(statusLine(ledgerOf([bought(), sold('1500')]), found.slice(1))).toBe(
      'INCOMPLETE, uncertain_type INCOMPLETE 1 unknown',
    );
    expect(statusLine(ledgerOf([bought()]), found, 2024)).toBe('COMPLETE');
  });

  it('is INCOMPLETE in the years in which units of a doubtful acquisition are sold', () => {
    const ledger = ledgerOf([
      bought({ transactionId: 'trade' }),
      sell('0.5', '700', SOLD),
      sell('0.5', '800', '2026-02-01T00:00Z'),
    ]);
    const lotIds = ledger.lots.map(({ id }) => id);
    const found = [{ ...doubt('trade', BOUGHT, 10n ** 20n), lotIds }];
    expect(statusLine(ledger, found)).toBe(
      'INCOMPLETE, uncertain_type INCOMPLETE 1 200.00, uncertain_type INCOMPLETE 1 100.00',
    );
    expect(statusLine(ledger, found, 2026)).toBe('INCOMPLETE, uncertain_type INCOMPLETE 1 300.00');
    expect(statusLine(ledger, [], 2026)).toBe('COMPLETE');
  });

  it('counts rows that a plan does not show, and gaps of the history', () => {
    const form = form8949(ledgerOf([bought(), sold('1500')]), { ...REQUEST, shows: () => false });
    expect(reasonsOfForm({ ...form, historyGaps: ['A gap.', 'Another.'] })).toEqual([
      { mark: 'history_incomplete', count: 2, amount: null },
      { mark: 'rows_not_shown', count: 1, amount: 150000n },
    ]);
  });

  it('is never COMPLETE while a row has a mark', () => {
    for (const [, events] of CASES) {
      const form = form8949(ledgerOf(events), REQUEST);
      const isMarked = [...rowsOf(form), ...form.needsValue].some((row) => marksOf(row).length > 0);
      expect(statusOf(reasonsOfForm(form)) === 'COMPLETE').toBe(!isMarked);
    }
  });
});

describe('the status of Schedule 1', () => {
  it('is INCOMPLETE for units that came in by an unknown operation: they may be income', () => {
    const unsettled = [
      open({ cause: 'unknown_operation', value: 10n ** 19n, isReceipt: true }),
      open({ cause: 'unknown_operation', value: 10n ** 19n }),
      open({ value: 10n ** 19n }),
    ];
    const request = { wallets: [WALLET], year: YEAR, timezone: 'UTC', unsettled };
    expect(schedule1(ledgerOf([bought()]), request).reasons).toEqual([
      { mark: 'held_operation', count: 1, amount: 1000n },
    ]);
  });

  const income = (cost: string, more: Partial<Acquire> = {}) =>
    bought({ ...(buy('1', cost, BOUGHT) as Acquire), source: 'income', incomeType: 'interest', ...more });
  const statusOfIncome = (events: LedgerEvent[]) =>
    schedule1(ledgerOf(events), { wallets: [WALLET], year: YEAR, timezone: 'UTC' }).reasons;

  it('follows from receipts without a value, and of an uncertain type', () => {
    expect(statusOfIncome([income('10')])).toEqual([]);
    expect(statusOfIncome([income('1', { flags: ['classification_uncertain'] })])).toEqual([]);
    expect(
      statusOfIncome([income('10', { flags: ['classification_uncertain'] }), income('0', { cost: null })]),
    ).toEqual([
      { mark: 'uncertain_type', count: 1, amount: 1000n },
      { mark: 'missing_value', count: 1, amount: null },
    ]);
  });
});

describe('the range of the gain', () => {
  const summaryOf = (ledger: Ledger) => statedSummary(ledger, { year: YEAR, timezone: 'UTC' });
  const rangeOf = (summary: ReturnType<typeof summaryOf>) => {
    const { realized_gl_range: range, untracked_proceeds: proceeds } = toTaxSummary('0xa', YEAR, summary);
    return [range?.low, range?.high, proceeds];
  };
  /** Units of unknown origin that cost 5 USD of gas to move, which is in their basis. */
  const moved = (): LedgerEvent[] => [
    bought({ cost: null, untracked: true, source: 'transfer_in', basisSource: 'none', wallet: 'elsewhere' }),
    {
      ...buy('1', '0', '2025-02-10T00:00Z', { wallet: 'elsewhere' }),
      ...{ kind: 'move', relation: 'transfer', toWallet: WALLET, toAsset: ETH },
      ...{ received: 10n ** 18n, feeValue: null, addedCost: money('5') },
    },
  ];

  it.each([
    ['is exact below a cent', [sold('10.004')], ['0', '10.004', '10']],
    ['leaves out what is known of a basis', [...moved(), sold('100')], ['0', '95', '100']],
    ['ends at the loss that is known', [...moved(), sold('3')], ['-2', '-2', '3']],
    ['has a known loss beside it', [bought(), sell('2', '400', SOLD)], ['-800', '-600', '200']],
  ])('%s', (_name, events, expected) => {
    expect(rangeOf(summaryOf(ledgerOf(events)))).toEqual(expected);
  });

  it('of two wallets is the sum of both', () => {
    const both = [[...moved(), sold('100')], [sold('10.004')]].map((events) => summaryOf(ledgerOf(events)));
    expect(rangeOf(jointSummary(both))).toEqual(['0', '105.004', '110']);
  });

  it('of a snapshot of an earlier release is that of the printed proceeds', () => {
    const { untrackedGain: _, ...earlier } = summaryOf(ledgerOf([sold('10')]));
    expect(rangeOf(jointSummary([earlier]))).toEqual(['0', '10', '10']);
  });
});
