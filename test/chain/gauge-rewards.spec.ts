import { classifyHistory, type ChainTransaction } from '../../src/domain/chain';
import { asset, move, tx, type Step } from './chain-story';
import { ME, POOL, ZERO } from './parties';
import { earnings, holdings, PRICES, readStory, sales } from './read-story';

const LP = asset('UNI-V2', 'ethereum', 'Uniswap V2');
const GAUGE = asset('UNI-V2-gauge', 'ethereum', 'Uniswap V2 Gauge Deposit');
const AT = GAUGE.contract ?? '';
const lp = (amount: string): Step => move(`${amount} UNI-V2`, AT, 'token', LP);
const receipt = (amount: string): Step => move(`${amount} UNI-V2-gauge`, ZERO, 'token', GAUGE);
const call = (to: string, method: string, steps: Step[]): ChainTransaction =>
  tx(steps, { to, method, feeWei: null });
const kindOf = (transaction: ChainTransaction): string => {
  const [told] = classifyHistory([transaction], { wallet: ME, owned: new Set([ME]) });
  return `${told?.type ?? ''} ${told?.rule ?? ''}`;
};

describe('a gauge that gives one receipt for each unit', () => {
  it.each([
    [
      'pays rewards at a deposit',
      'lp_add shares-received-with-reward',
      call(AT, 'deposit', [lp('-5'), receipt('+5'), move('+3 UNI', AT)]),
    ],
    [
      'pays rewards at a withdrawal',
      'lp_remove shares-returned-with-reward',
      call(AT, 'withdraw', [receipt('-5'), lp('+5'), move('+3 UNI', AT)]),
    ],
    ['may pay none', 'lp_remove shares-returned', call(AT, 'withdraw', [receipt('-5'), lp('+5')])],
    [
      'is no pool that pays two assets',
      'lp_remove shares-returned',
      call(AT, 'withdraw', [receipt('-5'), lp('+4'), move('+3 UNI', AT)]),
    ],
  ])('%s', (_, expected, transaction) => expect(kindOf(transaction)).toBe(expected));

  it('gives income beside the share, which keeps its basis', () => {
    const { ledger } = readStory(
      [
        call(POOL, 'swap', [move('-50 USDC', POOL), move('+5 UNI-V2', POOL, 'token', LP)]),
        call(AT, 'deposit', [lp('-5'), receipt('+5'), move('+2 UNI', AT)]),
        call(AT, 'withdraw', [receipt('-5'), lp('+5'), move('+3 UNI', AT)]),
      ],
      PRICES,
    );
    expect(earnings(ledger)).toEqual(['2 UNI staking_reward 20', '3 UNI staking_reward 30']);
    expect(sales(ledger).filter((line) => line.includes('UNI-V2'))).toEqual([]);
    expect(holdings(ledger)).toContain('5 UNI-V2 50');
  });
});

describe('a bridge that is not listed', () => {
  it.each(['anySwapOut', 'transferRemote', 'crossChainSwap', 'initiateTeleport', 'depositToL2', 'newIntent'])(
    'is known by its call: %s',
    (method) => expect(kindOf(call(POOL, method, [move('-5 USDC', POOL)]))).toBe('bridge bridge-out'),
  );
  it.each(['transfer', 'transferFrom'])('is no transfer: %s', (method) =>
    expect(kindOf(call(POOL, method, [move('-5 USDC', POOL)]))).toBe('transfer_out transfer-out'),
  );
});
