import { classifyHistory, marketQueries, withMarkets } from '../../src/domain/chain';
import { asset, move, tx } from './chain-story';
import { ME, STRANGER } from './parties';

const frog = asset('FROG');
const received = () =>
  ['7', '9'].map((amount) => tx([move(`+${amount} FROG`, STRANGER)], { from: STRANGER, to: frog.contract }));
const read = (txs: ReturnType<typeof received>) => classifyHistory(txs, { wallet: ME, owned: new Set([ME]) });

describe('a token that nobody asked for', () => {
  it('is hidden, and one price is asked for', () => {
    const txs = received();
    const told = read(txs);
    expect(told.map(({ isSpam, rule }) => [isSpam, rule])).toEqual([
      [true, 'spam-unsolicited'],
      [true, 'spam-unsolicited'],
    ]);
    expect(marketQueries(told)).toEqual([{ assetId: frog.id, symbol: 'FROG', at: txs[0]?.at }]);
    expect(withMarkets(told, () => null)).toEqual(told);
  });

  it('is shown as what it is when it has a market', () => {
    const told = withMarkets(read(received()), (assetId, at) => ({ usd: '1', at, source: assetId }));
    expect(told.map(({ isSpam, type, rule, flags }) => [isSpam, type, rule, flags])).toEqual([
      [false, 'transfer_in', 'transfer-in', ['untracked']],
      [false, 'transfer_in', 'transfer-in', ['untracked']],
    ]);
    expect(marketQueries(told)).toEqual([]);
  });

  it('stays hidden when it imitates a listed token, whatever its price', () => {
    const fake = { ...asset('USDC'), id: 'ethereum:0xbad', contract: '0xbad' };
    const [told] = withMarkets(
      read([tx([move('+5 USDC', STRANGER, 'token', fake)], { from: STRANGER, to: '0xbad' })]),
      (_, at) => ({ usd: '1', at, source: 'market' }),
    );
    expect(told).toMatchObject({ isSpam: true, rule: 'spam-impersonation' });
  });
});
