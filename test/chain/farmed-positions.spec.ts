import type { Asset } from '../../src/domain/kernel/asset';
import type { ChainTransaction } from '../../src/domain/chain';
import { asset, move, tx, type Step } from './chain-story';
import { POOL, STRANGER, ZERO } from './parties';
import { earnings, holdings, kinds, PRICES, readStory, sales } from './read-story';

const MANAGER = '0x46a15b0b27311cedf172ab29e4f4766fbe7f4364';
const FARM = '0xfafafafafafafafafafafafafafafafafafafafa';
const position: Asset = {
  id: `ethereum:${MANAGER}#77`,
  chain: 'ethereum',
  contract: MANAGER,
  symbol: 'POS#77',
  name: 'Pancake V3 Positions NFT-V1',
  decimals: 18,
};
const INCREASE = '0x219f5d17';
const DECREASE = '0x0c49ccbe';
const COLLECT = '0xfc6f7865';

const act = (
  to: string,
  method: string,
  steps: readonly Step[],
  ...calls: [id: string, liquidity?: bigint][]
) =>
  tx(steps, {
    ...{ to, method, feeWei: null },
    ...(calls.length > 0 && {
      calls: calls.map(([id, liquidity]) => ({
        to: null,
        id,
        tokenId: '77',
        ...(liquidity && { liquidity }),
      })),
    }),
  });
const nft = (amount: string, other: string) => move(amount, other, 'nft', position);
const pair = (sign: '+' | '-', eth: string, usdc: string): Step[] => [
  move(`${sign}${eth} ETH`, FARM, sign === '+' ? 'internal' : 'native'),
  move(`${sign}${usdc} USDC`, FARM),
];
const started = (): ChainTransaction[] => [
  tx([move('-10000 USDC', POOL), move('+5 ETH', POOL)], { method: 'swap', feeWei: null }),
  act(MANAGER, 'mint', [move('-1 ETH', MANAGER), move('-2000 USDC', POOL), nft('+1 POS', ZERO)]),
  act(MANAGER, 'safeTransferFrom', [nft('-1 POS', FARM)]),
];
const half = (...more: Step[]) =>
  act(FARM, 'multicall', [...pair('+', '0.55', '925'), ...more], [DECREASE, 50n], [COLLECT]);
const back = () => act(FARM, 'withdraw', [nft('+1 POS', FARM)]);
const sold = (told: ReturnType<typeof readStory>) =>
  sales(told.ledger).filter((sale) => sale.includes('POS#'));
const kept = (told: ReturnType<typeof readStory>) =>
  holdings(told.ledger).filter((lot) => lot.includes('POS#') || lot.includes('untracked'));
const HALF = '0.5 POS#77 swap 2025 2000 25 short classification_uncertain';

describe('a position that a farm holds', () => {
  it('stays the owner’s, is sold in parts by calls of the farm, and comes back empty', () => {
    const story = readStory([...started(), half(), half(), back()]);
    expect(kinds(story)[2]).toBe('stake position-farmed');
    expect(sold(story)).toEqual([HALF, HALF]);
    expect(kept(story)).toEqual([]);
  });

  it('comes back with the shares that are left', () => {
    const burned = () =>
      act(
        MANAGER,
        'multicall',
        [...pair('+', '0.5', '1100'), nft('-1 POS', ZERO)],
        [DECREASE, 50n],
        [COLLECT],
        ['0x42966c68'],
      );
    const story = readStory([...started(), half(), back(), burned()]);
    expect(sold(story)).toEqual([HALF, '0.5 POS#77 swap 2000 2000 0 short classification_uncertain']);
    expect(kept(story)).toEqual([]);
  });

  it('grows there', () => {
    const grown = () => act(FARM, 'increaseLiquidity', pair('-', '1', '2000'), [INCREASE]);
    const story = readStory([...started(), grown(), half(), half()]);
    expect(sold(story)).toEqual([
      '0.5 POS#77 swap 2025 4000 -1975 short classification_uncertain',
      '0.5 POS#77 swap 2025 4000 -1975 short classification_uncertain',
    ]);
  });

  it('pays rewards beside its principal, which are income', () => {
    const cake = move('+3 CAKE', FARM);
    const story = readStory([...started(), half(cake), half(), back()], {
      ...PRICES,
      [asset('CAKE').id]: '2',
    });
    expect(earnings(story.ledger)).toEqual(['3 CAKE other 6']);
    expect(sold(story)).toEqual([HALF, HALF]);
  });

  it('is none that is sent to somebody', () => {
    const story = readStory([
      ...started().slice(0, 2),
      act(MANAGER, 'safeTransferFrom', [nft('-1 POS', STRANGER)]),
    ]);
    expect(kinds(story)[2]).toBe('transfer_out transfer-out');
  });
});
