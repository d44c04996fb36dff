import type { ChainTransaction } from '../../src/domain/chain';
import { move, tx, type TxOptions } from './chain-story';
import { earnings, holdings, kinds, readStory, sales } from './read-story';

const BEACON = '0x00000000219ab540356cbb839cbe05303d7705fa';
const REQUESTS = '0x00000961ef480eb55e80d19ad83579a64c007002';
const HELPER = '0x3333333333333333333333333333333333333333';
const ETHER = 10n ** 18n;
/** After the upgrade that lets a validator hold more than 32. */
const later = (day: number): { at: number } => ({ at: Date.UTC(2025, 6, day) });
const bought = () =>
  tx([move('+130 ETH', HELPER), move('-260000 USDC', HELPER)], { feeWei: null, ...later(1) });
const staked = (amount: string) =>
  tx([move(`-${amount} ETH`, BEACON)], { to: BEACON, method: 'deposit', feeWei: null, ...later(2) });
const asks = (units: bigint, options: TxOptions = {}) =>
  tx([move('-0.000000000000000001 ETH', REQUESTS)], {
    to: REQUESTS,
    method: '0x8b8b8b8b',
    calls: [{ to: REQUESTS, id: null, withdraws: units }],
    feeWei: null,
    ...later(10),
    ...options,
  });
const paid = (amount: string, day = 12) =>
  tx([move(`+${amount} ETH`, null, 'withdrawal')], { from: null, to: null, ...later(day) });
const read = (...txs: ChainTransaction[]) => readStory([bought(), ...txs]);
const BOUGHT = 'swap swap';

describe('a part of the stake of a validator', () => {
  it('that the owner asked for is no income, and what is beyond the deposit at the end is', () => {
    const story = read(staked('96'), asks(10n * ETHER), paid('10'), asks(0n), paid('87.2', 40));
    expect(kinds(story)).toEqual([
      BOUGHT,
      'stake deposit',
      'fee_only validator-request',
      'unstake beacon-requested',
      'fee_only validator-request',
      'unstake beacon-principal',
    ]);
    expect(earnings(story.ledger)).toEqual(['1.2 ETH staking_reward 2400']);
  });

  it('costs a fee that is no unmatched payment', () => {
    const { told, ledger } = read(staked('64'), asks(10n * ETHER));
    expect(told.at(-1)?.flags).toEqual([]);
    expect(sales(ledger).filter((sale) => sale.includes('unmatched'))).toEqual([]);
    expect(holdings(ledger)).toContainEqual(expect.stringMatching(/^64 ETH .*Beacon Deposit$/));
  });

  it('may be less than was asked for, and each request is paid once', () => {
    const story = read(staked('96'), asks(10n * ETHER), paid('9.5'), paid('9.5', 20));
    expect(kinds(story).slice(3)).toEqual(['unstake beacon-requested', 'income beacon-reward']);
  });

  it('does not turn the rewards that are paid meanwhile into principal', () => {
    const story = read(staked('64'), asks(10n * ETHER), paid('0.02'), paid('10', 14));
    expect(kinds(story).slice(3)).toEqual(['income beacon-reward', 'unstake beacon-requested']);
    expect(earnings(story.ledger)).toEqual(['0.02 ETH staking_reward 40']);
  });

  it.each<[string, TxOptions]>([
    ['a contract that asks for many validators', { to: HELPER, method: 'batchELExit', calls: undefined }],
    ['a call of the wallet to itself', { to: staked('1').wallet, calls: undefined }],
  ])('may be asked for by %s', (_, options) => {
    const story = read(staked('96'), asks(0n, options), paid('5'));
    expect(kinds(story).slice(2)).toEqual(['fee_only validator-request', 'unstake beacon-requested']);
  });
});
