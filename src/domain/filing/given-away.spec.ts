import { buy, ETH, ledgerOf, sell, WALLET } from '../../../test/forms/ledgers';
import { applyEntries } from '../overlays/apply-entries';
import type { DisposalEntry } from '../overlays/manual-entry';
import { formatMoney, money } from '../kernel/units';
import { LawInForce } from '../law';
import { appraisalsOf, givenAway } from './given-away';

const SCOPE = { wallet: WALLET, year: 2026, timezone: 'UTC' };
const HELD = [buy('1', '100', '2024-01-10T00:00Z'), buy('2', '500', '2024-02-10T00:00Z')];
/** 2 units leave out of two lots, at a market value of 6,000. */
const AT = '2026-05-01T00:00Z';
const OUT = sell('2', '6000', AT, { type: 'donation', txHash: '0xaa' });
const PAID = sell('2', '6000', AT, { type: 'spend', txHash: '0xaa' });
const UNPRICED = sell('2', '0', AT, { type: 'donation', proceeds: null });
const ENTRY: DisposalEntry = {
  kind: 'disposal_entry',
  id: 'entry',
  wallet: WALLET,
  assetId: ETH.id,
  asset: ETH,
  quantity: OUT.quantity,
  at: OUT.at,
  type: 'donation',
  proceeds: 0n,
  fees: 0n,
  txHash: '0xaa',
};

const given = (events: Parameters<typeof ledgerOf>[0], entries: readonly DisposalEntry[] = []) => {
  const ledger = ledgerOf(applyEntries(events, entries));
  const rows = givenAway(ledger, entries, new Map(), SCOPE);
  const values = rows.map(({ basis, value }) => [
    formatMoney(basis),
    value === null ? null : formatMoney(value),
  ]);
  const { needed, undecided } = appraisalsOf(rows, LawInForce.of(2025));
  const gains = ledger.disposals.reduce((sum, { gain, proceeds }) => sum + gain + proceeds, 0n);
  return { values, needed: needed.length, undecided: undecided.length, gains };
};

describe('the value of units that were given away', () => {
  it('is the market price where none is stated, and gives no gain', () => {
    const valued = { values: [['350', '6000']], needed: 1, undecided: 0, gains: 0n };
    expect(given([...HELD, OUT])).toEqual(valued);
    expect(given([...HELD, PAID], [ENTRY])).toEqual(valued);
  });

  it('is its share for a part of a payment', () => {
    const half = { ...ENTRY, quantity: OUT.quantity / 2n };
    expect(given([...HELD, PAID], [half]).values).toEqual([['100', '3000']]);
  });

  it('is that which the owner states', () => {
    const stated = { ...ENTRY, value: money('4000') };
    expect(given([...HELD, PAID], [stated])).toMatchObject({
      values: [['350', '4000']],
      needed: 0,
    });
  });

  it('is unknown without a price', () => {
    const unknown = { values: [['350', null]], needed: 0, undecided: 1, gains: 0n };
    expect(given([...HELD, UNPRICED])).toEqual(unknown);
    expect(given(HELD, [{ ...ENTRY, txHash: null }])).toEqual(unknown);
  });
});
