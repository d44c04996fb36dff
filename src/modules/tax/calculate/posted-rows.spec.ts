import { isLongTerm, taxYearOf } from '../../../domain/kernel/calendar';
import { Rejected } from '../../../http/validation/property';
import { LEDGER_LIMITS } from './ledger-limits';
import { lotSelections, postedRows } from './posted-rows';

const BUY = { timestamp: '2024-01-15', type: 'buy', symbol: 'ETH', quantity: '1', price_usd: '2000' };
/** Rows that contain every field between them. @source operating.md (transactions in the body) */
const EVERY = [
  {
    ...BUY,
    id: 'a',
    tx_hash: '0x1',
    chain: 'a chain of their own',
    contract_address: '0x2',
    amount: '1.0',
    value_usd: '2000',
    fee_usd: '1',
    fee_symbol: 'ETH',
    fee_quantity: '1',
    from: 'a',
    to: 'b',
    wallet: 'w',
  },
  { ...BUY, type: 'income', income_type: 'airdrop' },
  { ...BUY, type: 'airdrop', income_type: 'airdrop' },
  { ...BUY, type: 'swap', to_symbol: 'USDC', to_quantity: '1' },
  { ...BUY, type: 'internal_transfer', to: 'b', to_quantity: '1' },
  { ...BUY, type: 'gift_in', donor_basis_usd: '1', donor_acquired_at: '2020-01-01' },
];

const flawsOf = (parsed: unknown) => (parsed instanceof Rejected ? parsed.flaws : []);

describe('unknown fields of a posted ledger', () => {
  it('takes every documented field', () => {
    expect(flawsOf(postedRows(EVERY))).toEqual([]);
  });

  it('refuses others, and names the nearest known one first', () => {
    const { price_usd, ...rest } = BUY;
    const parsed = postedRows([BUY, { ...rest, prise_usd: price_usd, symbol: '' }]);
    expect(flawsOf(parsed).map(({ at, msg }) => [at, msg])).toEqual([
      [[1, 'prise_usd'], 'Unknown field `prise_usd`: did you mean `price_usd`?'],
      [[1, 'symbol'], 'String should have at least 1 character'],
    ]);
  });

  it('reports at most a hundred of a large ledger', () => {
    const rows = Array.from({ length: LEDGER_LIMITS.rows }, (_, i) => ({ ...BUY, [`k${i}`]: 1 }));
    expect(flawsOf(postedRows(rows))).toHaveLength(100);
  });

  it('refuses them in lot selections, whose keys are ids of the caller', () => {
    const choice = { lot_id: 'a', quantity: '1', selected_at: '2024-01-01' };
    expect(flawsOf(lotSelections({ anything: [choice] }))).toEqual([]);
    const wrong = lotSelections({ anything: [{ ...choice, quantiti: '1' }] });
    expect(flawsOf(wrong).map(({ at }) => at)).toEqual([['anything', 0, 'quantiti']]);
  });
});

describe('fields of a row that contradict each other', () => {
  const refusedOf = (row: object) => flawsOf(postedRows([{ ...BUY, ...row }])).map(({ at }) => at[1]);

  it.each<[string, object, string[]]>([
    ['two quantities', { amount: '2' }, ['amount']],
    ['two quantities, one unreadable', { amount: 'x' }, ['amount']],
    [
      'a value that is not the price of the whole',
      { quantity: 2, price_usd: 5, value_usd: 1 },
      ['price_usd'],
    ],
    ['income of another type', { type: 'airdrop', income_type: 'interest' }, ['income_type']],
    ['income that is a purchase', { income_type: 'airdrop' }, ['income_type']],
    ['a purchase that brings two assets', { to_symbol: 'A', to_quantity: '1' }, ['to_symbol', 'to_quantity']],
    ['a move to another asset', { type: 'internal_transfer', to: 'b', to_symbol: 'A' }, ['to_symbol']],
    ['a donor of a purchase', { donor_basis_usd: '1' }, ['donor_basis_usd']],
    ['a donor of a gift made', { type: 'gift_out', donor_acquired_at: '2020-01-01' }, ['donor_acquired_at']],
    ['a fee without units', { fee_symbol: 'ETH', fee_usd: '3' }, ['fee_quantity']],
    ['a fee without an amount', { fee_symbol: 'USD' }, ['fee_symbol']],
    ['two fees in cash', { fee_symbol: 'usd', fee_quantity: '2', fee_usd: '3' }, ['fee_usd']],
  ])('refuses %s', (_, row, fields) => {
    expect(refusedOf(row)).toEqual(fields);
  });

  // 3 x 33.33 = 99.99. 0.0015 x 43210.12 = 64.81518. 2,000,000 x 0.00 to 0.005 = 0 to 10,000.
  it.each([
    ['3', '33.33', '100'],
    ['0.0015', '43210.12', '64.82'],
    ['0.0015', '43210.12', '64.815'],
    ['0.0015', '43210.12', '64.81518'],
    ['2000000', '0', '46.83'],
    ['3', '0.001', '0'],
  ])('takes the value of %s at %s as %s, which rounding explains', (quantity, price_usd, value_usd) => {
    expect(refusedOf({ quantity, price_usd, value_usd })).toEqual([]);
  });

  it.each([
    ['3', '33.33', '100.1'],
    ['0.0015', '43210.12', '64.83'],
    ['1', '2000.5', '2000.52'],
  ])('refuses the value of %s at %s as %s', (quantity, price_usd, value_usd) => {
    expect(refusedOf({ quantity, price_usd, value_usd })).toEqual(['price_usd']);
  });

  it('takes fields that repeat others', () => {
    const fee = { fee_symbol: 'USD', fee_quantity: '2.0', fee_usd: 2 };
    expect(refusedOf({ amount: 1, value_usd: 2000, ...fee })).toEqual([]);
    expect(refusedOf({ type: 'internal_transfer', to: 'b', to_symbol: 'ETH' })).toEqual([]);
  });

  it('takes a fee in dollars that states them as such', () => {
    expect(refusedOf({ fee_symbol: 'USD', fee_usd: '20' })).toEqual([]);
  });

  it('names them once the values of the row are readable, in words that name the type', () => {
    expect(refusedOf({ type: 'purchase', to_symbol: 'A', timestamp: 'x' })).toEqual(['timestamp', 'type']);
    expect(flawsOf(postedRows([{ ...BUY, to_symbol: 'A' }]))).toEqual([
      { at: [0, 'to_symbol'], type: 'value_error', msg: "Input has no effect with the type 'buy'" },
    ]);
  });

  it('refuses a lot that is named twice', () => {
    const choice = { lot_id: 'a', acquired_tx_id: 'b' };
    expect(flawsOf(lotSelections({ s: [choice] })).map(({ at }) => at)).toEqual([['s', 0, 'acquired_tx_id']]);
  });
});

describe('a date without a time', () => {
  const BUY_ON = (timestamp: string) => [{ timestamp, type: 'buy', symbol: 'A', quantity: '1' }];
  const readAt = (timestamp: string, timezone?: string) => {
    const rows = postedRows(BUY_ON(timestamp), timezone);
    return rows instanceof Rejected ? null : rows[0]?.at;
  };

  it.each([
    [undefined, '2025-12-31T00:00:00.000Z'],
    ['America/Los_Angeles', '2025-12-31T08:00:00.000Z'],
    ['Asia/Tokyo', '2025-12-30T15:00:00.000Z'],
  ])('is that day in the report zone %s', (timezone, expected) => {
    expect(new Date(readAt('2025-12-31', timezone) ?? 0).toISOString()).toBe(expected);
    expect(readAt('2025-12-31T00:00:00Z', timezone)).toBe(Date.UTC(2025, 11, 31));
    expect(readAt('2025-12-31T10:00', timezone)).toBe(Date.UTC(2025, 11, 31, 10));
    expect(readAt('2025-02-30', timezone)).toBeNull();
  });

  it('decides the year and the term in every zone', () => {
    for (const timezone of ['UTC', 'America/Los_Angeles', 'Pacific/Kiritimati']) {
      const [bought, sold] = ['2024-12-31', '2025-12-31'].map((day) => readAt(day, timezone) ?? NaN);
      expect([taxYearOf(bought ?? NaN, timezone), taxYearOf(sold ?? NaN, timezone)]).toEqual([2024, 2025]);
      expect(isLongTerm(bought ?? NaN, sold ?? NaN, timezone)).toBe(false);
      expect(isLongTerm(bought ?? NaN, readAt('2026-01-01', timezone) ?? NaN, timezone)).toBe(true);
    }
  });

  it('is read so in lot selections too', () => {
    const chosen = lotSelections({ s: [{ lot_id: 'a', selected_at: '2025-12-31' }] }, 'America/Los_Angeles');
    expect(chosen instanceof Map && chosen.get('s')).toEqual([
      expect.objectContaining({ selectedAt: Date.UTC(2025, 11, 31, 8) }),
    ]);
  });
});
