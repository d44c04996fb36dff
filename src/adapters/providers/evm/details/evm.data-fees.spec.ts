import { sendJson } from '../../../../../test/support/local-upstream';
import { FakeRawHistoryStore } from '../../../../../test/fakes/fake-raw-history-store';
import { type Explorer, payment, startExplorer, WALLET } from '../../../../../test/support/explorer';
import { loadConfig } from '../../../../config/env';
import { parseAddress } from '../../../../domain/kernel/address';
import { classifyHistory } from '../../../../domain/chain';
import type { HistoryCursor, RawRow } from '../../../../ports/upstream/history-source';
import { UpstreamClient } from '../../../upstream/upstream-client';
import { EvmHistorySource } from '../evm.provider';
import { FakeClock } from '../../../../../test/fakes/fake-clock';

const address = parseAddress(WALLET);
const never = new AbortController().signal;
const ONCE = { attempts: 1, attemptMs: 2_000, wholeMs: 5_000 };
const GAS = 21_000n * 1_000_000n;
const PER_PAGE = 50;

let explorer: Explorer;
let upstream: UpstreamClient;
let source: EvmHistorySource;
let feePages = 0;
let tells = true;

let failsWith: number | null = null;

/** Newest first, with a data fee of 1,000 wei and its number. */
const feeItem = (n: number) => ({
  hash: `0x${n.toString(16).padStart(64, '0')}`,
  block_number: n,
  gas_used: '21000',
  gas_price: '1000000',
  fee: { type: 'actual', value: String(GAS + 1_000n + BigInt(n)) },
});

beforeEach(async () => {
  explorer = await startExplorer();
  upstream = new UpstreamClient({ backoffMs: 1, patience: { request: ONCE, background: ONCE } });
  const config = loadConfig({
    EVM_CHAINS: 'base,ethereum',
    BLOCKSCOUT_BASE_URL: `${explorer.url}/blockscout`,
    BLOCKSCOUT_API_KEY: 'key',
    ROUTESCAN_BASE_URL: `${explorer.url}/routescan`,
    SQD_BASE_URL: 'off',
    EVM_NODE_URL: 'off',
  });
  source = new EvmHistorySource(config, new FakeClock(1_700_000_000_000), upstream);
  feePages = 0;
  tells = true;
  failsWith = null;
});
afterEach(async () => {
  await upstream.close();
  await explorer.close();
});

function sent(count: number): void {
  explorer.rows = {
    txlist: Array.from({ length: count }, (_, i) => ({
      ...payment(i + 1, i + 1),
      from: WALLET,
      to: `0x${'b'.repeat(40)}`,
      gasUsed: '21000',
      gasPrice: '1000000',
    })),
  };
  explorer.intercept = (params, response, path) => {
    if (!path.includes('/v2/addresses/')) return false;
    feePages += 1;
    if (failsWith !== null) sendJson(response, {}, failsWith);
    else if (!tells) sendJson(response, { message: 'Not found' }, 404);
    else {
      const below = Number(params.get('block_number') ?? count + 1);
      const items = Array.from({ length: Math.min(PER_PAGE, below - 1) }, (_, i) => feeItem(below - 1 - i));
      const last = items.at(-1)?.block_number ?? 1;
      sendJson(response, { items, next_page_params: last > 1 ? { block_number: last, index: 0 } : null });
    }
    return true;
  };
}

async function read(chain: 'base' | 'ethereum'): Promise<RawRow[]> {
  const rows: RawRow[] = [];
  for await (const page of source.read(chain, address, null, never)) rows.push(...page.rows);
  return rows;
}
const feesOf = (chain: 'base' | 'ethereum', rows: readonly RawRow[]): (bigint | undefined)[] =>
  source.interpret(chain, address, rows).map(({ fee }) => fee?.quantity);
const flagsOf = (chain: 'base' | 'ethereum', rows: readonly RawRow[]): string[] => {
  const context = { wallet: WALLET, owned: new Set([WALLET]) };
  return classifyHistory(source.interpret(chain, address, rows), context).flatMap(({ flags }) => flags);
};

describe('what a rollup charges for data', () => {
  it('is part of the fee, to the wei, over as many pages as there are', async () => {
    sent(1_234);
    const rows = await read('base');
    const expected = Array.from({ length: 1_234 }, (_, i) => GAS + 1_000n + BigInt(i + 1));
    expect(feesOf('base', rows)).toEqual(expected);
    expect(flagsOf('base', rows)).not.toContain('missing_metadata');
    expect(feePages).toBe(Math.ceil(1_234 / PER_PAGE));
  });

  it('is asked for as far down as the rows go that lack it', async () => {
    sent(500);
    for (const row of explorer.rows.txlist ?? []) if (Number(row.blockNumber) < 420) row.L1FeesPaid = '7';
    const rows = await read('base');
    expect(feePages).toBe(2);
    expect(feesOf('base', rows).at(0)).toBe(GAS + 7n);
    expect(feesOf('base', rows).at(-1)).toBe(GAS + 1_500n);
  });

  it('is said to be unknown where nobody tells it; the history is read all the same', async () => {
    sent(30);
    tells = false;
    const rows = await read('base');
    expect(feesOf('base', rows)).toEqual(Array<bigint>(30).fill(GAS));
    expect(flagsOf('base', rows).filter((flag) => flag === 'missing_metadata')).toHaveLength(30);
    expect(feePages).toBe(1);
  });

  it('is asked for again from the first row without it, after an outage', async () => {
    let cursor: HistoryCursor | null = null;
    const stored = new Map<string, RawRow>();
    const readOn = async () => {
      for await (const page of source.read('base', address, cursor, never)) {
        for (const row of page.rows) stored.set(row.key, row);
        cursor = page.cursor;
      }
      return feesOf('base', [...stored.values()]).map((fee) => fee !== undefined && fee > GAS);
    };
    // Further below the newest row than a read starts.
    const sentFarApart = (count: number) => {
      sent(count);
      for (const row of explorer.rows.txlist ?? []) row.blockNumber = String(1_000 * Number(row.blockNumber));
    };
    sentFarApart(3);
    expect(await readOn()).toEqual([true, true, true]);
    sentFarApart(4);
    failsWith = 503;
    await readOn();
    failsWith = null;
    sentFarApart(5);
    expect(await readOn()).toEqual([true, true, true, true, true]);

    stored.clear();
    cursor = null;
    failsWith = 503;
    expect(await readOn()).toEqual([false, false, false, false, false]);
    failsWith = null;
    expect(await readOn()).toEqual([true, true, true, true, true]);
    const starts = explorer.asked().filter((asked) => asked.startsWith('txlist@'));
    expect(starts.at(-1)).toBe('txlist@1000/1');
  });

  it('stays as stored while a later read of the same rows cannot obtain it', async () => {
    const store = new FakeRawHistoryStore();
    let cursor: HistoryCursor | null = null;
    const readOn = async () => {
      for await (const page of source.read('base', address, cursor, never)) {
        await store.savePage('base', WALLET, page, 1_700_000_000_000);
        cursor = page.cursor;
      }
      return feesOf('base', await store.rows('base', WALLET));
    };
    const known = [1n, 2n, 3n].map((n) => GAS + 1_000n + n);
    sent(3);
    expect(await readOn()).toEqual(known);
    for (const status of [503, 402]) {
      failsWith = status;
      expect(await readOn()).toEqual(known);
    }
    // The whole explorer is down: the next one lists the rows without such fees.
    const fees = explorer.intercept;
    explorer.intercept = (_params, response, path) => {
      if (path.includes('/blockscout')) sendJson(response, {}, 503);
      return path.includes('/blockscout');
    };
    expect(await readOn()).toEqual(known);
    explorer.intercept = fees;
    failsWith = null;
    for (const row of explorer.rows.txlist ?? []) row.L1FeesPaid = '7';
    expect(await readOn()).toEqual([GAS + 7n, GAS + 7n, GAS + 7n]);
  });

  it('is not asked for from there again when the explorer refuses to state it', async () => {
    sent(30);
    tells = false;
    const cursors: HistoryCursor[] = [];
    for await (const page of source.read('base', address, null, never)) cursors.push(page.cursor);
    expect(cursors.at(-1)).toMatchObject({ lists: { txlist: { undetailedFrom: null } } });
  });

  it('is no question on a chain that charges for gas alone', async () => {
    sent(30);
    const rows = await read('ethereum');
    expect(feePages).toBe(0);
    expect(flagsOf('ethereum', rows)).not.toContain('missing_metadata');
  });
});
