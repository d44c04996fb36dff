import { replay } from '../../src/domain/engine';
import { formatMoney, formatUnits } from '../../src/domain/kernel/units';
import { classifyHistory, ledgerEvents, valueTransactions } from '../../src/domain/chain';
import type { ChainTransaction } from '../../src/domain/chain/facts/chain-transaction';
import { FIFO } from '../support/engine-events';
import { asset, move, tx } from './chain-story';
import { ME, POOL, STRANGER, ZERO } from './parties';
import { POLICIES } from './policies';

const HOUR = 3_600_000;
const JANUARY = Date.UTC(2025, 0, 3);
const fund = (symbol: string, contract: string, decimals: number) => ({
  ...asset(symbol),
  ...{ id: `ethereum:${contract}`, contract, decimals },
});
const BUIDL = fund('BUIDL', '0x7712c34205737192402172409a8f7ccef8aa2aec', 6);
const USDY = fund('USDY', '0x96f6ef951840721adbf46ac996b59e0235cb985c', 18);

const funded = tx([move('+1000 USDC', STRANGER)], { from: STRANGER, at: JANUARY - HOUR });
/** To an address of the issuer. */
const paid = (usdc: string, hours = 0) =>
  tx([move(`-${usdc} USDC`, STRANGER)], { method: 'transfer', at: JANUARY + hours * HOUR });
const issued = (units: string, hours = 30) =>
  tx([move(`+${units} BUIDL`, ZERO, 'token', BUIDL)], {
    ...{ method: 'issueTokens', from: STRANGER, at: JANUARY + hours * HOUR },
  });
/** By the contract of the issuer. */
const requested = (usdc: string, hours = 0) =>
  tx([move(`-${usdc} USDC`, POOL)], { method: 'requestSubscription', to: POOL, at: JANUARY + hours * HOUR });
const claimed = (units: string, hours = 30) =>
  tx([move(`+${units} USDY`, ZERO, 'token', USDY)], {
    ...{ method: 'claimMint', to: POOL, at: JANUARY + hours * HOUR },
  });

/** USDC at 0.9999, USDY at 1.08. */
function booksOf(txs: readonly ChainTransaction[], usdy: string | null = '1.08') {
  const classified = classifyHistory([funded, ...txs], { wallet: ME, owned: new Set([ME]) });
  const lookup = (id: string, at: number) => {
    const usd = id === USDY.id ? usdy : id === BUIDL.id ? null : '0.9999';
    return usd === null ? null : { usd, at, source: 'market' };
  };
  const valued = valueTransactions(classified, lookup);
  // A second valuation changes nothing.
  expect(valueTransactions(valued, lookup)).toEqual(valued);
  const { lots, income, disposals } = replay(
    ledgerEvents(valued, { ...POLICIES, owned: new Set([ME]) }),
    FIFO,
  );
  return {
    income: income.length,
    dollars: lots
      .filter(({ asset: { symbol }, acquiredAt }) => symbol === 'USDC' && acquiredAt !== funded.at)
      .map(({ originalQuantity, cost, isUntracked }) =>
        isUntracked ? 'untracked' : `${formatUnits(originalQuantity, 6)} USDC ${formatMoney(cost)}`,
      ),
    redeemed: disposals
      .filter(({ asset: { symbol } }) => symbol === 'BUIDL' || symbol === 'USDY')
      .map(({ type, valueStatus, proceeds, costBasis }) =>
        valueStatus === 'known'
          ? `${type} ${formatMoney(proceeds)} of ${formatMoney(costBasis)}`
          : `${type} ${valueStatus}`,
      ),
    units: lots
      .filter(({ asset: { symbol } }) => symbol === 'BUIDL' || symbol === 'USDY')
      .map(
        ({ asset: { symbol, decimals }, originalQuantity, cost, isUntracked }) =>
          `${formatUnits(originalQuantity, decimals)} ${symbol} ${isUntracked ? 'untracked' : formatMoney(cost)}`,
      ),
    flags: valued.at(-1)?.flags,
  };
}

/** @source tax-rules 7.1, 9.2, 12.1 */
describe('units of a fund that are minted after they were paid', () => {
  it.each([
    ['one payment', [paid('500'), issued('500')], ['500 BUIDL 499.95']],
    ['one payment, less a fee of one in a hundred', [paid('500'), issued('495')], ['495 BUIDL 499.95']],
    [
      'the payment of each',
      [paid('500'), issued('500'), paid('500', 40), issued('500', 60)],
      ['500 BUIDL 499.95', '500 BUIDL 499.95'],
    ],
    ['a request at the same contract', [requested('540'), claimed('500')], ['500 USDY 539.946']],
  ])('have the value of %s as their basis', (_name, txs, expected) => {
    const { units, income, flags } = booksOf(txs);
    expect([units, income]).toEqual([expected, 0]);
    expect(flags).toEqual(['classification_uncertain']);
  });

  it.each([
    ['two payments fit', [paid('500'), paid('500', 1), issued('500')], '500 BUIDL untracked'],
    ['another amount was paid', [paid('600'), issued('500')], '500 BUIDL untracked'],
    ['the payment is too old', [paid('500'), issued('500', 24 * 31)], '500 BUIDL untracked'],
    ['the payment has its units', [paid('500'), issued('500'), issued('500', 40)], '500 BUIDL untracked'],
    ['it was paid elsewhere', [paid('540'), claimed('500')], '500 USDY untracked'],
    ['the units are worth something else', [requested('500'), claimed('500')], '500 USDY untracked'],
    [
      'several requests are open',
      [requested('540'), requested('540', 1), claimed('500')],
      '500 USDY untracked',
    ],
  ])('stay untracked when %s', (_name, txs, expected) => {
    const { units, flags } = booksOf(txs);
    expect(units.at(-1)).toBe(expected);
    expect(flags).toEqual(expect.arrayContaining(['untracked', 'classification_uncertain']));
  });

  it('stay untracked without a price that confirms the payment', () => {
    expect(booksOf([requested('540'), claimed('500')], null).units).toEqual(['500 USDY untracked']);
  });
});

const bought = tx([move('-540 USDC', POOL), move('+500 USDY', ZERO, 'token', USDY)], {
  ...{ method: 'subscribe', to: POOL, at: JANUARY },
});
/** The issuer destroys the units, and pays later. */
const redeemed = (units: string, method = 'requestRedemption', hours = 100) =>
  tx([move(`-${units} USDY`, ZERO, 'token', USDY)], { method, to: POOL, at: JANUARY + hours * HOUR });
const paidBack = (usdc: string, by = POOL, hours = 130) =>
  tx([move(`+${usdc} USDC`, by)], { method: 'transfer', from: by, at: JANUARY + hours * HOUR });
/** To an address of the issuer, which pays from another one. */
const sentBack = (units: string, hours = 100) =>
  tx([move(`-${units} BUIDL`, STRANGER, 'token', BUIDL)], {
    ...{ method: 'transfer', to: BUIDL.contract, at: JANUARY + hours * HOUR },
  });

/** @source tax-rules 7.1, 9.2, 9.5 */
describe('units of a fund that are given back', () => {
  it.each(['requestRedemption', 'redeem', 'burn'])(
    'are sold at their value by `%s`, and not lost',
    (method) => {
      const { redeemed: sales, dollars } = booksOf([bought, redeemed('500', method)]);
      expect([sales, dollars]).toEqual([['spend 540 of 539.946'], []]);
    },
  );

  it('are the basis of the dollars that the issuer pays for them', () => {
    const { redeemed: sales, dollars, flags } = booksOf([bought, redeemed('500'), paidBack('541')]);
    expect([sales, dollars]).toEqual([['spend 540 of 539.946'], ['541 USDC 540']]);
    expect(flags).toEqual(['classification_uncertain']);
  });

  it('are that also where the issuer pays from elsewhere, at one dollar a unit', () => {
    const { dollars } = booksOf([paid('500'), issued('500'), sentBack('500'), paidBack('500.4')]);
    expect(dollars).toEqual(['500.4 USDC 500.34996']);
  });

  it.each([
    ['another amount comes', [bought, redeemed('500'), paidBack('700')]],
    ['they come from elsewhere', [bought, redeemed('500'), paidBack('540', STRANGER)]],
    ['they come late', [bought, redeemed('500'), paidBack('540', POOL, 24 * 40)]],
    ['the units are paid', [bought, redeemed('500'), paidBack('540'), paidBack('540', POOL, 140)]],
    ['two redemptions are open', [bought, redeemed('250'), redeemed('250', 'redeem', 101), paidBack('270')]],
  ])('are no basis of dollars when %s', (_name, txs) => {
    const { dollars, flags } = booksOf(txs);
    expect(dollars.at(-1)).toBe('untracked');
    expect(flags).toContain('untracked');
  });
});
