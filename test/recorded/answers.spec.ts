import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { marketPrices } from '../../src/adapters/providers/prices';
import { EvmClient } from '../../src/adapters/providers/evm/evm.client';
import { interpretEvm, toRawRows } from '../../src/adapters/providers/evm/evm.mapper';
import { EVM_LISTS, type EvmList } from '../../src/adapters/providers/evm/evm.schema';
import type { EvmEndpoint } from '../../src/adapters/providers/evm/evm.upstreams';
import { UpstreamClient } from '../../src/adapters/upstream/upstream-client';
import { UpstreamFailure } from '../../src/adapters/upstream/upstream-failure';
import { loadConfig } from '../../src/config/env';
import { describeWithShared, readShared } from './shared';

interface Recording {
  request: { url: string };
  response: { status: number; headers?: Record<string, string>; body: unknown };
}

const never = new AbortController().signal;
const ONCE = { attempts: 1, attemptMs: 20_000, wholeMs: 20_000 };
const recordingsOf = (host: string): Recording[] =>
  readShared(`data/recorded/${host}.jsonl`)
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Recording);

describeWithShared('recorded answers, read as if they came now', () => {
  let server: Server;
  let upstream: UpstreamClient;
  let current: Recording;
  let url: string;

  beforeAll(async () => {
    server = createServer((_request, response) => {
      const { status, headers, body } = current.response;
      const text = typeof body === 'string' ? body : JSON.stringify(body);
      response
        .writeHead(status, { 'content-type': headers?.['content-type'] ?? 'application/json' })
        .end(text);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    upstream = new UpstreamClient({
      failuresToOpen: 1_000_000,
      patience: { request: ONCE, background: ONCE },
    });
  });
  afterAll(async () => {
    await upstream.close();
    await new Promise((resolve) => server.close(resolve));
  });

  /** What reading it gives, or the failure it was taken for; anything else thrown is a crash of ours. */
  async function read<T>(recording: Recording, how: () => Promise<T>): Promise<T | UpstreamFailure> {
    current = recording;
    return how().catch((error: unknown) => {
      if (error instanceof UpstreamFailure) return error;
      throw error;
    });
  }

  const isList = (action: string | undefined): action is EvmList => EVM_LISTS.some((list) => list === action);

  it.each(['etherscan', 'blockscout', 'routescan'])(
    '%s',
    async (provider) => {
      const client = new EvmClient(upstream);
      const endpoint: EvmEndpoint = {
        provider,
        url,
        params: {},
        rate: { perSecond: 1e6, concurrency: 1 },
        isPartial: false,
      };
      const tally = { read: 0, refused: 0, byHash: 0 };
      for (const recording of recordingsOf(provider)) {
        const query = new Map(
          [...new URL(recording.request.url).searchParams].map(([k, v]) => [k.toLowerCase(), v]),
        );
        const action = query.get('action');
        const list = EVM_LISTS.find((name) => name.toLowerCase() === action?.toLowerCase()) ?? 'txlist';
        const address = query.get('address')?.toLowerCase() ?? '';
        const ask = { list, address, startBlock: 0, endBlock: null, page: 1 };
        const outcome = await read(recording, () => client.list(endpoint, ask, never));
        if (outcome instanceof UpstreamFailure) tally.refused++;
        else tally.read++;
        if (!isList(action)) continue;
        const { result } = recording.response.body as { result?: unknown };
        if (query.has('txhash')) tally.byHash++;
        else if (Array.isArray(result)) {
          if (outcome instanceof UpstreamFailure) throw outcome;
          expect(outcome.rows).toHaveLength(result.length);
          expect(interpretEvm('ethereum', address, toRawRows(list, outcome.rows)).length).toBeLessThanOrEqual(
            result.length,
          );
        } else expect(outcome).toBeInstanceOf(UpstreamFailure);
      }
      expect(tally.read).toBeGreaterThan(0);
      expect(tally.refused).toBeGreaterThan(0);
    },
    60_000,
  );

  it.each(['defillama', 'coingecko'])(
    '%s',
    async (provider) => {
      const config = loadConfig({
        DEFILLAMA_COINS_BASE_URL: `${url}/llama`,
        COINGECKO_BASE_URL: `${url}/gecko`,
      });
      const prices = marketPrices(config, upstream, () => Date.UTC(2026, 10, 20));
      const assets = ['ethereum:native', 'bsc:native', 'base:0x59d9356e565ab3a36dd77763fc0d87feaf85508c'].map(
        (assetId) => ({
          assetId,
          symbol: '',
          at: Date.UTC(2026, 9, 1),
        }),
      );
      let priced = 0;
      for (const recording of recordingsOf(provider)) {
        current = recording;
        const now = await prices.current(assets, never);
        const then = await prices.historical(assets, never);
        priced += now.prices.size + then.prices.size;
        for (const { usd } of [...now.prices.values(), ...then.prices.values()])
          expect(usd).toMatch(/^\d+(\.\d+)?$/);
      }
      expect(priced).toBeGreaterThan(0);
    },
    60_000,
  );
});
