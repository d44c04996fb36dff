import { ETH, ledgerOf, WALLET, buy } from '../../../test/forms/ledgers';
import { digitalAssetQuestion } from './index';

describe('the digital asset question', () => {
  it.each([
    ['interest in dollars', true, 'no'],
    ['interest in a coin', false, 'yes'],
  ])('on %s', (_, isCash, answer) => {
    const asset = isCash ? { ...ETH, id: 'cash', symbol: 'USD' } : ETH;
    const interest = { source: 'income', incomeType: 'interest', asset, ...(isCash && { isCash }) } as const;
    const ledger = ledgerOf([buy('500', '500', '2026-05-01T12:00Z', interest)]);
    const scope = { wallets: [WALLET], year: 2026, timezone: 'UTC' };
    expect(ledger.income).toHaveLength(1);
    expect(digitalAssetQuestion(ledger, scope).answer).toBe(answer);
  });

  const scopeOf = (year: number) => ({ wallets: [WALLET], year, timezone: 'UTC' });

  it.each([
    [2018, null],
    [2020, 'receive, sell, send, exchange, or otherwise acquire'],
    [2021, 'receive, sell, exchange, or otherwise dispose of any financial interest in any virtual currency'],
    [2022, '(b) sell, exchange, gift, or otherwise dispose of a digital asset'],
    [2023, '(b) sell, exchange, or otherwise dispose of a digital asset'],
  ])('is that of the return of %s', (year, words) => {
    const { question } = digitalAssetQuestion(ledgerOf([]), scopeOf(year));
    if (words === null) expect(question).toBeNull();
    else expect(question).toContain(words);
  });

  it.each([
    [2020, 'a gift', { source: 'manual', acquiredAt: Date.parse('2017-01-01') }, 'yes'],
    [2021, 'a gift', { source: 'manual', acquiredAt: Date.parse('2017-01-01') }, 'no'],
    [2020, 'a purchase', { source: 'manual', isPurchase: true }, 'no'],
    [2020, 'a purchase', {}, 'no'],
    [2020, 'units of unknown origin', { source: 'unknown', untracked: true }, 'no'],
  ] as const)('on %s and %s', (year, _, more, answer) => {
    const ledger = ledgerOf([buy('1', '100', `${year}-05-01T12:00Z`, more)]);
    expect(digitalAssetQuestion(ledger, scopeOf(year)).answer).toBe(answer);
  });
});
