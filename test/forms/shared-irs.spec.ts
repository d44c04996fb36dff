import { centsText, form8949, rowsOf, toCents } from '../../src/domain/forms';
import { money } from '../../src/domain/kernel/units';
import { describeWithShared, readSharedJson } from '../recorded/shared';
import { buy, ledgerOf, sell, WALLET } from './ledgers';

interface IrsCase {
  id: string;
  expected: {
    round?: [string, string][];
    rows?: { d: string; e: string; f?: string; g: string | null; h: string }[];
  };
}

describeWithShared('the instructions of Form 8949', () => {
  const find = (id: string) => {
    const { cases } = readSharedJson<{ cases: IrsCase[] }>('cases/irs_digital_assets.json');
    const found = cases.find((one) => one.id === id);
    if (!found) throw new Error(`No case ${id}`);
    return found.expected;
  };

  it('on rounding to whole dollars', () => {
    const { round = [] } = find('i8949-2025-rounding');
    expect(round.length).toBeGreaterThan(0);
    for (const [from, to] of round) expect(centsText(toCents(money(from), 'dollars'))).toBe(`${to}.00`);
  });

  it('on column (h), for rows with an adjustment that wash sales make, or none', () => {
    const { rows = [] } = find('i8949-2025-col-h-arithmetic');
    // The two others carry a negative amount, and code B: neither comes from books of one's own.
    const plain = rows.filter(({ f, g }) => g === null && f === undefined);
    expect(plain).toHaveLength(2);
    for (const { d, e, h } of plain) {
      const ledger = ledgerOf([buy('1', e, '2025-01-01T00:00Z'), sell('1', d, '2025-02-01T00:00Z')]);
      const form = form8949(ledger, {
        accounts: [{ wallet: WALLET, kind: 'self_custody' }],
        year: 2025,
        timezone: 'UTC',
      });
      expect(rowsOf(form).map(({ gain }) => centsText(gain))).toEqual([`${h}.00`]);
    }
  });
});
