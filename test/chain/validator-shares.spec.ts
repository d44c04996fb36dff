import { asset, move, tx, type TxOptions } from './chain-story';
import { POOL, ROUTER, ZERO } from './parties';
import { earnings, holdings, kinds, readStory, sales } from './read-story';

const DAY = 86_400_000;
const START = Date.UTC(2021, 3, 15);
const MANAGER = '0x5e3ef299fddf15eaa0432e6e66473ace8c13d908';
/** Shares of a validator, of a farm, and of a contract whose token has a name of its own. */
const SHARES = [
  asset('VOL', 'ethereum', 'Validator Share'),
  asset('FARM', 'ethereum', 'Farm share'),
  asset('ODD', 'ethereum', 'Odd token'),
];
const on = (day: number, method: string, to: string): TxOptions => ({
  ...{ feeWei: null, method, to, at: START + day * DAY },
});
const bought = () => tx([move('-4000 USDC', POOL), move('+1000 UNI', POOL)], on(0, 'swap', ROUTER));
const DATED = (story: ReturnType<typeof readStory>) =>
  story.ledger.lots.filter(({ remaining }) => remaining > 0n).map(({ acquiredAt }) => acquiredAt);

describe.each(SHARES)('the stake with a share $symbol', (share) => {
  const contract = share.contract ?? '';
  const staked = (units: string, day: number, more: ReturnType<typeof move>[] = []) =>
    tx(
      [move(`-${units} UNI`, MANAGER), move(`+${units} ${share.symbol}`, ZERO, 'token', share), ...more],
      on(day, 'buyVoucher', contract),
    );
  const asked = (units: string, reward: string, day = 100) =>
    tx(
      [move(`+${reward} UNI`, MANAGER), move(`-${units} ${share.symbol}`, ZERO, 'token', share)],
      on(day, 'sellVoucher_new', contract),
    );
  const paid = (units: string, day = 111) =>
    tx([move(`+${units} UNI`, MANAGER)], on(day, 'unstakeClaimTokens_new', contract));

  it('pays a reward beside the burn, and the principal later with its basis and date', () => {
    const story = readStory([bought(), staked('1000', 5), asked('1000', '8'), paid('1000')]);
    expect(kinds(story)[2]).toBe('unstake exit-with-reward');
    expect(earnings(story.ledger)).toEqual(['8 UNI staking_reward 80']);
    expect(sales(story.ledger).slice(1)).toEqual([]);
    expect(holdings(story.ledger)).toEqual(['8 UNI 80', '1000 UNI 4000']);
    expect(DATED(story)).toContain(START);
  });

  it('does so for a part', () => {
    const story = readStory([bought(), staked('1000', 5), asked('400', '8'), paid('400')]);
    expect(earnings(story.ledger)).toEqual(['8 UNI staking_reward 80']);
    expect(sales(story.ledger).slice(1)).toEqual([]);
    expect(holdings(story.ledger)).toEqual(
      expect.arrayContaining(['400 UNI 1600', `600 ${share.symbol} 2400`]),
    );
  });

  it('pays both at once: the principal to the last unit, and the rest is a reward', () => {
    const left = tx(
      [
        move('+1000 UNI', MANAGER),
        move('+30 UNI', POOL),
        move(`-1000 ${share.symbol}`, ZERO, 'token', share),
      ],
      on(90, 'withdraw', contract),
    );
    const story = readStory([bought(), staked('1000', 5), left]);
    expect(earnings(story.ledger)).toEqual(['30 UNI staking_reward 300']);
    expect(sales(story.ledger).slice(1)).toEqual([]);
    expect(holdings(story.ledger)).toEqual(expect.arrayContaining(['1000 UNI 4000', '30 UNI 300']));
  });

  it('pays a reward inside a further stake', () => {
    const story = readStory([bought(), staked('600', 5), staked('400', 35, [move('+9 UNI', MANAGER)])]);
    expect(earnings(story.ledger)).toEqual(['9 UNI staking_reward 90']);
    expect(story.told[2]?.at).toBe(story.ledger.income[0]?.receivedAt);
    expect(sales(story.ledger).slice(1)).toEqual([]);
  });
});

describe('a stake without a share', () => {
  const put = (units: string, day: number, more: ReturnType<typeof move>[] = []) =>
    tx([move(`-${units} UNI`, MANAGER), ...more], on(day, 'buyVoucher', ROUTER));

  it('pays a reward inside a further stake, and none inside the first one', () => {
    const story = readStory([bought(), put('600', 5), put('400', 35, [move('+9 UNI', MANAGER)])]);
    expect(earnings(story.ledger)).toEqual(['9 UNI staking_reward 90']);
    expect(holdings(story.ledger)).toEqual(
      expect.arrayContaining([`600 UNI 2400 >${MANAGER}`, `400 UNI 1600 >${MANAGER}`, '9 UNI 90']),
    );
    const first = readStory([bought(), put('600', 5, [move('+9 UNI', MANAGER)])]);
    expect(earnings(first.ledger)).toEqual([]);
  });

  it('returns the whole principal', () => {
    const back = tx([move('+1000 UNI', MANAGER)], on(120, 'unstakeClaimTokens_new', ROUTER));
    const story = readStory([bought(), put('600', 5), put('400', 35, [move('+9 UNI', MANAGER)]), back]);
    expect(earnings(story.ledger)).toEqual(['9 UNI staking_reward 90']);
    expect(sales(story.ledger).slice(1)).toEqual([]);
  });

  it('gets change in native coin, which is no reward', () => {
    const ether = (day: number) =>
      tx([move('-3 ETH', POOL), move('+1 ETH', POOL, 'internal')], on(day, 'deposit', POOL));
    const story = readStory([ether(1), ether(2)]);
    expect(earnings(story.ledger)).toEqual([]);
  });

  it('is none in a vault, whose share is worth more with time', () => {
    const vault = asset('yvUNI', 'ethereum', 'UNI yVault');
    const story = readStory([
      bought(),
      tx(
        [move('-1000 UNI', POOL), move('+1000 yvUNI', ZERO, 'token', vault)],
        on(5, 'deposit', vault.contract ?? ''),
      ),
      tx(
        [move('-1000 yvUNI', ZERO, 'token', vault), move('+1080 UNI', POOL)],
        on(95, 'withdraw', vault.contract ?? ''),
      ),
    ]);
    expect(earnings(story.ledger)).toEqual([]);
    expect(holdings(story.ledger)).toEqual(['1080 UNI 4000']);
  });
});
