import { selectorOf } from '../../src/domain/kernel/hash';
import { classifyHistory, type ChainTransaction } from '../../src/domain/chain';
import { move, tx, type Step, type TxOptions } from './chain-story';
import { ME, POOL, ROUTER, ZERO } from './parties';
import { earnings, holdings, readStory } from './read-story';

const call = (method: string, steps: Step[], more: TxOptions = {}): ChainTransaction =>
  tx(steps, { to: POOL, method, feeWei: null, ...more });
const kindOf = (...txs: ChainTransaction[]): string => {
  const last = classifyHistory(txs, { wallet: ME, owned: new Set([ME]) }).at(-1);
  return `${last?.type ?? ''} ${last?.rule ?? ''}`;
};
const staked = call('deposit', [move('-5 UNI', POOL)]);
const NOTHING = { calls: [{ to: null, id: '0x441a3e70', isOfNothing: true as const }] };

describe('rewards of a farm', () => {
  it.each([
    ['by a deposit of nothing', 'income harvest', call('deposit', [move('+3 FOO', POOL)])],
    [
      'in the staked coin, by a deposit of nothing',
      'income harvest',
      call('deposit', [move('+3 UNI', POOL)]),
    ],
    ['by a withdrawal of nothing', 'income harvest', call('withdraw', [move('+3 FOO', POOL)], NOTHING)],
    ['in the staked coin, by a call for rewards', 'income reward', call('getReward', [move('+1 UNI', POOL)])],
    ['are none in a withdrawal', 'unstake deposit-returned', call('withdraw', [move('+5 UNI', POOL)])],
    [
      'are none where another coin is withdrawn',
      'unstake withdrawal',
      call('withdraw', [move('+9 FOO', POOL)]),
    ],
    [
      'are none where the lock with the number zero ends',
      'unstake deposit-returned',
      call('withdraw', [move('+5 UNI', POOL)], NOTHING),
    ],
    ['are none where a share is minted', 'income minted', call('deposit', [move('+3 FOO', ZERO)])],
  ])('%s', (_, expected, transaction) => {
    expect(kindOf(staked, transaction)).toBe(expected);
  });

  it('need a deposit at the farm', () => {
    expect(kindOf(call('deposit', [move('+3 FOO', POOL)]))).toBe('transfer_in transfer-in');
    const harvest = call('withdraw', [move('+3 FOO', POOL)], NOTHING);
    const bought = call('swap', [move('-50 USDC', ZERO), move('+5 FOO', ROUTER)]);
    expect(kindOf(bought, harvest)).toBe('unstake withdrawal');
    // What the wallet never had is no principal of its own.
    expect(kindOf(harvest)).toBe('income harvest-without-deposit');
    // Zero may be the number of a lock.
    const ofLock = { calls: [{ to: null, id: '0x2e1a7d4d', isOfNothing: true as const }] };
    expect(kindOf(call('withdraw', [move('+3 FOO', POOL)], ofLock))).toBe('unstake withdrawal');
    expect(kindOf(call('withdraw', [move('+3 ETH', POOL)], NOTHING))).toBe('unstake withdrawal');
  });

  it('are income, and the staked coins keep their basis', () => {
    const bought = call('swap', [move('-50 USDC', POOL), move('+5 UNI', POOL)]);
    const { ledger } = readStory([
      bought,
      call('stake', [move('-5 UNI', POOL)]),
      call('getReward', [move('+1 UNI', POOL)]),
    ]);
    expect(earnings(ledger)).toEqual(['1 UNI staking_reward 10']);
    expect(holdings(ledger).filter((line) => line.includes('UNI'))).toEqual([
      expect.stringMatching(/^5 UNI 50 /),
      '1 UNI 10',
    ]);
  });
});

describe('a deposit by a call of another name', () => {
  it.each([
    'bond',
    'addStake',
    'increaseStake',
    'increaseCollateral',
    'addMargin',
    'provideLiquidity',
    'cast',
  ])('is no sale: %s', (method) => expect(kindOf(call(method, [move('-5 FOO', POOL)]))).toMatch(/^stake /));

  it.each([
    'emergencyWithdraw',
    'unbond',
    'removeStake',
    'removeMargin',
    'unfreeze',
    'claimCollateral',
    'cast',
  ])('comes back, and is no income: %s', (method) =>
    expect(kindOf(call(method, [move('+5 FOO', POOL)]))).toMatch(/^unstake /),
  );

  it.each([
    'redeemRewards',
    'sellVoucher_new',
    'withdrawDividend',
    'withdrawInterest',
    'withdrawFees',
    'distributeRewards',
  ])('is not returned by a call for what it earned: %s', (method) =>
    expect(kindOf(call(method, [move('+5 FOO', POOL)]))).toBe('income reward'),
  );
});

describe('a call without a name, as Blockscout lists it', () => {
  const unnamed = (signature: string, amount: string): string =>
    kindOf({ ...call('', [move(`${amount} FOO`, POOL)]), method: { id: selectorOf(signature), name: null } });

  it.each(['deposit_for(address,uint256)', 'stake(uint256,uint256,address)', 'depositCollateral(uint256)'])(
    'is a deposit: %s',
    (signature) => expect(unnamed(signature, '-5')).toBe('stake deposit'),
  );
  it.each(['withdraw(uint256[])', 'unstakeTokens(uint256)', 'undelegate(uint256)', 'unlock(uint256[])'])(
    'is a withdrawal: %s',
    (signature) => expect(unnamed(signature, '+5')).toBe('unstake withdrawal'),
  );
  it.each(['getRewards(uint256,address[])', 'claimRewards(uint256[])', 'harvest(address,uint256)'])(
    'is a call for rewards: %s',
    (signature) => expect(unnamed(signature, '+5')).toBe('income reward'),
  );
});
