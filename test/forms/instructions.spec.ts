import { centsText, form8949, rowsOf, toCents } from '../../src/domain/forms';
import { money } from '../../src/domain/kernel/units';
import { readTable } from '../golden/cases';
import { buy, ledgerOf, sell, WALLET } from './ledgers';

interface Instructions {
  rounding: { id: string; amounts: { from: string; to: string }[] };
  columnH: { id: string; rows: { proceeds: string; basis: string; gain: string }[] };
}

const { rounding, columnH } = readTable<Instructions>('form-8949');

describe('the instructions of Form 8949', () => {
  it(rounding.id, () => {
    expect(rounding.amounts.map(({ from }) => centsText(toCents(money(from), 'dollars')))).toEqual(
      rounding.amounts.map(({ to }) => `${to}.00`),
    );
  });

  it(columnH.id, () => {
    const gains = columnH.rows.map(({ proceeds, basis }) => {
      const ledger = ledgerOf([
        buy('1', basis, '2025-01-01T00:00Z'),
        sell('1', proceeds, '2025-02-01T00:00Z'),
      ]);
      const form = form8949(ledger, {
        accounts: [{ wallet: WALLET, kind: 'self_custody' }],
        year: 2025,
        timezone: 'UTC',
      });
      return rowsOf(form).map(({ gain }) => centsText(gain));
    });
    expect(gains).toEqual(columnH.rows.map(({ gain }) => [`${gain}.00`]));
  });
});
