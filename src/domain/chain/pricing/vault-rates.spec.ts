import { asset, move, tx } from '../../../../test/chain/chain-story';
import { ME, POOL, ROUTER, ZERO } from '../../../../test/chain/parties';
import { finished } from '../../kernel/slices';
import { formatMoney } from '../../kernel/units';
import { classifyHistory } from '../classify/classify';
import { valueTransactions } from './value';
import { collectingVaultRates, VAULT_SHARE, vaultQueries, withVaultRates } from './vault-rates';

const share = asset('yvFOO', 'ethereum', 'FOO yVault');
const put = tx([move('-100 UNI', POOL), move('+80 yvFOO', ZERO, 'token', share)], {
  method: 'deposit(uint256)',
});
const sold = tx([move('-40 yvFOO', POOL, 'token', share), move('+9 BAR', POOL)], {
  method: 'swap',
  to: ROUTER,
});
const history = classifyHistory([put, sold], { wallet: ME, owned: new Set([ME]) });
const rates = finished(collectingVaultRates(history));
const uni = asset('UNI').id;

/** UNI costs 5 dollars at the deposit and 8 at the sale. Beside it only the gas has a price. */
const market = (assetId: string, at: number) => {
  if (assetId === 'ethereum:native') return { usd: '2000', source: 'market', at };
  return assetId === uni ? { usd: at === put.at ? '5' : '8', source: 'market', at } : null;
};

describe('the price of a share of a vault', () => {
  it('asks for the price of its asset when the share moves', () =>
    expect(vaultQueries(history, rates)).toContainEqual({ assetId: uni, symbol: 'UNI', at: sold.at }));

  it('is that of its units at the nearest rate and the price of the day', () => {
    const [, sale] = valueTransactions(history, withVaultRates(market, rates));
    const [given, got] = sale?.legs ?? [];
    // 40 shares stand for 50 UNI of 8 dollars.
    expect([
      given?.price?.source,
      formatMoney(given?.valueUsd ?? 0n),
      formatMoney(got?.valueUsd ?? 0n),
    ]).toEqual([VAULT_SHARE, '400', '400']);
    expect(sale?.flags).not.toContain('missing_price');
  });

  it('is that of the market where there is one', () => {
    const priced = withVaultRates((_, at) => ({ usd: '7', source: 'market', at }), rates);
    expect(priced(share.id, sold.at)).toMatchObject({ usd: '7', source: 'market' });
  });

  it('is not known for units that a contract sells: they stand for nothing', () => {
    const coin = asset('NEWCOIN');
    const bought = tx([move('-100 UNI', POOL), move('+80 NEWCOIN', ZERO)], { method: 'deposit(uint256)' });
    const story = classifyHistory([bought], { wallet: ME, owned: new Set([ME]) });
    expect(finished(collectingVaultRates(story)).get(coin.id)).toBeUndefined();
  });

  it('is not known when its asset has no price', () =>
    expect(withVaultRates(() => null, rates)(share.id, sold.at)).toBeNull());
});
