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
});
