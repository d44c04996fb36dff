import { buy, ETH, ledgerOf, sell, WALLET } from '../../../../test/forms/ledgers';
import { formatMoney } from '../../kernel/units';
import type { MethodElection } from './election';

const at = Date.parse;
const EVENTS = () => [
  buy('1', '100', '2025-01-01T00:00Z'),
  buy('1', '300', '2025-02-01T00:00Z'),
  buy('1', '200', '2025-03-01T00:00Z'),
  sell('1', '250', '2025-04-01T00:00Z'),
  sell('1', '250', '2025-05-01T00:00Z'),
  sell('1', '250', '2025-06-01T00:00Z'),
];
const basesOf = (elections: readonly MethodElection[]) =>
  ledgerOf(EVENTS(), { elections }).disposals.map(({ costBasis }) => formatMoney(costBasis));

describe('an election', () => {
  it('decides from its time on, and not before', () => {
    expect(ETH.symbol).toBe('ETH');
    expect(basesOf([])).toEqual(['100', '300', '200']);
    expect(basesOf([{ wallet: WALLET, method: 'hifo', from: at('2025-01-01T00:00Z') }])).toEqual([
      '300',
      '200',
      '100',
    ]);
    // FIFO takes 100 first; from May on the highest of 300 and 200.
    expect(basesOf([{ wallet: WALLET, method: 'hifo', from: at('2025-05-01T00:00Z') }])).toEqual([
      '100',
      '300',
      '200',
    ]);
    expect(basesOf([{ wallet: WALLET, method: 'lifo', from: at('2025-05-01T00:00Z') }])).toEqual([
      '100',
      '200',
      '300',
    ]);
  });

  it('ends when a later one begins, and holds for its wallet only', () => {
    expect(
      basesOf([
        { wallet: WALLET, method: 'fifo', from: at('2025-05-01T00:00Z') },
        { wallet: WALLET, method: 'hifo', from: at('2025-01-01T00:00Z') },
      ]),
    ).toEqual(['300', '100', '200']);
    expect(basesOf([{ wallet: 'another', method: 'hifo', from: 0 }])).toEqual(['100', '300', '200']);
  });

  it('for all wallets decides where no order for the wallet itself is in force', () => {
    const all = { wallet: null, method: 'hifo', from: at('2025-01-01T00:00Z') } as const;
    expect(basesOf([all])).toEqual(['300', '200', '100']);
    const [april, may] = [at('2025-04-01T00:00Z'), at('2025-05-01T00:00Z')];
    const own = { wallet: WALLET, method: 'fifo', from: april } as const;
    expect(basesOf([all, own])).toEqual(['100', '300', '200']);
    // The order of the wallet ends before the second sale, which takes the highest of 300 and 200.
    expect(basesOf([all, { ...own, until: may }])).toEqual(['100', '300', '200']);
    expect(basesOf([all, { ...own, method: 'lifo', until: may }])).toEqual(['200', '300', '100']);
    // A later order for all does not replace one for the wallet.
    expect(basesOf([{ ...all, from: may }, own])).toEqual(['100', '300', '200']);
    expect(basesOf([{ ...all, until: may }])).toEqual(['300', '100', '200']);
  });
});
