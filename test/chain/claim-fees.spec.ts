import { replay } from '../../src/domain/engine';
import { formatMoney } from '../../src/domain/kernel/units';
import { classifyHistory, ledgerEvents, priceQueries, valueTransactions } from '../../src/domain/chain';
import type { ChainTransaction } from '../../src/domain/chain/facts/chain-transaction';
import { FIFO } from '../support/engine-events';
import { asset, move, tx } from './chain-story';
import { ME, POOL } from './parties';
import { POLICIES } from './policies';

const call = (eth: string, method: string) => tx([move(`-${eth} ETH`, POOL)], { to: POOL, method });
const claim = tx([move('+1000 NEW', POOL)], { method: 'claim', to: POOL });

/** An ether is 2,000 USD. */
function booksOf(txs: readonly ChainTransaction[], price: string | null) {
  const classified = classifyHistory(txs, { wallet: ME, owned: new Set([ME]) });
  const lookup = (id: string, at: number) => {
    const usd = id === asset('NEW').id ? price : '2000';
    return usd === null ? null : { usd, at, source: 'market' };
  };
  const valued = valueTransactions(classified, lookup);
  // A second valuation changes nothing, and other prices change it back.
  expect(valueTransactions(valued, lookup)).toEqual(valued);
  expect(
    valueTransactions(
      valueTransactions(classified, () => null),
      lookup,
    ),
  ).toEqual(valued);
  const { income, lots } = replay(ledgerEvents(valued, { ...POLICIES, owned: new Set([ME]) }), FIFO);
  return {
    queries: priceQueries(classified.slice(-1)).length,
    income: income.map(({ type, fairMarketValue }) => `${type} ${formatMoney(fairMarketValue)}`),
    isUntracked: lots.some((lot) => lot.isUntracked && lot.asset.symbol === 'NEW'),
    isUncertain: valued.at(-1)?.flags.includes('classification_uncertain'),
  };
}

/** @source tax-rules 8.1, 9.2 */
describe('a claim where the wallet paid before', () => {
  it.each([
    ['a fee', [call('0.005', 'register')], '0.2'],
    ['the most that is a fee', [call('0.02', 'register'), call('0.005', 'verifyWallet')], '1'],
  ])('is income after %s', (_name, paid, price) => {
    const { income, isUntracked, isUncertain, queries } = booksOf([...paid, claim], price);
    expect(income).toEqual([`airdrop ${Number(price) * 1000}`]);
    expect([isUntracked, isUncertain]).toEqual([false, true]);
    // The claimed units, the gas of the claim, and each fee.
    expect(queries).toBe(2 + paid.length);
  });

  it.each([
    ['the units are worth less than 20 times as much', [call('0.005', 'register')], '0.1999'],
    ['more was paid than a fee', [call('0.0250001', 'register')], '100'],
    ['a fee was paid beside a purchase', [call('0.001', 'register'), call('0.001', 'buyTokens')], '100'],
    ['it was paid by a plain transfer', [call('0.001', 'transfer')], '100'],
    ['the call has no name', [call('0.001', '0x12345678')], '100'],
    ['a token was paid', [tx([move('-5 USDC', POOL)], { method: 'register', to: POOL })], '100'],
    ['it was paid often', ['1', '2', '3', '4'].map(() => call('0.001', 'register')), '100'],
    ['the units have no price', [call('0.001', 'register')], null],
  ])('stays untracked when %s', (_name, paid, price) => {
    const { income, isUntracked, isUncertain } = booksOf([...paid, claim], price);
    expect([income, isUntracked, isUncertain]).toEqual([[], true, true]);
  });
});
