import { groupOfPosted } from './posted-ledger';
import { postedEvents, type PostedRow } from '../../../domain/posted';
import { replay } from '../../../domain/engine';
import { formatMoney } from '../../../domain/kernel/units';
import { FIFO } from '../../../../test/support/engine-events';

const DAY = 86_400_000;
const WETH = '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2';

/** Bought at 100, sold at 60, and another coin bought on the next day. */
const disallowed = (sold: Partial<PostedRow>, bought: Partial<PostedRow>): string => {
  const row = { quantity: '1', symbol: 'ETH' } as const;
  const rows: PostedRow[] = [
    { ...row, id: 'b', at: 0, type: 'buy', valueUsd: '100', ...sold },
    { ...row, id: 's', at: 100 * DAY, type: 'sell', valueUsd: '60', ...sold },
    { ...row, id: 'r', at: 101 * DAY, type: 'buy', valueUsd: '60', ...bought },
  ];
  const { disposals } = replay(postedEvents(rows), { ...FIFO, washSales: true, groupOf: groupOfPosted });
  return formatMoney(disposals.reduce((sum, { washSaleDisallowed }) => sum + washSaleDisallowed, 0n));
};

describe('wash sales of posted rows', () => {
  it.each<[Partial<PostedRow>, Partial<PostedRow>, string]>([
    [{}, {}, '40'],
    [{}, { symbol: 'weth' }, '40'],
    [{ chain: 'ethereum' }, { chain: 'Base', symbol: 'WETH' }, '40'],
    [{ chain: 'ethereum' }, { chain: 'ethereum', symbol: 'WETH', contract: WETH }, '40'],
    [{ symbol: 'WBNB', chain: 'bsc' }, { symbol: 'BNB', chain: 'bsc' }, '40'],
    [{}, { chain: 'ethereum', symbol: 'WETH', contract: `0x${'ab'.repeat(20)}` }, '0'],
    [{}, { symbol: 'STETH' }, '0'],
    [{}, { symbol: 'SOL' }, '0'],
    [{ symbol: 'ABC' }, { symbol: 'XYZ' }, '0'],
    [{ symbol: 'ETH', chain: 'nowhere' }, { symbol: 'WETH', chain: 'nowhere' }, '0'],
  ])('of %j, replaced by %j: %s', (sold, bought, expected) => {
    expect(disallowed(sold, bought)).toBe(expected);
  });
});
