import { asset, move, tx, type TxOptions } from './chain-story';
import { POOL, ROUTER, STRANGER, ZERO } from './parties';
import { earnings, holdings, kinds, PRICES, readStory, sales } from './read-story';

const free = { feeWei: null } as const;
const QUEUE = '0x6666666666666666666666666666666666666666';
const OTHER = '0x9999999999999999999999999999999999999999';
const named = (symbol: string, name: string) => asset(symbol, 'ethereum', name);
const by = (method: string, to: string, more: TxOptions = {}): TxOptions => ({
  ...free,
  method,
  to,
  ...more,
});

const bought = () => tx([move('-15000 USDC', POOL), move('+10 ETH', ROUTER)], { ...free, method: 'swap' });
const staked = (symbol: string, units: string, name = symbol) =>
  tx(
    [move('-10 ETH', POOL), move(`+${units} ${symbol}`, ZERO, 'token', named(symbol, name))],
    by('deposit', POOL),
  );

describe('staked coins that are paid back later', () => {
  it.each([
    ['rsETH', 'rsETH', 'initiateWithdrawal', QUEUE, QUEUE, 'completeWithdrawal', QUEUE, QUEUE],
    ['ezETH', 'Renzo Restaked ETH', 'withdraw', QUEUE, QUEUE, 'claim', QUEUE, QUEUE],
    ['mETH', 'mETH', 'unstakeRequest', POOL, QUEUE, 'claimUnstakeRequest', POOL, QUEUE],
    ['ETHx', 'ETHx', 'requestWithdraw', QUEUE, QUEUE, 'claim', QUEUE, QUEUE],
    ['pufETH', 'pufETH', 'requestWithdrawal', QUEUE, QUEUE, 'completeQueuedWithdrawal', QUEUE, QUEUE],
    ['LsETH', 'Liquid Staked ETH', 'requestRedeem', POOL, QUEUE, 'claimRedeemRequests', POOL, QUEUE],
    ['wBETH', 'Wrapped Beacon ETH', 'requestWithdrawEth', ROUTER, ZERO, 'claimWithdraw', QUEUE, QUEUE],
    ['OETH', 'Origin Ether', 'requestWithdrawal', POOL, ZERO, 'claimWithdrawal', POOL, POOL],
  ])('%s carries basis and date through %s and its payment', (...row) => {
    const [symbol, name, request, asked, receiver, claim, called, payer] = row;
    const share = named(symbol, name);
    const story = readStory([
      bought(),
      staked(symbol, '9.5', name),
      tx([move(`-9.5 ${symbol}`, receiver, 'token', share)], by(request, asked)),
      tx([move('+10.2 ETH', payer, 'internal')], by(claim, called)),
    ]);
    expect(kinds(story).slice(2)).toEqual(['unstake withdrawal-request', 'unstake request-paid']);
    expect(sales(story.ledger).slice(1)).toEqual([]);
    expect(earnings(story.ledger)).toEqual([]);
    expect(holdings(story.ledger)).toEqual(['10.2 ETH 15000']);
    expect(story.ledger.lots.at(-1)?.acquiredAt).toBe(story.told[0]?.at);
  });

  const ankr = named('ankrETH', 'Ankr Staked ETH');
  const asked = (units: string) =>
    tx([move(`-${units} ankrETH`, ZERO, 'token', ankr)], by('unstakeAETH', POOL));
  const paid = (units: string, more: TxOptions = {}) =>
    tx([move(`+${units} ETH`, POOL, 'internal')], {
      ...free,
      from: STRANGER,
      to: POOL,
      method: 'distribute',
      ...more,
    });

  it('are paid without a call of the wallet', () => {
    const story = readStory([bought(), staked('ankrETH', '8', 'Ankr Staked ETH'), asked('8'), paid('10.2')]);
    expect(sales(story.ledger).slice(1)).toEqual([]);
    expect(earnings(story.ledger)).toEqual([]);
    expect(holdings(story.ledger)).toEqual(['10.2 ETH 15000']);
  });

  it('are paid by the request that the amount fits', () => {
    const story = readStory([
      bought(),
      staked('ankrETH', '8', 'Ankr Staked ETH'),
      asked('2'),
      asked('6'),
      paid('7.5'),
    ]);
    // Lots of one time leave in the order of their hashes: the payment is one lot or two.
    const [waiting, ...received] = holdings(story.ledger);
    expect(waiting).toBe('2 ankrETH 3750 >' + POOL);
    const sum = (column: number) => received.reduce((all, lot) => all + Number(lot.split(' ')[column]), 0);
    expect([received.every((lot) => lot.includes(' ETH ')), sum(0), sum(2)]).toEqual([true, 7.5, 11_250]);
  });

  it('of several requests are paid together', () => {
    const story = readStory([
      bought(),
      ...[staked('ankrETH', '8', 'Ankr Staked ETH'), asked('4'), asked('4')],
      paid('10.2', { from: undefined, method: 'unstake' }),
    ]);
    expect(holdings(story.ledger)).toEqual(['5.1 ETH 7500', '5.1 ETH 7500']);
  });

  it('stay requested while their place pays something else', () => {
    const reward = () => tx([move('+50 ANKR', POOL)], by('claim', POOL));
    const small = () => tx([move('+0.1 ETH', POOL, 'internal')], by('getReward', POOL));
    const story = readStory([
      bought(),
      ...[staked('ankrETH', '8', 'Ankr Staked ETH'), asked('8'), reward(), small(), paid('10.2')],
    ]);
    expect(earnings(story.ledger).slice(-1)).toEqual(['0.1 ETH staking_reward 200']);
    expect(holdings(story.ledger).at(-1)).toBe('10.2 ETH 15000');
  });

  it('come back when the request is cancelled', () => {
    const cancelled = () => tx([move('+8 ankrETH', POOL, 'token', ankr)], by('cancelUnstake', POOL));
    const story = readStory([bought(), staked('ankrETH', '8', 'Ankr Staked ETH'), asked('8'), cancelled()]);
    expect(holdings(story.ledger)).toEqual(['8 ankrETH 15000']);
  });

  it('are exchanged at fair value when they are paid, under the policy that taxes deposits', () => {
    const story = [bought(), staked('ankrETH', '8', 'Ankr Staked ETH'), asked('8'), paid('10.2')];
    const { ledger } = readStory(story, PRICES, { depositPolicy: 'taxable' });
    expect(sales(ledger).slice(1)).toEqual([
      '10 ETH swap 20000 15000 5000 short',
      '8 ankrETH swap 20400 20000 400 short classification_uncertain',
    ]);
    expect(holdings(ledger)).toEqual(['10.2 ETH 20400']);
  });

  it.each([
    ['createWithdrawRequest', 'finalizeWithdrawal'],
    ['enterRedemptionQueue', 'burnRedemptionTicketNft'],
    ['requestWithdrawalsByWrapped', 'claimTokens'],
  ])('for which %s gives a token carry the basis through %s', (request, claim) => {
    const share = named('swETH', 'swETH');
    const story = readStory([
      bought(),
      staked('swETH', '9.5'),
      tx([move('-9.5 swETH', QUEUE, 'token', share), move('+1 EXIT#3', ZERO)], by(request, QUEUE)),
      tx([move('-1 EXIT#3', ZERO), move('+10.2 ETH', QUEUE, 'internal')], by(claim, QUEUE)),
    ]);
    expect(sales(story.ledger).slice(1)).toEqual([]);
    expect(holdings(story.ledger)).toEqual(['10.2 ETH 15000']);
  });
});

describe('a share of a pool that is issued and paid by a keeper', () => {
  const gm = named('GM', 'GMX Market');
  const market = gm.contract ?? '';
  const prices = { ...PRICES, [gm.id]: '2' };
  const dollars = () => tx([move('+15000 USDC', POOL), move('-10 ETH', ROUTER)], { ...free, method: 'swap' });
  const put = () => tx([move('-10000 USDC', QUEUE), move('-0.001 ETH', QUEUE)], by('createDeposit', ROUTER));
  const issued = () =>
    tx([move('+5000 GM', ZERO, 'token', gm), move('+0.0004 ETH', OTHER, 'internal')], {
      ...{ ...free, from: STRANGER, to: OTHER, method: 'executeDeposit' },
    });

  it('is bought for the deposit, and is no income', () => {
    const story = readStory([dollars(), put(), issued()], prices);
    expect(kinds(story).slice(1)).toEqual(['stake deposit-request', 'lp_add deposit-issued']);
    expect(earnings(story.ledger)).toEqual([]);
    // One slice or several: the units that come back are among those that stayed.
    const sold = sales(story.ledger).filter((line) => line.includes('USDC swap'));
    expect(sold.map((line) => Number(line.split(' ')[0])).reduce((sum, units) => sum + units, 0)).toBe(
      10_000,
    );
    expect(sold.every((line) => line.endsWith(' 0 short classification_uncertain'))).toBe(true);
    expect(holdings(story.ledger).filter((line) => line.includes('untracked'))).toEqual([]);
  });

  it('is sold for what is paid', () => {
    const asked = () =>
      tx([move('-5000 GM', QUEUE, 'token', gm), move('-0.001 ETH', QUEUE)], by('createWithdrawal', ROUTER));
    const paid = () =>
      tx([move('+2 WETH', market), move('+7000 USDC', market)], {
        ...{ ...free, from: STRANGER, to: OTHER, method: 'executeWithdrawal' },
      });
    const story = readStory([dollars(), put(), issued(), asked(), paid()], prices);
    expect(kinds(story).slice(3)).toEqual(['unstake withdrawal-request', 'unstake request-paid']);
    const [sale] = sales(story.ledger).filter((line) => line.includes('GM swap'));
    expect(sale).toMatch(/^5000 GM swap 11000 9999\./);
    expect(holdings(story.ledger)).toEqual(expect.arrayContaining(['2 WETH 4000', '7000 USDC 7000']));
  });

  it('is not issued for a deposit that came back', () => {
    const back = () =>
      tx([move('+10000 USDC', QUEUE)], {
        ...free,
        from: STRANGER,
        to: OTHER,
        method: 'cancelDeposit',
      });
    const story = readStory([dollars(), put(), back(), issued()], prices);
    expect(kinds(story)[3]).not.toContain('deposit-issued');
    expect(holdings(story.ledger)).toContain('10000 USDC 10000');
  });
});

describe('a vault that issues its share later', () => {
  it('carries basis and date into the share', () => {
    const vault = named('ipUSDC', 'IPOR USDC Vault');
    const story = readStory([
      tx([move('+9000 USDC', POOL), move('-5 ETH', ROUTER)], { ...free, method: 'swap' }),
      tx([move('-9000 USDC', QUEUE)], by('requestDeposit', POOL)),
      tx([move('+8800 ipUSDC', QUEUE, 'token', vault)], by('deposit', POOL)),
    ]);
    expect(sales(story.ledger).slice(1)).toEqual([]);
    expect(earnings(story.ledger)).toEqual([]);
    expect(holdings(story.ledger)).toEqual(['8800 ipUSDC 9000']);
  });
});
