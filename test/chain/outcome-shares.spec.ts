import type { Asset } from '../../src/domain/kernel/asset';
import { move, tx, type Step } from './chain-story';
import { ROUTER, STRANGER, ZERO } from './parties';
import { kinds, readStory, sales } from './read-story';

const SHARES = '0x4d97dcd97ec945f40cf65f87097ace5ea0476045';
const EXCHANGE = '0x4bfb41d5b3570defd03c39a9a4d8de6bd8b8982e';
const ADAPTER = '0xd91e80cf2e7be2e162c6513ced06f1dd0da35296';
const dollars: Asset = {
  id: 'polygon:0x2791bca1f2de4661ed88a30c99a7a9449aa84174',
  chain: 'polygon',
  contract: '0x2791bca1f2de4661ed88a30c99a7a9449aa84174',
  symbol: 'USDC.e',
  name: 'USD Coin (PoS)',
  decimals: 6,
};
/** Pieces count in base units of the dollars that they may pay. */
const outcome = (id: string): Asset => ({
  ...{ id: `polygon:${SHARES}#${id}`, chain: 'polygon', contract: SHARES, symbol: `#${id}`, name: '' },
  decimals: 0,
});
const usd = (amount: string, at: string) => move(`${amount} USDC`, at, 'token', dollars);
const piece = (amount: string, id: string, at: string) =>
  move(`${amount}000000 ${id}`, at, 'nft', outcome(id));
const prices = { [dollars.id]: '1' };
const act = (steps: readonly Step[], method: string, to: string | null = SHARES, from?: string) =>
  tx(steps, { chain: 'polygon', method, to, feeWei: null, ...(from ? { from } : {}) });
const bought = () =>
  act([usd('-55', EXCHANGE), piece('+100', '1', EXCHANGE)], 'matchOrders', EXCHANGE, STRANGER);
const ofShares = (told: ReturnType<typeof readStory>) =>
  sales(told.ledger).filter((sale) => sale.includes('#'));

describe('shares of an outcome', () => {
  it('are bought and sold in parts', () => {
    const first = bought();
    const sold = act([usd('+30', EXCHANGE), piece('-40', '1', EXCHANGE)], 'matchOrders', EXCHANGE, STRANGER);
    expect(ofShares(readStory([first, sold], prices))).toEqual(['40000000 #1 swap 30 22 8 short']);
  });

  it('that win are paid', () => {
    const first = bought();
    const paid = act([usd('+100', SHARES), piece('-100', '1', ZERO)], 'redeemPositions');
    expect(ofShares(readStory([first, paid], prices))).toEqual(['100000000 #1 swap 100 55 45 short']);
  });

  it.each<[string, string, string, string | null, string | undefined]>([
    ['by the wallet', 'redeemPositions', ZERO, SHARES, undefined],
    ['by a relayer of its account', 'proxy', ZERO, ROUTER, STRANGER],
    ['at an adapter', 'redeemPositions', ADAPTER, ADAPTER, undefined],
  ])('that lose are a loss when they are given back, %s', (_, method, at, to, from) => {
    const story = readStory([bought(), act([piece('-100', '1', at)], method, to, from)], prices);
    expect(kinds(story)[1]).toBe('sell outcome-lost');
    expect(ofShares(story)).toEqual(['100000000 #1 sale 0 55 -55 short']);
    expect(story.ledger.disposals.map(({ valueStatus }) => valueStatus)).not.toContain('missing');
    expect(story.told[1]?.flags).toEqual(['review']);
  });

  it('that are sent to somebody are no loss', () => {
    const story = readStory([bought(), act([piece('-100', '1', STRANGER)], 'safeTransferFrom')], prices);
    expect(kinds(story)[1]).toBe('transfer_out transfer-out');
    expect(story.ledger.disposals.at(-1)?.valueStatus).toBe('missing');
  });

  it('are split from dollars and merged into dollars', () => {
    const both = (sign: '+' | '-') => [piece(`${sign}100`, '1', ZERO), piece(`${sign}100`, '2', ZERO)];
    const story = readStory(
      [
        act([usd('-100', SHARES), ...both('+')], 'splitPosition'),
        act([usd('+100', SHARES), ...both('-')], 'mergePositions'),
      ],
      prices,
    );
    expect(ofShares(story)).toEqual([
      '100000000 #1 swap 50 50 0 short classification_uncertain',
      '100000000 #2 swap 50 50 0 short classification_uncertain',
    ]);
  });
});
