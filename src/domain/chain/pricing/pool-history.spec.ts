import { asset, move, tx } from '../../../../test/chain/chain-story';
import { ME, POOL, ROUTER, ZERO } from '../../../../test/chain/parties';
import { finished } from '../../kernel/slices';
import { formatMoney } from '../../kernel/units';
import { classifyHistory } from '../classify/classify';
import type { ChainTransaction } from '../facts/chain-transaction';
import { hasPoolPrice, withPoolPrices } from './pool-history';
import { valueTransactions } from './value';

const LP = asset('UNI-V2', 'ethereum', 'Uniswap V2');
const PRICES: Record<string, string> = { [asset('USDC').id]: '1', [asset('YFI').id]: '20000' };
const seen = (...txs: ChainTransaction[]) => {
  const valued = valueTransactions(classifyHistory(txs, { wallet: ME, owned: new Set([ME]) }), (id, at) => {
    const usd = PRICES[id];
    return usd === undefined ? null : { usd, at, source: 'market' };
  });
  const cured = finished(withPoolPrices(valued));
  return { cured, lines: cured.map((one) => one.legs.map(lineOf)) };
};
const lineOf = ({
  direction,
  asset: { symbol },
  valueUsd,
  price,
}: ReturnType<typeof valueTransactions>[0]['legs'][0]) =>
  [direction, symbol, valueUsd === null ? 'none' : formatMoney(valueUsd), price?.source ?? '-'].join(' ');

describe('a share of a pool without a price', () => {
  const deposit = tx([move('-50 USDC', POOL), move('-50 DAI', POOL), move('+10 UNI-V2', ZERO, 'token', LP)], {
    method: 'addLiquidity',
    feeWei: null,
  });
  const migration = tx(
    [
      move('-10 UNI-V2', POOL, 'token', LP),
      move('+9 SLP', ZERO, 'token', asset('SLP', 'ethereum', 'SushiSwap LP Token')),
      move('+0.00001 YFI', ROUTER),
    ],
    { method: 'migrate', feeWei: null },
  );

  it('has the price that the nearest deposit of its owner implies, never that of the rest that comes back', () => {
    const { cured, lines } = seen(deposit, migration);
    expect(lines[0]).toEqual(['out USDC 50 market', 'out DAI 50 pool', 'in UNI-V2 100 trade']);
    expect(lines[1]?.[0]).toBe('out UNI-V2 100 own_pool');
    expect(cured[1]?.flags).not.toContain('missing_price');
    expect(hasPoolPrice(cured[1] ?? (cured[0] as never))).toBe(true);
  });

  it('stays without one when its owner never made or returned it at a known value', () => {
    const { cured, lines } = seen(migration);
    expect(lines[0]?.[0]).toBe('out UNI-V2 none -');
    expect(cured[0]?.flags).toContain('missing_price');
  });

  it('is no coin that a contract sells: its price of the purchase is none of a later day', () => {
    const bought = tx([move('-50 USDC', POOL), move('+10 NEWCOIN', ZERO)], {
      method: 'deposit',
      feeWei: null,
    });
    const spent = tx([move('-10 NEWCOIN', ROUTER)], { method: 'play', feeWei: null });
    const { cured, lines } = seen(bought, spent);
    expect(lines).toEqual([['out USDC 50 market', 'in NEWCOIN 50 trade'], ['out NEWCOIN none -']]);
    expect(cured[1]?.flags).toContain('missing_price');
  });
});
