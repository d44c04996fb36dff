import { type LocalUpstream, sendJson, startLocalUpstream } from '../../../test/support/local-upstream';
import { loadConfig } from '../../config/env';
import { parseAddress } from '../../domain/kernel/address';
import { priceQueryKey } from '../../ports/upstream/price-source';
import { CompositeHistorySource, CompositePriceSource } from '.';
import { DEMO_ADDRESSES } from './demo';
import { STORY } from './demo/story';
import { FakeClock } from '../../../test/fakes/fake-clock';

const clock = new FakeClock(Date.UTC(2026, 10, 20));
const never = new AbortController().signal;
const NOTHING = { status: '0', message: 'No transactions found', result: [] };
const EVM = parseAddress('0x00000000000000000000000000000000000a11ce');
const BITCOIN = parseAddress('bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4');
const SOLANA = parseAddress('So11111111111111111111111111111111111111112');
const ETHER = { assetId: 'ethereum:native', symbol: 'ETH' };

let upstream: LocalUpstream;
const closing: { onApplicationShutdown(): Promise<void> }[] = [];

beforeEach(async () => {
  upstream = await startLocalUpstream((_url, response) => sendJson(response, NOTHING));
});
afterEach(async () => {
  await Promise.all(closing.splice(0).map((source) => source.onApplicationShutdown()));
  await upstream.close();
});

const settings = (over: Record<string, string> = {}) =>
  loadConfig({
    EVM_CHAINS: 'ethereum,bsc',
    ROUTESCAN_BASE_URL: upstream.url,
    SQD_BASE_URL: 'off',
    EVM_NODE_URL: 'off',
    ESPLORA_BASE_URL: upstream.url,
    SOLANA_RPC_URL: upstream.url,
    DEFILLAMA_COINS_BASE_URL: upstream.url,
    COINGECKO_BASE_URL: upstream.url,
    DEMO_WALLETS: 'true',
    ...over,
  });
function history(over?: Record<string, string>): CompositeHistorySource {
  const source = new CompositeHistorySource(settings(over), clock);
  closing.push(source);
  return source;
}
function prices(over?: Record<string, string>): CompositePriceSource {
  const quick = { attempts: 1, attemptMs: 1_000, wholeMs: 1_500 };
  const source = new CompositePriceSource(settings(over), clock, {
    patience: { request: quick, background: quick },
  });
  closing.push(source);
  return source;
}

describe('CompositeHistorySource', () => {
  it.each(DEMO_ADDRESSES.map(({ label, address }) => [label, address]))(
    '%s answers without a network',
    async (_label, text) => {
      const address = parseAddress(text);
      const source = history();
      const { readable, unavailable } = source.chainsOf(address);
      expect(unavailable).toEqual([]);
      expect(readable.length).toBeGreaterThan(0);
      for (const chain of readable) {
        for await (const { rows } of source.read(chain, address, null, never)) {
          expect(source.interpret(chain, address, rows).length).toBeGreaterThan(0);
        }
      }
      expect(upstream.requests).toEqual([]);
    },
  );

  it('leaves them to the chain where the demo is off', () => {
    const [alice] = DEMO_ADDRESSES;
    const { readable } = history({ DEMO_WALLETS: 'false' }).chainsOf(parseAddress(alice?.address ?? ''));
    expect(readable).toEqual(['ethereum']);
  });

  it('asks explorers about everybody else', async () => {
    const pages = [];
    for await (const page of history().read('ethereum', EVM, null, never)) pages.push(page);
    expect(pages.at(-1)).toMatchObject({ done: true, provider: 'routescan' });
    expect(upstream.requests).toHaveLength(6);
  });

  it.each([
    ['bitcoin', BITCOIN, 'esplora'],
    ['solana', SOLANA, 'solana-rpc'],
  ] as const)('reads %s, and shows no empty wallet when it cannot', async (chain, address, provider) => {
    upstream.respond((_url, response) => sendJson(response, {}, 404));
    const source = history();
    expect(source.chainsOf(address)).toEqual({ readable: [chain], unavailable: [] });
    const pages = source.read(chain, address, null, never)[Symbol.asyncIterator]();
    await expect(pages.next()).rejects.toMatchObject({ code: 'DATA_PROVIDER_ERROR', details: { provider } });
  });
});

describe('CompositePriceSource', () => {
  const moment = STORY.find(({ at }) => at < Date.UTC(2026, 0, 1))?.at ?? 0;

  it('prices the moments of the story without a network', async () => {
    upstream.respond((_url, response) => sendJson(response, {}, 500));
    const queries = STORY.map(({ at }) => ({ ...ETHER, at }));
    const answer = await prices().historical(queries, never);
    expect(answer.prices.get(priceQueryKey({ ...ETHER, at: moment }))?.source).toBe('demo');
    expect(answer.prices.size + answer.unanswered.length).toBe(new Set(queries.map(priceQueryKey)).size);
  });

  it('asks the market about every other moment', async () => {
    upstream.respond((_url, response) => sendJson(response, {}, 500));
    const other = { ...ETHER, at: moment + 1_000 };
    const { prices: found } = await prices().historical([other], never);
    expect([...found.values()].map(({ source }) => source)).toEqual(['bundled_daily_close']);
    expect(upstream.requests.length).toBeGreaterThan(0);
  });

  it('has no bundled price for now: what an ether costs today only the market knows', async () => {
    upstream.respond((_url, response) => sendJson(response, {}, 404));
    await expect(prices().current([ETHER], never)).resolves.toEqual({
      prices: new Map(),
      unanswered: [ETHER.assetId],
    });
  });
});
