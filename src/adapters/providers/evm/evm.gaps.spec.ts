import { FakeRawHistoryStore } from '../../../../test/fakes/fake-raw-history-store';
import { type Explorer, payment, startExplorer, WALLET } from '../../../../test/support/explorer';
import { sendJson } from '../../../../test/support/local-upstream';
import { loadConfig } from '../../../config/env';
import { parseAddress } from '../../../domain/kernel/address';
import type { HistoryCursor, HistoryPage } from '../../../ports/upstream/history-source';
import { UpstreamClient } from '../../upstream/upstream-client';
import { EvmHistorySource } from './evm.provider';
import { FakeClock } from '../../../../test/fakes/fake-clock';
import { HastyClock } from '../../../../test/fakes/hasty-clock';

const never = new AbortController().signal;
const ONCE = { attempts: 1, attemptMs: 2_000, wholeMs: 5_000 };
const address = parseAddress(WALLET);

let explorer: Explorer;
let upstream: UpstreamClient;
let store: FakeRawHistoryStore;
let cursor: HistoryCursor | null;
let minutes: number;

beforeEach(async () => {
  explorer = await startExplorer();
  upstream = new UpstreamClient({
    clock: new HastyClock(),
    patience: { request: ONCE, background: ONCE },
  });
  store = new FakeRawHistoryStore();
  cursor = null;
  minutes = 0;
});
afterEach(async () => {
  await upstream.close();
  await explorer.close();
});

/** @param chain bsc has one explorer here, ethereum has two */
async function read(chain: 'bsc' | 'ethereum', at: number): Promise<HistoryPage | undefined> {
  minutes = at;
  const config = loadConfig({
    EVM_CHAINS: chain,
    ETHERSCAN_BASE_URL: `${explorer.url}/etherscan`,
    ETHERSCAN_API_KEY: 'x',
    ROUTESCAN_BASE_URL: `${explorer.url}/routescan`,
    SQD_BASE_URL: 'off',
    EVM_NODE_URL: 'off',
  });
  const source = new EvmHistorySource(config, new FakeClock(minutes * 60_000), upstream);
  let last: HistoryPage | undefined;
  for await (const page of source.read(chain, address, cursor, never, (list, from, to) =>
    store.rowKeys(chain, WALLET, { list, from, to }),
  )) {
    await store.savePage(chain, WALLET, page, minutes * 60_000);
    cursor = page.cursor;
    last = page;
  }
  return last;
}
const blocks = async (chain: 'bsc' | 'ethereum') =>
  (await store.rows(chain, WALLET)).map(({ block }) => block);
const without = (rows: ReturnType<typeof payment>[], ...lacked: number[]) =>
  rows.filter(({ blockNumber }) => !lacked.includes(Number(blockNumber)));
const payments = (count: number) => Array.from({ length: count }, (_, i) => payment(i + 1, i + 1));
const upTo = (n: number) => Array.from({ length: n }, (_, i) => i + 1);

describe('an answer that lacks a row in the middle', () => {
  it('removes it when it is the same ten minutes later, also after newer rows', async () => {
    const all = payments(20);
    explorer.rows = { txlist: all };
    await read('bsc', 0);
    for (const [at, given] of [
      [1, without(all, 17)],
      [10, [...without(all, 17), payment(500, 500)]],
    ] as const) {
      explorer.rows.txlist = [...given];
      expect(await read('bsc', at)).toMatchObject({ done: true, incomplete: true });
      expect(await blocks('bsc')).toEqual([...upTo(20), ...(at === 10 ? [500] : [])]);
    }
    expect(await read('bsc', 11)).toMatchObject({ incomplete: false });
    expect(await blocks('bsc')).toEqual([...upTo(16), 18, 19, 20, 500]);
  });

  it('removes nothing when a later answer has it, and a gap elsewhere is doubted from its own time', async () => {
    const all = payments(20);
    explorer.rows = { txlist: all };
    await read('bsc', 0);
    explorer.rows.txlist = without(all, 17);
    await read('bsc', 1);
    explorer.rows.txlist = without(all, 15);
    expect(await read('bsc', 12)).toMatchObject({ incomplete: true });
    expect(await blocks('bsc')).toEqual(upTo(20));
    explorer.rows.txlist = all;
    expect(await read('bsc', 13)).toMatchObject({ incomplete: false });
    expect(await blocks('bsc')).toEqual(upTo(20));
  });

  it('is compared with another explorer, which adds rows and marks nothing', async () => {
    const all = payments(20);
    explorer.rows = { txlist: all };
    await read('ethereum', 0);
    explorer.intercept = (params, response, path) => {
      if (!path.startsWith('/etherscan') || params.get('action') !== 'txlist') return false;
      sendJson(response, { status: '1', message: 'OK', result: without(all, 17) });
      return true;
    };
    for (const at of [1, 20]) {
      expect(await read('ethereum', at)).toMatchObject({ incomplete: false });
      expect(await blocks('ethereum')).toEqual(upTo(20));
    }
  });

  it('keeps the rows of its part where the history has several', async () => {
    // A window of several pages: details or parts were missing from the first block on.
    const all = payments(2_500);
    explorer.rows = { txlist: all };
    await read('bsc', 0);
    const back = cursor as unknown as { lists: { txlist: { incompleteFrom: number } } };
    back.lists.txlist.incompleteFrom = 0;
    explorer.rows.txlist = without(all, 400, 1_500);
    await read('bsc', 1);
    expect(await blocks('bsc')).toEqual(upTo(2_500));
    // The older gap counts ten minutes after it was seen, then the later one.
    await read('bsc', 11);
    expect(await blocks('bsc')).toEqual(upTo(2_500).filter((block) => block !== 400));
    expect(await read('bsc', 12)).toMatchObject({ incomplete: true });
    expect(await read('bsc', 30)).toMatchObject({ incomplete: false });
    expect(await blocks('bsc')).toEqual(upTo(2_500).filter((block) => block !== 400 && block !== 1_500));
  });
});

describe('an answer that lists each row twice', () => {
  const twice = <T>(rows: readonly T[]): T[] => rows.flatMap((row) => [row, row]);

  it.each(['txlist', 'txlistinternal'])('is compared with another explorer: %s', async (list) => {
    const all = payments(20);
    explorer.rows = { [list]: all };
    explorer.intercept = (params, response, path) => {
      if (!path.startsWith('/etherscan') || params.get('action') !== list) return false;
      sendJson(response, { status: '1', message: 'OK', result: twice(all) });
      return true;
    };
    expect(await read('ethereum', 0)).toMatchObject({ done: true, incomplete: false });
    expect(await blocks('ethereum')).toEqual(upTo(20));
  });

  it('marks the chain where there is no other explorer, until it lists them once', async () => {
    const all = payments(20);
    explorer.rows = { txlist: twice(all), txlistinternal: twice(all) };
    expect(await read('bsc', 0)).toMatchObject({ done: true, incomplete: true });
    explorer.rows = { txlist: all, txlistinternal: all };
    expect(await read('bsc', 1)).toMatchObject({ incomplete: true });
    expect(await read('bsc', 11)).toMatchObject({ incomplete: false });
    expect(await blocks('bsc')).toEqual(twice(upTo(20)));
  });

  it('is believed where some rows are equal, as two payments of one transaction are', async () => {
    const all = [...twice(payments(20)), payment(21, 21)];
    explorer.rows = { txlistinternal: all };
    expect(await read('bsc', 0)).toMatchObject({ done: true, incomplete: false });
    expect(await blocks('bsc')).toEqual([...twice(upTo(20)), 21]);
  });
});
