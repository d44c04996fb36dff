import { CompositeHistorySource, CompositePriceSource } from '../../src/adapters/providers';
import { EvmHistorySource } from '../../src/adapters/providers/evm/evm.provider';
import { UpstreamClient } from '../../src/adapters/upstream/upstream-client';
import { loadConfig } from '../../src/config/env';
import { type Address, parseAddress } from '../../src/domain/kernel/address';
import type { ChainName } from '../../src/domain/kernel/chain';
import { AppError } from '../../src/domain/kernel/errors';
import type { HistoryCursor, HistoryPage, RawRow } from '../../src/ports/upstream/history-source';
import { priceQueryKey } from '../../src/ports/upstream/price-source';
import { OUTAGES, type Replay, startReplay } from '../support/replay';
import { IMPATIENT } from './impatient';
import { runningBalances } from './running-balances';
import { FakeClock } from '../fakes/fake-clock';
import { HastyClock } from '../fakes/hasty-clock';

const clock = new FakeClock(Date.UTC(2026, 10, 20));
const never = new AbortController().signal;
/** A real wallet: 482 transactions, 48 internal and 428 token rows on Ethereum. */
const REAL = parseAddress('0x003dc32fe920a4aaeed12dc87e145f030aa753f3');
const USDC = '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48';

interface Pass {
  pages: HistoryPage[];
  rows: RawRow[];
  cursor: HistoryCursor | null;
}

async function readAll(
  source: { read: CompositeHistorySource['read'] },
  chain: ChainName,
  address: Address,
  cursor: HistoryCursor | null = null,
): Promise<Pass> {
  const pages: HistoryPage[] = [];
  for await (const page of source.read(chain, address, cursor, never)) pages.push(page);
  return { pages, rows: pages.flatMap(({ rows }) => rows), cursor: pages.at(-1)?.cursor ?? null };
}

/**
 * @param most transactions of a wallet; a window of the explorer ends at 10,000
 * @param isWhole also what nobody answers: each call is waited for some seconds
 */
export function describeProviders(most: number, isWhole: boolean): void {
  describe('providers against the stand-in for the public APIs', () => {
    let replay: Replay;
    let history: CompositeHistorySource;
    let prices: CompositePriceSource;
    const upstreams: UpstreamClient[] = [];

    beforeAll(async () => {
      replay = await startReplay();
      const config = loadConfig({ ...replay.env, DEMO_WALLETS: 'false' });
      history = new CompositeHistorySource(config, clock);
      prices = new CompositePriceSource(config, clock);
    });
    afterAll(async () => {
      await history.onApplicationShutdown();
      await prices.onApplicationShutdown();
      await replay.close();
    });
    afterEach(async () => {
      await replay.calm();
      await replay.forget();
      await Promise.all(upstreams.splice(0).map((upstream) => upstream.close()));
    });

    /** A source that loses patience soon, with these providers only. */
    function impatient(over: Record<string, string> = {}): EvmHistorySource {
      const upstream = new UpstreamClient(IMPATIENT);
      upstreams.push(upstream);
      return new EvmHistorySource(loadConfig({ ...replay.env, ...over }), clock, upstream);
    }

    it('reads a real wallet whole', async () => {
      const { rows, pages } = await readAll(history, 'ethereum', REAL);
      const count = (list: string) => rows.filter((row) => row.list === list).length;
      expect([count('txlist'), count('txlistinternal'), count('tokentx')]).toEqual([482, 48, 428]);
      expect(pages.at(-1)).toMatchObject({
        done: true,
        truncated: false,
        incomplete: false,
        provider: 'etherscan',
      });
    });

    it(`reads ${most} transactions whole: the balances add up, and a second pass asks only for the end`, async () => {
      const big = await replay.big({
        address: '0x00000000000000000000000000000000000b1600',
        transactions: most,
      });
      const wallet = parseAddress(big.address);
      const { rows, cursor } = await readAll(history, 'ethereum', wallet);
      for (const [list, expected] of Object.entries(big.rows)) {
        const keys = rows.filter((row) => row.list === list).map(({ key }) => key);
        expect(keys).toHaveLength(expected);
        expect(new Set(keys).size).toBe(expected);
      }
      const all = [...runningBalances(history.interpret('ethereum', wallet, rows), wallet.value)];
      const left = all.at(-1) ?? new Map<string, bigint>();
      expect(left.get('ethereum:native')).toBe(BigInt(big.wei));
      expect(left.get(`ethereum:${USDC}`)).toBe(BigInt(big.usdc));
      await expect(
        history.balances('ethereum', wallet, ['ethereum:native', `ethereum:${USDC}`], never),
      ).resolves.toMatchObject([{ quantity: BigInt(big.wei) }, { quantity: BigInt(big.usdc) }]);

      await replay.forget();
      const again = await readAll(history, 'ethereum', wallet, cursor);
      const asked = (await replay.requests()).map(({ path }) => new URL(path, replay.url).searchParams);
      expect(asked).toHaveLength(6);
      const starts = Object.fromEntries(
        asked.map((query) => [query.get('action'), Number(query.get('startblock'))]),
      );
      const newest = Math.max(...rows.map(({ block }) => block));
      expect(starts.txlist).toBe(newest - 64);
      expect(again.rows.length).toBeLessThan(10);
    });

    it('says truncated where one block fills the window', async () => {
      const { address } = await replay.big({
        address: '0x00000000000000000000000000000000000b1601',
        transactions: 15_000,
        per_block: 12_000,
      });
      const { rows, pages } = await readAll(history, 'ethereum', parseAddress(address));
      expect(pages.at(-1)).toMatchObject({ done: true, truncated: true });
      expect(rows.filter(({ list }) => list === 'txlist')).toHaveLength(10_000);
    });

    it('reads blocks of several pages to their end', async () => {
      const { address, rows: expected } = await replay.big({
        address: '0x00000000000000000000000000000000000b1602',
        transactions: 6_000,
        per_block: 2_500,
      });
      const { rows, pages } = await readAll(history, 'ethereum', parseAddress(address));
      expect(pages.at(-1)?.truncated).toBe(false);
      expect(new Set(rows.filter(({ list }) => list === 'txlist').map(({ key }) => key)).size).toBe(
        expected.txlist,
      );
    });

    const MODES = [...OUTAGES, 'entitlement'];
    const EVERYWHERE = MODES.filter((mode) => isWhole || mode !== 'timeout');

    it.each(MODES)('%s at Etherscan: the next provider tells the same history', async (mode) => {
      await replay.order({ match: '^/etherscan', mode });
      const { rows, pages } = await readAll(impatient(), 'ethereum', REAL);
      expect(rows).toHaveLength(482 + 48 + 428);
      expect(pages.at(-1)?.provider).toBe('blockscout');
    });

    it.each(EVERYWHERE)('%s everywhere: the right code', async (mode) => {
      await replay.order({ match: '.', mode });
      const failure: unknown = await readAll(impatient(), 'ethereum', REAL).catch((error: unknown) => error);
      expect(failure).toBeInstanceOf(AppError);
      expect(failure).toMatchObject({
        code: mode === 'entitlement' ? 'PROVIDER_ENTITLEMENT_ERROR' : 'DATA_PROVIDER_ERROR',
        details: { provider: 'etherscan', error: expect.any(String) },
      });
      await replay.calm();
      const asked = await replay.requests();
      expect(asked.filter(({ provider }) => provider === 'etherscan')).toHaveLength(
        mode === 'entitlement' ? 1 : 2,
      );
    });

    it('slow is not broken', async () => {
      await replay.order({ match: 'action=txlist&', mode: 'hold' });
      const reading = readAll(
        new EvmHistorySource(loadConfig(replay.env), clock, client()),
        'ethereum',
        REAL,
      );
      await replay.holds('action=txlist&');
      await replay.calm();
      await expect(reading).resolves.toMatchObject({ rows: { length: 958 } });
    });

    it.each(['500', '429', 'reset', 'ratelimit200'])('one %s is forgiven', async (mode) => {
      await replay.order({ match: '^/etherscan', mode, times: 1 });
      const { pages } = await readAll(
        new EvmHistorySource(loadConfig(replay.env), clock, client()),
        'ethereum',
        REAL,
      );
      expect(new Set(pages.map(({ provider }) => provider))).toEqual(new Set(['etherscan']));
    });
    const client = () => {
      const upstream = new UpstreamClient({ clock: new HastyClock() });
      upstreams.push(upstream);
      return upstream;
    };

    it('marks Blockscout’s unprocessed internals as incomplete when nobody else has them', async () => {
      const unprocessed = parseAddress('0x9d25adbcffe28923e619f4af88ecde732c985b63');
      await replay.order({ match: '^/(etherscan|routescan)', mode: 'entitlement' });
      const { pages } = await readAll(impatient({ EVM_CHAINS: 'base' }), 'base', unprocessed);
      expect(pages.at(-1)).toMatchObject({ done: true, incomplete: true, provider: 'blockscout' });
    });

    describe('prices', () => {
      const at = Date.UTC(2021, 4, 10, 15, 30);
      const ether = { assetId: 'ethereum:native', symbol: 'ETH', at };
      const wrapped = { assetId: 'ethereum:0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2', symbol: 'WETH', at };
      const nobody = { assetId: 'ethereum:0x00000000000000000000000000000000000000aa', symbol: 'NOPE', at };

      it('are of the moment, with source and time; what nobody prices is absent', async () => {
        const answer = await prices.historical([ether, wrapped, nobody], never);
        expect(answer.unanswered).toEqual([]);
        expect([...answer.prices.keys()].sort()).toEqual([ether, wrapped].map(priceQueryKey).sort());
        expect(answer.prices.get(priceQueryKey(ether))).toEqual({
          usd: expect.stringMatching(/^39\d\d\.\d+$/),
          at,
          source: 'defillama',
        });
      });

      it('of 600 transactions take a few calls', async () => {
        const days = Array.from({ length: 600 }, (_, i) => ({
          ...ether,
          at: Date.UTC(2020, 0, 1) + i * 86_400_000 + 12_345_000,
        }));
        const answer = await prices.historical(days, never);
        expect(answer.prices.size).toBe(600);
        expect((await replay.requests()).length).toBeLessThanOrEqual(5);
      });

      it('now, for tokens of several chains', async () => {
        const assets = [
          'ethereum:native',
          'polygon:native',
          'gnosis:native',
          `ethereum:${USDC}`,
          nobody.assetId,
        ];
        const answer = await prices.current(
          assets.map((assetId) => ({ assetId, symbol: '' })),
          never,
        );
        expect(answer.unanswered).toEqual([]);
        expect(answer.prices.has(nobody.assetId)).toBe(false);
        expect(answer.prices.get(`ethereum:${USDC}`)?.usd).toMatch(/^(0\.99|1)/);
      });

      it.each(MODES)(
        '%s at DefiLlama: CoinGecko bridges the gap, and says nothing about what it does not know',
        async (mode) => {
          const config = loadConfig({ ...replay.env, DEMO_WALLETS: 'false' });
          const quick = new CompositePriceSource(config, clock, IMPATIENT);
          await replay.order({ match: '^/llama', mode });
          const lately = { ...ether, at: Date.UTC(2026, 5, 3, 10) };
          const answer = await quick.historical([lately, { ...nobody, at: lately.at }, ether], never);
          expect(answer.prices.get(priceQueryKey(lately))?.source).toBe('coingecko');
          expect(answer.prices.get(priceQueryKey(ether))?.source).toBe('bundled_daily_close');
          expect(answer.unanswered.map(priceQueryKey)).toEqual([priceQueryKey({ ...nobody, at: lately.at })]);
          await quick.onApplicationShutdown();
        },
      );

      it.each(EVERYWHERE)(
        '%s everywhere: unanswered, never "no price", but for coins of the past',
        async (mode) => {
          const config = loadConfig({ ...replay.env, DEMO_WALLETS: 'false' });
          const quick = new CompositePriceSource(config, clock, IMPATIENT);
          await replay.order({ match: '.', mode });
          const token = { ...ether, assetId: `ethereum:${USDC}` };
          const answer = await quick.historical([ether, token], never);
          expect([...answer.prices.values()].map(({ source }) => source)).toEqual(['bundled_daily_close']);
          expect(answer.unanswered).toEqual([token]);
          await expect(quick.current([ether], never)).resolves.toEqual({
            prices: new Map(),
            unanswered: [ether.assetId],
          });
          await quick.onApplicationShutdown();
        },
      );
    });
  });
}
