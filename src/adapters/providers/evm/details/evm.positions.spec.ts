import { sendJson } from '../../../../../test/support/local-upstream';
import { type Explorer, payment, startExplorer, WALLET } from '../../../../../test/support/explorer';
import { FakeRawHistoryStore } from '../../../../../test/fakes/fake-raw-history-store';
import { multicall, positionCall, positionLog } from '../../../../../test/support/position-calls';
import { loadConfig } from '../../../../config/env';
import { parseAddress } from '../../../../domain/kernel/address';
import type { PositionDecrease } from '../../../../domain/chain';
import type { HistoryCursor, RawRow } from '../../../../ports/upstream/history-source';
import { UpstreamClient } from '../../../upstream/upstream-client';
import { EvmHistorySource } from '../evm.provider';
import { FakeClock } from '../../../../../test/fakes/fake-clock';

const MANAGER = '0xc36442b4a4522e871399cd717abdd847ab11fe88';
const STRANGER = '0x5555555555555555555555555555555555555555';
const address = parseAddress(WALLET);
const never = new AbortController().signal;
const ONCE = { attempts: 1, attemptMs: 2_000, wholeMs: 5_000 };

let explorer: Explorer;
let upstream: UpstreamClient;
let source: EvmHistorySource;

beforeEach(async () => {
  explorer = await startExplorer();
  upstream = new UpstreamClient({ backoffMs: 1, patience: { request: ONCE, background: ONCE } });
  const config = loadConfig({
    EVM_CHAINS: 'ethereum',
    ETHERSCAN_BASE_URL: explorer.url,
    ETHERSCAN_API_KEY: 'x',
    ROUTESCAN_BASE_URL: `${explorer.url}/routescan`,
    SQD_BASE_URL: 'off',
    EVM_NODE_URL: 'off',
  });
  source = new EvmHistorySource(config, new FakeClock(Date.UTC(2025, 0, 1)), upstream);
});
afterEach(async () => {
  await upstream.close();
  await explorer.close();
});

const call = (n: number, input: string, to = MANAGER) => ({
  ...payment(0, n),
  ...{ hash: hash(n), from: WALLET, to, input, value: '0', methodId: input.slice(0, 10) },
});
const hash = (n: number): string => `0x${n.toString(16).padStart(64, '0')}`;
const at = (n: number, tokenId = 7n, index = 0) => ({
  address: MANAGER,
  tokenId,
  block: n,
  hash: hash(n),
  index,
});
const both = (tokenId: bigint, liquidity: bigint): string =>
  multicall(positionCall('decrease', tokenId, liquidity), positionCall('collect', tokenId));

async function decreases(): Promise<(PositionDecrease[] | undefined)[]> {
  const rows: RawRow[] = [];
  for await (const page of source.read('ethereum', address, null, never))
    rows.push(...(JSON.parse(JSON.stringify(page.rows)) as RawRow[]));
  return source.interpret('ethereum', address, rows).map((tx) => tx.decreases);
}
const logCalls = () => explorer.requests.filter(({ searchParams }) => searchParams.get('module') === 'logs');

describe('logs of position managers', () => {
  it('state the liquidity before a decrease and the units taken out, with one call per position', async () => {
    explorer.rows = {
      txlist: [call(1, both(7n, 30n)), call(2, both(7n, 90n)), call(3, positionCall('decrease', 8n, 5n))],
    };
    explorer.logs = [
      positionLog('increased', { ...at(0), hash: hash(99) }, 100n, 1n, 1n),
      positionLog('decreased', at(1), 30n, 500n, 600n),
      positionLog('collected', at(1, 7n, 1), 0n, 510n, 620n),
      positionLog('increased', { ...at(1, 7n, 2), hash: hash(98) }, 20n, 1n, 1n),
      positionLog('decreased', at(2), 90n, 7n, 0n),
      positionLog('increasedAlgebra', { ...at(0, 8n), hash: hash(97) }, 9n, 5n, 1n, 1n, 1n),
      positionLog('decreased', at(3, 8n), 5n, 1n, 2n),
    ];
    const place = { manager: MANAGER, tokenId: '7' };
    expect(await decreases()).toEqual([
      [{ ...place, liquidity: 100n, removed: 30n, drawn: [500n, 600n] }],
      [{ ...place, liquidity: 90n, removed: 90n, drawn: [7n, 0n] }],
      [{ ...place, tokenId: '8', liquidity: 5n, removed: 5n, drawn: [1n, 2n] }],
    ]);
    expect(logCalls()).toHaveLength(2);
  });

  it('are asked for decreases at known managers only', async () => {
    explorer.rows = {
      txlist: [
        call(1, positionCall('collect', 7n)),
        call(2, positionCall('increase', 7n, 5n)),
        call(3, both(7n, 5n), STRANGER),
        { ...call(4, both(7n, 5n)), isError: '1', txreceipt_status: '0' },
      ],
    };
    expect(await decreases()).toEqual([undefined, undefined, undefined, undefined]);
    expect(logCalls()).toEqual([]);
  });

  it('are left out when they have a gap, belong to another token, or cannot be read', async () => {
    explorer.rows = { txlist: [call(1, both(7n, 30n)), call(2, both(8n, 30n))] };
    explorer.logs = [positionLog('decreased', at(1), 30n, 500n, 600n)];
    expect(await decreases()).toEqual([undefined, undefined]);

    const foreign = [
      positionLog('increased', at(0, 9n), 100n),
      positionLog('decreased', at(1, 9n), 30n, 5n, 6n),
    ];
    explorer.intercept = (params, response) => {
      if (params.get('module') === 'logs')
        sendJson(response, { status: '1', message: 'OK', result: foreign });
      return params.get('module') === 'logs';
    };
    expect(await decreases()).toEqual([undefined, undefined]);

    const before = logCalls().length;
    explorer.intercept = (params, response) => {
      if (params.get('module') === 'logs') sendJson(response, {}, 500);
      return params.get('module') === 'logs';
    };
    expect(await decreases()).toEqual([undefined, undefined]);
    expect(logCalls().length - before).toBe(1);
  });

  it('are asked for again from the first row without them, after an outage', async () => {
    explorer.rows = { txlist: [call(1, both(7n, 30n)), call(5_000, positionCall('collect', 8n))] };
    explorer.logs = [
      positionLog('increased', { ...at(0), hash: hash(99) }, 100n, 1n, 1n),
      positionLog('decreased', at(1), 30n, 500n, 600n),
    ];
    explorer.intercept = (params, response) => {
      if (params.get('module') === 'logs') sendJson(response, {}, 503);
      return params.get('module') === 'logs';
    };
    let cursor: HistoryCursor | null = null;
    const readOn = async () => {
      const rows: RawRow[] = [];
      for await (const page of source.read('ethereum', address, cursor, never)) {
        rows.push(...(JSON.parse(JSON.stringify(page.rows)) as RawRow[]));
        cursor = page.cursor;
      }
      return source.interpret('ethereum', address, rows).map((tx) => tx.decreases?.length);
    };
    expect(await readOn()).toEqual([undefined, undefined]);
    explorer.intercept = () => false;
    expect(await readOn()).toEqual([1, undefined]);
    expect(await readOn()).toEqual([undefined]);
  });

  it('stay with their row while a later read cannot obtain them', async () => {
    explorer.rows = { txlist: [call(1, both(7n, 30n))] };
    explorer.logs = [
      positionLog('increased', { ...at(0), hash: hash(99) }, 100n, 1n, 1n),
      positionLog('decreased', at(1), 30n, 500n, 600n),
    ];
    const store = new FakeRawHistoryStore();
    const read = async () => {
      for await (const page of source.read('ethereum', address, null, never))
        await store.savePage('ethereum', WALLET, page, 0);
      const transactions = source.interpret('ethereum', address, await store.rows('ethereum', WALLET));
      return transactions.map((tx) => tx.decreases?.map(({ liquidity }) => liquidity));
    };
    expect(await read()).toEqual([[100n]]);
    explorer.intercept = (params, response) => {
      if (params.get('module') === 'logs') sendJson(response, {}, 503);
      return params.get('module') === 'logs';
    };
    expect(await read()).toEqual([[100n]]);
  });
});
