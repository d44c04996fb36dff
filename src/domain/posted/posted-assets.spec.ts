import { PostedAssets } from './posted-assets';
import type { PostedRow } from './row';

const row = (over: Partial<PostedRow>): PostedRow => ({
  ...{ type: 'buy', symbol: 'POL', quantity: '1', chain: 'polygon' },
  ...(over as PostedRow),
});
const idOf = (one: PostedRow): string => new PostedAssets([one], new Map()).of(one, one.symbol).id;

describe('assets of posted rows', () => {
  it('are the coin where the contract is an alias of it', () => {
    const coin = idOf(row({}));
    expect(idOf(row({ contract: '0x0000000000000000000000000000000000001010' }))).toBe(coin);
    expect(idOf(row({ contract: '0xffffFFFfFFffffffffffffffFfFFFfffFFFfFFfE' }))).toBe(coin);
  });

  it('are the contract elsewhere', () => {
    const contract = '0x0000000000000000000000000000000000001010';
    expect(idOf(row({ contract, chain: 'base' }))).toBe(`base:${contract}`);
  });
});
