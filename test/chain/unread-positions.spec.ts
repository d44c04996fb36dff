import type { Asset } from '../../src/domain/kernel/asset';
import type { ChainTransaction } from '../../src/domain/chain';
import { move, tx, type Step } from './chain-story';
import { POOL, ZERO } from './parties';
import { earnings, holdings, kinds, readStory, sales } from './read-story';

const LISTED = '0xc36442b4a4522e871399cd717abdd847ab11fe88';
const UNLISTED = '0xf0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0';
const V4 = '0xbd216513d74c8cf14cf4747e6aaa6420ff64ee9e';
const token = (contract: string, id = '77'): Asset => ({
  id: `ethereum:${contract}#${id}`,
  chain: 'ethereum',
  contract,
  symbol: `POS#${id}`,
  name: 'Uniswap V3 Positions NFT-V1',
  decimals: 18,
});
const act = (to: string, method: string, steps: readonly Step[]): ChainTransaction =>
  tx(steps, { to, method, feeWei: null });
const bought = () => tx([move('-10000 USDC', POOL), move('+5 ETH', POOL)], { method: 'swap', feeWei: null });
const opened = (to: string, id = '77') =>
  act(to, to === V4 ? 'modifyLiquidities' : 'mint', [
    ...[move('-1 ETH', to), move('-2000 USDC', POOL), move('+1 POS', ZERO, 'nft', token(to, id))],
  ]);
const paid = (to: string, eth: string, usdc: string) => [
  move(`+${eth} ETH`, to, 'internal'),
  move(`+${usdc} USDC`, POOL),
];
const sold = (told: ReturnType<typeof readStory>) =>
  sales(told.ledger).filter((sale) => sale.includes('POS#'));
const open = (told: ReturnType<typeof readStory>) =>
  holdings(told.ledger).filter((lot) => lot.includes('POS#') || lot.includes('untracked'));

describe('a position whose calls are not known', () => {
  it.each([
    ['a manager of the table', LISTED],
    ['another manager', UNLISTED],
  ])('pays native coin by an inner call, and its basis leaves: %s', (_, manager) => {
    const story = readStory([
      bought(),
      opened(manager),
      act(manager, 'multicall', paid(manager, '1.1', '1850')),
    ]);
    expect(kinds(story).slice(1)).toEqual(['lp_add position-opened', 'lp_remove position-decreased']);
    expect(sold(story)).toEqual(['1 POS#77 swap 4050 4000 50 short classification_uncertain']);
    expect(open(story)).toEqual([]);
    expect(earnings(story.ledger)).toEqual([]);
  });

  it('pays a part, and the rest of the basis stays', () => {
    const story = readStory([
      bought(),
      opened(LISTED),
      act(LISTED, 'multicall', paid(LISTED, '0.55', '900')),
    ]);
    expect(sold(story)).toEqual(['0.5 POS#77 swap 2000 2000 0 short classification_uncertain']);
    expect(open(story)).toEqual(['0.5 POS#77 2000']);
  });

  it('is collected after liquidity was taken out: principal, and no income', () => {
    const story = readStory([
      bought(),
      opened(LISTED),
      act(LISTED, 'decreaseLiquidity', []),
      act(LISTED, 'collect', [move('+1.1 WETH', POOL), move('+1850 USDC', POOL)]),
    ]);
    expect(sold(story)).toEqual(['1 POS#77 swap 4050 4000 50 short classification_uncertain']);
    expect(earnings(story.ledger)).toEqual([]);
  });

  it('pays its fees as income where nothing was taken out', () => {
    const story = readStory([
      bought(),
      opened(LISTED),
      act(LISTED, 'collect', [move('+0.01 WETH', POOL), move('+20 USDC', POOL)]),
    ]);
    expect(earnings(story.ledger)).toEqual(['0.01 WETH other 20', '20 USDC other 20']);
    expect(open(story)).toEqual(['1 POS#77 4000']);
  });

  it('grows, and is taken out as a whole: V4', () => {
    const story = readStory([
      bought(),
      opened(V4),
      act(V4, 'modifyLiquidities', [move('-1 ETH', POOL), move('-2000 USDC', POOL)]),
      act(V4, 'modifyLiquidities', paid(POOL, '2.2', '3700')),
    ]);
    expect(kinds(story).slice(2)).toEqual(['lp_add position-increased', 'lp_remove position-decreased']);
    expect(sold(story)).toEqual(['1 POS#77 swap 8100 8000 100 short classification_uncertain']);
    expect(open(story)).toEqual([]);
  });

  it('comes back in the other token alone', () => {
    const story = readStory([
      bought(),
      act(LISTED, 'mint', [move('-2 ETH', LISTED), move('+1 POS', ZERO, 'nft', token(LISTED))]),
      act(LISTED, 'multicall', [move('+3900 USDC', POOL)]),
    ]);
    expect(sold(story)).toEqual(['1 POS#77 swap 3900 4000 -100 short classification_uncertain']);
  });

  it('is known by its number: V4', () => {
    const calls = (id: string, liquidity?: bigint) => [
      { to: null, id, tokenId: '78', ...(liquidity === undefined ? {} : { liquidity }) },
    ];
    const story = readStory([
      bought(),
      opened(V4),
      opened(V4, '78'),
      { ...act(V4, 'modifyLiquidities', paid(POOL, '0.01', '20')), calls: calls('0xfc6f7865') },
      { ...act(V4, 'modifyLiquidities', paid(POOL, '1.1', '1850')), calls: calls('0x0c49ccbe', 5n) },
    ]);
    expect(earnings(story.ledger)).toEqual(['0.01 ETH other 20', '20 USDC other 20']);
    expect(sold(story)).toEqual(['1 POS#78 swap 4050 4000 50 short classification_uncertain']);
    expect(open(story)).toEqual(['1 POS#77 4000']);
  });

  it('is not chosen among several that hold the same tokens', () => {
    const story = readStory([
      bought(),
      opened(LISTED),
      opened(LISTED, '78'),
      act(LISTED, 'multicall', paid(LISTED, '1.1', '1850')),
    ]);
    expect(sold(story)).toEqual([]);
    expect(story.told.at(-1)?.flags).toContain('classification_uncertain');
  });
});
