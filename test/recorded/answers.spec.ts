import { marketPrices } from '../../src/adapters/providers/prices';
import { coinOf } from '../../src/adapters/providers/prices/prices.coins';
import { BitcoinClient } from '../../src/adapters/providers/bitcoin/bitcoin.client';
import { interpretBitcoin } from '../../src/adapters/providers/bitcoin/bitcoin.mapper';
import type { BitcoinEndpoint } from '../../src/adapters/providers/bitcoin/bitcoin.upstreams';
import { EvmClient } from '../../src/adapters/providers/evm/evm.client';
import { interpretEvm, toRawRows } from '../../src/adapters/providers/evm/evm.mapper';
import { EVM_LISTS, type EvmList } from '../../src/adapters/providers/evm/evm.schema';
import type { EvmEndpoint } from '../../src/adapters/providers/evm/evm.upstreams';
import { SolanaClient } from '../../src/adapters/providers/solana/solana.client';
import { interpretSolana } from '../../src/adapters/providers/solana/solana.mapper';
import { toSolanaRow } from '../../src/adapters/providers/solana/solana.schema';
import type { SolanaEndpoint } from '../../src/adapters/providers/solana/solana.upstreams';
import { UpstreamClient } from '../../src/adapters/upstream/upstream-client';
import { UpstreamFailure } from '../../src/adapters/upstream/upstream-failure';
import { loadConfig } from '../../src/config/env';
import { CHAINS, type ChainName } from '../../src/domain/kernel/chain';
import { type LocalUpstream, startLocalUpstream } from '../support/local-upstream';
import {
  codeOfWords,
  fieldOf,
  questionOf,
  type Recording,
  recordedProviders,
  recordingsOf,
  retoldTransactions,
} from './recordings';

const never = new AbortController().signal;
const ONCE = { attempts: 1, attemptMs: 20_000, wholeMs: 20_000 };
const NOW = Date.UTC(2026, 10, 20);
const rate = { perSecond: 1e6, concurrency: 1 };

/** How many answers each ended as; the rest of the file states what that means. */
type Tally = Record<string, number>;

/**
 * Everything that was recorded, by whom. `data`: read, and correct; `empty`: an honest nothing;
 * the codes: refused, with the code a caller would see; `strange`: of an API or a question that is not ours, and
 * taken for nothing by the adapter that might have met it.
 */
const EXPECTED: Readonly<Record<string, Tally>> = {
  'alchemy-prices': { strange: 7 },
  'blockchain.info': { data: 25, empty: 14 },
  blockcypher: { data: 6 },
  blockscout: { data: 126, empty: 17, strange: 31 },
  coingecko: { data: 25, strange: 82 },
  cryptocompare: { strange: 57 },
  defillama: { data: 23, empty: 19 },
  etherscan: {
    data: 414,
    empty: 30,
    strange: 9,
    PROVIDER_ENTITLEMENT_ERROR: 14,
    DATA_PROVIDER_ERROR: 3,
  },
  jupiter: { strange: 3 },
  moralis: { strange: 3 },
  routescan: { data: 21, empty: 6, PROVIDER_ENTITLEMENT_ERROR: 1, DATA_PROVIDER_ERROR: 1 },
  'solana-rpc': { data: 43, empty: 2, strange: 110, DATA_PROVIDER_ERROR: 6 },
};
const ALL = 1_098;

describe('every recorded answer, read as if it came now', () => {
  let node: LocalUpstream;
  let upstream: UpstreamClient;
  let current: Recording['response'] = { status: 200, body: null };

  beforeAll(async () => {
    node = await startLocalUpstream((_url, response) => {
      const { status, headers, body } = current;
      response
        .writeHead(status, { 'content-type': headers?.['content-type'] ?? 'application/json' })
        .end(typeof body === 'string' ? body : JSON.stringify(body));
    });
    upstream = new UpstreamClient({
      failuresToOpen: 1_000_000,
      patience: { request: ONCE, background: ONCE },
    });
  });
  afterAll(async () => {
    await upstream.close();
    await node.close();
  });

  /** What reading it gives, or the failure it was taken for; anything else thrown is a crash of ours. */
  async function read<T>(
    response: Recording['response'],
    how: () => Promise<T>,
  ): Promise<T | UpstreamFailure> {
    current = response;
    return how().catch((error: unknown) => {
      if (error instanceof UpstreamFailure) return error;
      throw error;
    });
  }
  /** The answer is no answer to any question of ours: refused as such. */
  async function stranger(response: Recording['response'], how: () => Promise<unknown>): Promise<string> {
    const outcome = await read(response, how);
    expect(outcome).toBeInstanceOf(UpstreamFailure);
    expect((outcome as UpstreamFailure).code).toBe('DATA_PROVIDER_ERROR');
    return 'strange';
  }

  describe('explorers', () => {
    const withHash = (rows: unknown[], hash: string): unknown[] =>
      rows.map((row) => (typeof row === 'object' && row !== null ? { hash, ...row } : row));

    /** What a rollup charged for data, as the explorer's own API reports it for one transaction. */
    async function dataFee(recording: Recording): Promise<string> {
      const { response } = recording;
      const wei = (body: unknown, name: string): bigint | null => {
        const text = fieldOf(body, name);
        return typeof text === 'string' ? BigInt(text) : null;
      };
      const whole = wei(fieldOf(response.body, 'fee'), 'value');
      const gas = (wei(response.body, 'gas_price') ?? 0n) * (wei(response.body, 'gas_used') ?? 0n);
      const expected = String(whole === null ? wei(response.body, 'l1_fee') : whole - gas);
      const endpoint = {
        provider: 'blockscout',
        url: '',
        feesUrl: node.url,
        params: {},
        rate,
        isPartial: false,
      };
      const body = { items: [response.body], next_page_params: null };
      const page = await read({ ...response, body }, () =>
        new EvmClient(upstream).dataFees(endpoint, '', null, never),
      );
      const hash = new URL(recording.request.url).pathname.split('/').at(-1)?.toLowerCase();
      expect(page).toMatchObject({ items: [{ hash, dataFee: expected }], next: null });
      return 'data';
    }

    async function explorer(provider: string, recording: Recording): Promise<string> {
      const client = new EvmClient(upstream);
      const endpoint: EvmEndpoint = { provider, url: node.url, params: {}, rate, isPartial: false };
      const query = questionOf(recording);
      const action = query.get('action') ?? '';
      const { response } = recording;
      const result = fieldOf(response.body, 'result');
      const code = codeOfWords(response.body);
      const address = query.get('address')?.toLowerCase() ?? '';
      const ask = (list: EvmList) =>
        client.list(endpoint, { list, address, startBlock: 0, endBlock: null, page: 1 }, never);
      if (code) {
        const list = EVM_LISTS.find((name) => name === action) ?? 'txlist';
        const outcome = await read(response, () => ask(list));
        expect(outcome).toMatchObject({ code, details: { provider, error: expect.any(String) } });
        return code;
      }
      if (action === 'balance') {
        expect(await read(response, () => client.nativeBalance(endpoint, address, never))).toBe(
          BigInt(String(result)),
        );
        return 'data';
      }
      if (action === 'getblocknobytime') {
        const block = fieldOf(result, 'blockNumber') ?? result;
        expect(await read(response, () => client.blockAt(endpoint, NOW, never))).toBe(Number(block));
        return 'data';
      }
      if (recording.request.url.includes('/api/v2/transactions/')) return dataFee(recording);
      const list = EVM_LISTS.find((name) => name === action);
      if (!list || !Array.isArray(result)) return stranger(response, () => ask('txlist'));
      const hash = query.get('txhash') ?? '';
      const isBare = result.some(
        (row) => fieldOf(row, 'hash') === undefined && fieldOf(row, 'transactionHash') === undefined,
      );
      // A row that does not name its transaction can be of any wallet.
      if (isBare && hash) await stranger(response, () => ask(list));
      const body = { ...(response.body as object), result: hash ? withHash(result, hash) : result };
      const outcome = await read({ ...response, body }, () => ask(list));
      if (outcome instanceof UpstreamFailure) throw outcome;
      expect(outcome.rows).toHaveLength(result.length);
      expect(outcome.isIncomplete).toBe(String(fieldOf(response.body, 'status')) === '2');
      const txs = interpretEvm('ethereum', address, toRawRows(list, outcome.rows));
      expect(new Set(txs.map((tx) => tx.hash)).size).toBe(txs.length);
      expect(txs.length).toBeLessThanOrEqual(result.length);
      expect(txs.length > 0).toBe(result.length > 0);
      return result.length > 0 ? 'data' : 'empty';
    }

    it.each(['etherscan', 'blockscout', 'routescan'])('%s', (provider) =>
      replay(provider, (recording) => explorer(provider, recording)),
    );
  });

  describe('Bitcoin', () => {
    const client = () => new BitcoinClient(upstream);

    async function bitcoin(provider: string, recording: Recording): Promise<string> {
      const endpoints: BitcoinEndpoint[] = [
        { provider: 'esplora', url: node.url, rate },
        { provider: 'blockbook', url: node.url, rate },
      ];
      for (const endpoint of endpoints) {
        await read(recording.response, () => client().page(endpoint, 'a', null, never)).then((page) => {
          // No field of Blockbook's answer is required: another answer has no transactions for it.
          if (!(page instanceof UpstreamFailure))
            expect([endpoint.provider, page.rows]).toEqual(['blockbook', []]);
        });
      }
      let found = 0;
      for (const { body, change } of retoldTransactions(provider, recording)) {
        const response = { status: 200, body: [body] };
        const page = await read(response, () =>
          client().page({ provider: 'esplora', url: node.url, rate }, 'a', null, never),
        );
        if (page instanceof UpstreamFailure) throw page;
        expect(page.rows).toHaveLength(1);
        found += 1;
        if (!change) continue;
        let satoshi = 0n;
        for (const address of change.addresses) {
          const rows = page.rows.map((row) => ({
            list: 'txs',
            key: row.txid,
            block: row.block,
            body: { ...row },
          }));
          for (const { fee, movements } of interpretBitcoin(address, rows)) {
            satoshi -= fee?.quantity ?? 0n;
            for (const { from, quantity } of movements) satoshi += from === address ? -quantity : quantity;
          }
        }
        expect(satoshi).toBe(change.satoshi);
      }
      return found > 0 ? 'data' : 'empty';
    }

    it.each(['blockchain.info', 'blockcypher'])('%s, told in the words of Esplora', (provider) =>
      replay(provider, (recording) => bitcoin(provider, recording)),
    );
  });

  describe('Solana', () => {
    const endpoint = (): SolanaEndpoint => ({ provider: 'solana-rpc', url: node.url, rate });

    async function solana({ request, response }: Recording): Promise<string> {
      const client = new SolanaClient(upstream);
      const { method, params = [] } = request.body ?? {};
      const result = fieldOf(response.body, 'result');
      const first = String(params[0]);
      if (fieldOf(response.body, 'error')) {
        const outcome = await read(response, () => client.transaction(endpoint(), first, never));
        expect(outcome).toBeInstanceOf(UpstreamFailure);
        return (outcome as UpstreamFailure).code;
      }
      if (method === 'getTransaction') {
        const tx = await read(response, () => client.transaction(endpoint(), first, never));
        if (tx instanceof UpstreamFailure) throw tx;
        const row = tx && toSolanaRow(tx, '');
        expect(row?.signature).toBe(first);
        const payer = row?.accounts[0]?.address ?? '';
        const steps = interpretSolana(payer, [
          { list: 'transactions', key: first, block: 1, body: { ...row } },
        ]);
        // Rent that comes back is a step of its own.
        expect(steps.filter(({ hash }) => hash === first)).toHaveLength(1);
        return 'data';
      }
      if (method === 'getSignaturesForAddress') {
        const found = await read(response, () =>
          client.signatures(endpoint(), first, { before: null, until: null }, never),
        );
        expect(found).toHaveLength((result as unknown[]).length);
        return (result as unknown[]).length > 0 ? 'data' : 'empty';
      }
      if (method === 'getTokenAccountsByOwner') {
        const accounts = await read(response, () =>
          client.tokenAccounts(endpoint(), first, 'request', never),
        );
        const value = fieldOf(result, 'value') as unknown[];
        // They were requested in another encoding than ours, which has neither token nor amount.
        if (value.length > 0) expect(accounts).toMatchObject({ code: 'DATA_PROVIDER_ERROR' });
        else expect(accounts).toEqual([]);
        return value.length > 0 ? 'DATA_PROVIDER_ERROR' : 'empty';
      }
      await stranger(response, () => client.transaction(endpoint(), first, never));
      return stranger(response, () => client.lamports(endpoint(), first, never));
    }

    it('solana-rpc', () => replay('solana-rpc', solana));
  });

  describe('prices', () => {
    const source = () =>
      marketPrices(
        loadConfig({
          DEFILLAMA_COINS_BASE_URL: `${node.url}/llama`,
          COINGECKO_BASE_URL: `${node.url}/gecko`,
        }),
        upstream,
        () => NOW,
      );

    it.each(['defillama', 'coingecko', 'alchemy-prices', 'cryptocompare', 'moralis', 'jupiter'])(
      '%s',
      (provider) => replay(provider, (recording) => priced(recording)),
    );

    const CHAIN_NAMES = Object.keys(CHAINS) as ChainName[];
    /** Assets that go by a coin's name at the price providers, for instance `coingecko:ethereum`. */
    const assetOf = (coin: string): string | null => {
      const [prefix = '', id = ''] = coin.split(':');
      const native = CHAIN_NAMES.map((chain) => `${chain}:native`);
      if (prefix === 'coingecko')
        return native.find((assetId) => fieldOf(coinOf(assetId, NOW), 'id') === id) ?? null;
      return CHAIN_NAMES.some((chain) => chain === prefix)
        ? `${prefix}:${prefix === 'solana' ? id : id.toLowerCase()}`
        : null;
    };

    async function priced(recording: Recording): Promise<string> {
      const { response } = recording;
      const coins = fieldOf(response.body, 'coins');
      const quotes = coins ?? response.body;
      const wanted = new Map<string, string>();
      if (typeof quotes === 'object' && quotes !== null)
        for (const [id, quote] of Object.entries(quotes)) {
          const assetId = assetOf(coins ? id : `coingecko:${id}`);
          const usd: unknown = fieldOf(quote, coins ? 'price' : 'usd');
          if (assetId && typeof usd === 'number' && usd > 0) wanted.set(assetId, String(usd));
        }
      const assets = [
        ...new Set([...wanted.keys(), 'ethereum:native', 'base:0x59d9356e565ab3a36dd77763fc0d87feaf85508c']),
      ].map((assetId) => ({ assetId, symbol: '', at: Date.UTC(2026, 9, 1) }));
      current = response;
      const now = await source().current(assets, never);
      await source().historical(assets, never);
      const found = new Map([...now.prices].map(([assetId, { usd }]) => [assetId, Number(usd)]));
      expect([...found].sort()).toEqual([...wanted].map(([assetId, usd]) => [assetId, Number(usd)]).sort());
      return found.size > 0 ? 'data' : coins ? 'empty' : 'strange';
    }
  });

  async function replay(provider: string, how: (recording: Recording) => Promise<string>): Promise<void> {
    const tally: Tally = {};
    for (const recording of recordingsOf(provider)) {
      const outcome = await how(recording).catch((error: unknown) => {
        throw new Error(`${provider}: ${recording.request.url}`, { cause: error });
      });
      tally[outcome] = (tally[outcome] ?? 0) + 1;
    }
    expect(tally).toEqual(EXPECTED[provider]);
  }

  it(`are ${ALL}, and none is left out`, () => {
    expect(recordedProviders()).toEqual(Object.keys(EXPECTED).sort());
    const counts = Object.fromEntries(recordedProviders().map((name) => [name, recordingsOf(name).length]));
    const seen = Object.entries(EXPECTED).map(([name, tally]) => [
      name,
      Object.values(tally).reduce((sum, count) => sum + count, 0),
    ]);
    expect(Object.fromEntries(seen)).toEqual(counts);
    expect(Object.values(counts).reduce((sum, count) => sum + count, 0)).toBe(ALL);
  });
});
