import { nativeAsset } from '../../domain/kernel/asset';
import { PipelineBench } from '../../../test/fakes/pipeline';
import { token } from '../../../test/fakes/scripted-history-source';

const ETH = nativeAsset('ethereum');
const DAI = token('ethereum', 'DAI', '0xdai');
const never = new AbortController().signal;

function bench(): PipelineBench {
  const it = new PipelineBench();
  it.prices.usd.set(ETH.id, '2000');
  return it;
}
const ask = (it: PipelineBench, assets = [ETH]) => it.current.of(assets, 1_000, never);

describe('CurrentPricesService', () => {
  it('asks once for callers that come together, and not again for a minute', async () => {
    const it = bench();
    await Promise.all([ask(it), ask(it), ask(it)]);
    it.clock.advance(59_999);
    expect((await ask(it)).prices.get(ETH.id)?.usd).toBe('2000');
    expect(it.prices.currentCalls).toEqual([[ETH.id]]);
    it.clock.advance(1);
    await ask(it);
    expect(it.prices.currentCalls).toHaveLength(2);
  });

  it('remembers that nobody prices an asset', async () => {
    const it = bench();
    const { prices, unanswered } = await ask(it, [ETH, DAI]);
    expect(prices.has(DAI.id)).toBe(false);
    expect(unanswered.size).toBe(0);
    await ask(it, [DAI]);
    expect(it.prices.currentCalls).toHaveLength(1);
  });

  it('does not remember an outage', async () => {
    const it = bench();
    it.prices.silent.add(ETH.id);
    expect((await ask(it)).unanswered).toEqual(new Set([ETH.id]));
    it.prices.silent.clear();
    expect((await ask(it)).prices.get(ETH.id)?.usd).toBe('2000');
  });

  it('goes on with an older price during an outage; its moment tells its age', async () => {
    const it = bench();
    await ask(it);
    it.clock.advance(10 * 60_000);
    it.prices.silent.add(ETH.id);
    const { prices, unanswered } = await ask(it);
    expect(prices.get(ETH.id)).toEqual({ usd: '2000', at: 1_700_000_000_000, source: 'scripted' });
    expect(unanswered.size).toBe(0);
  });

  it('asks no price for an NFT or for amounts of unknown scale', async () => {
    const it = bench();
    const nft = { ...DAI, id: 'ethereum:0xnft#7' };
    const raw = { ...DAI, decimalsUnknown: true };
    const { unanswered } = await ask(it, [nft, raw]);
    expect(unanswered.size).toBe(0);
    expect(it.prices.currentCalls).toEqual([]);
  });
});
