import type { ServerResponse } from 'node:http';
import { type LocalUpstream, sendJson, startLocalUpstream } from '../../../../test/support/local-upstream';
import { loadConfig } from '../../../config/env';
import { parseAddress } from '../../../domain/kernel/address';
import type { HistoryCursor, HistoryPage, RawRow } from '../../../ports/upstream/history-source';
import { UpstreamClient } from '../../upstream/upstream-client';
import { BitcoinHistorySource } from './bitcoin.provider';
import { FakeClock } from '../../../../test/fakes/fake-clock';
import { HastyClock } from '../../../../test/fakes/hasty-clock';

const ADDRESS = parseAddress('bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4');
const STRANGER = '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2';
let minutes = 0;
const clock = Object.assign(new FakeClock(), { now: () => 1_700_000_000_000 + minutes * 60_000 });
const never = new AbortController().signal;
const QUICK = { attempts: 2, attemptMs: 2_000, wholeMs: 5_000 };

const id = (n: number) => n.toString(16).padStart(64, '0');
/** In block n. */
const receipt = (n: number, block: number | null = n) => ({
  txid: id(n),
  vin: [
    {
      txid: id(n + 1_000_000),
      is_coinbase: false,
      prevout: { scriptpubkey_address: STRANGER, value: 1_100 },
    },
  ],
  vout: [{ scriptpubkey_address: ADDRESS.value, value: 1_000 }],
  status:
    block === null ? { confirmed: false } : { confirmed: true, block_height: block, block_time: block * 600 },
});
type Tx = ReturnType<typeof receipt>;
const receipts = (from: number, to: number): Tx[] =>
  Array.from({ length: to - from + 1 }, (_, i) => receipt(to - i));

let upstream: UpstreamClient;
let server: LocalUpstream;
/** Newest first; null: Esplora is down. */
let esplora: Tx[] | null = [];
let blockbook: Tx[] = [];
let tooMany = false;

beforeEach(async () => {
  upstream = new UpstreamClient({
    clock: new HastyClock(),
    openMs: 1,
    patience: { request: QUICK, background: QUICK },
  });
  [esplora, blockbook, tooMany, minutes] = [[], [], false, 0];
  server = await startLocalUpstream((url, response) =>
    url.pathname.startsWith('/api/v2/') ? answerBlockbook(url, response) : answerEsplora(url, response),
  );
});
afterEach(async () => {
  await upstream.close();
  await server.close();
});

function answerEsplora(url: URL, response: ServerResponse): void {
  if (esplora === null) return sendJson(response, 'Bad Gateway', 502);
  const isList = url.pathname.includes('/txs/chain');
  const last = url.pathname.split('/txs/chain/')[1];
  if (!isList) {
    const stats = { funded_txo_sum: 1_000 * esplora.length, spent_txo_sum: 0, tx_count: esplora.length };
    return sendJson(response, { chain_stats: stats });
  }
  const start = last === undefined ? 0 : esplora.findIndex(({ txid }) => txid === last) + 1;
  if (tooMany && last !== undefined) {
    response.writeHead(400, { 'content-type': 'text/plain' }).end('Too many history entries');
    return;
  }
  sendJson(response, esplora.slice(start, start + 25));
}

function answerBlockbook(url: URL, response: ServerResponse): void {
  const size = Number(url.searchParams.get('pageSize') ?? 1);
  const page = Number(url.searchParams.get('page') ?? 1);
  const transactions = blockbook.slice((page - 1) * size, page * size).map((tx) => ({
    txid: tx.txid,
    vin: tx.vin.map(({ txid, prevout }) => ({
      txid,
      addresses: [prevout.scriptpubkey_address],
      isAddress: true,
      value: String(prevout.value),
    })),
    vout: tx.vout.map(({ scriptpubkey_address, value }) => ({
      addresses: [scriptpubkey_address],
      isAddress: true,
      value: String(value),
    })),
    blockHeight: tx.status.confirmed ? tx.status.block_height : -1,
    blockTime: tx.status.confirmed ? tx.status.block_time : 1_700_000_000,
  }));
  sendJson(response, {
    page,
    totalPages: Math.ceil(blockbook.length / size),
    balance: String(1_000 * blockbook.length),
    txs: blockbook.length,
    transactions,
  });
}

const source = (over: Record<string, string> = {}) =>
  new BitcoinHistorySource(loadConfig({ ESPLORA_BASE_URL: server.url, ...over }), clock, upstream);
const withBlockbook = () => source({ BLOCKBOOK_BASE_URL: `${server.url}/` });

/** A row store that applies pages as the port defines. */
class Shelf {
  rows: RawRow[] = [];
  cursor: HistoryCursor | null = null;
  pages: HistoryPage[] = [];

  async read(from = source(), pages = Infinity): Promise<this> {
    this.pages = [];
    const keys = async (_: string, low: number, high: number) =>
      this.rows.filter(({ block }) => block >= low && block <= high).map(({ key }) => key);
    for await (const given of from.read('bitcoin', ADDRESS, this.cursor, never, keys)) {
      const page = JSON.parse(JSON.stringify(given)) as HistoryPage;
      const kept = this.rows.filter(({ list, block }) => block < (page.replacesFrom[list] ?? Infinity));
      const keys = new Set(page.rows.map(({ key }) => key));
      this.rows = [...kept.filter(({ key }) => !keys.has(key)), ...page.rows];
      this.cursor = page.cursor;
      this.pages.push(page);
      if (this.pages.length === pages) break;
    }
    return this;
  }
  get last() {
    return this.pages.at(-1);
  }
  get blocks(): number[] {
    return this.rows.map(({ block }) => block).sort((a, b) => a - b);
  }
}
const upTo = (n: number): number[] => Array.from({ length: n }, (_, i) => i + 1);

describe('reading a Bitcoin address', () => {
  it('an address nobody used has an empty history', async () => {
    const shelf = await new Shelf().read();
    expect([shelf.rows, shelf.last?.done, shelf.last?.incomplete]).toEqual([[], true, false]);
  });

  it.each([1, 24, 25, 26, 50, 110])('reads %s transactions whole', async (count) => {
    esplora = receipts(1, count);
    const shelf = await new Shelf().read();
    expect(shelf.blocks).toEqual(upTo(count));
    expect(shelf.last).toMatchObject({
      done: true,
      truncated: false,
      incomplete: false,
      provider: 'esplora',
    });
  });

  it('counts only what is confirmed', async () => {
    esplora = [receipt(99, null), ...receipts(1, 3)];
    const unconfirmed = await new Shelf().read();
    expect(unconfirmed.blocks).toEqual([1, 2, 3]);
  });

  it('reads on from the middle, and looks once more at the top', async () => {
    esplora = receipts(1, 80);
    const shelf = await new Shelf().read(source(), 2);
    expect(shelf.blocks).toHaveLength(50);
    esplora = receipts(1, 83);
    await shelf.read();
    expect(shelf.blocks).toEqual(upTo(83));
  });

  it('a second pass asks for one page, and drops what a reorganisation took away', async () => {
    esplora = receipts(1, 60);
    const shelf = await new Shelf().read();
    esplora = [receipt(61), ...receipts(1, 59)];
    const asked = server.requests.length;
    await shelf.read();
    expect(server.requests.length - asked).toBe(1);
    expect(shelf.blocks).toEqual(upTo(61));
    expect(shelf.last?.incomplete).toBe(true);
    // The next window starts where the doubt did, also below newer transactions.
    esplora = [...receipts(80, 81), ...esplora];
    minutes = 10;
    await shelf.read();
    expect(shelf.blocks).toEqual([...upTo(59), 61, 80, 81]);
    expect(shelf.last?.incomplete).toBe(false);
  });

  it.each<[string, Tx[]]>([
    ['is empty', []],
    ['lacks the newest transaction', receipts(1, 59)],
  ])('one answer that %s removes nothing; the same ten minutes later does', async (_name, answer) => {
    esplora = receipts(1, 60);
    const shelf = await new Shelf().read();
    esplora = answer;
    for (minutes of [0, 9]) {
      await shelf.read();
      expect(shelf.blocks).toEqual(upTo(60));
      expect(shelf.last).toMatchObject({ done: true, incomplete: true });
    }
    const asked = server.requests.length;
    minutes = 10;
    await shelf.read();
    // The window begins twelve blocks below the newest transaction.
    expect(shelf.blocks).toEqual(answer.length === 0 ? upTo(47) : upTo(59));
    expect(shelf.last).toMatchObject({ done: true, incomplete: false });
    expect(server.requests.length - asked).toBe(1);
    esplora = receipts(1, 60);
    await shelf.read();
    expect(shelf.blocks).toEqual(upTo(60));
  });

  it('a long absence is read page by page, without losing what is known', async () => {
    esplora = receipts(1, 30);
    const shelf = await new Shelf().read();
    esplora = receipts(1, 2_300);
    await shelf.read();
    expect(shelf.blocks).toEqual(upTo(2_300));
    expect(shelf.pages.length).toBeGreaterThan(3);
  });

  it('says so when the address has more transactions than were given', async () => {
    esplora = receipts(1, 40);
    const all = esplora;
    server.respond((url, response) => {
      if (url.pathname.includes('/txs/')) return answerEsplora(url, response);
      sendJson(response, { chain_stats: { funded_txo_sum: 0, spent_txo_sum: 0, tx_count: all.length + 5 } });
    });
    const shelf = await new Shelf().read();
    expect(shelf.last).toMatchObject({ done: true, incomplete: true });
    // The next pass begins at the bottom again.
    expect((await shelf.read()).pages.flatMap(({ rows }) => rows)).toHaveLength(40);
  });

  it('"Too many history entries" is a truncated history, not an outage', async () => {
    esplora = receipts(1, 80);
    tooMany = true;
    const shelf = await new Shelf().read();
    expect(shelf.last).toMatchObject({ done: true, truncated: true });
    expect(shelf.rows).toHaveLength(25);
  });

  it('pages out of order are refused', async () => {
    esplora = [receipt(1), receipt(2)];
    await expect(new Shelf().read()).rejects.toMatchObject({ code: 'DATA_PROVIDER_ERROR' });
  });
});

describe('Blockbook stands in for Esplora', () => {
  it('with the same rows', async () => {
    esplora = receipts(1, 450);
    blockbook = esplora;
    const first = await new Shelf().read(withBlockbook());
    const rows = first.rows;
    esplora = null;
    const second = await new Shelf().read(withBlockbook());
    expect(second.last).toMatchObject({ done: true, provider: 'blockbook', incomplete: false });
    const sorted = (list: RawRow[]) => [...list].sort((a, b) => a.block - b.block);
    expect(sorted(second.rows)).toEqual(sorted(rows));
  });

  it('in the middle of a reading, from its own beginning', async () => {
    esplora = receipts(1, 60);
    blockbook = esplora;
    const shelf = await new Shelf().read(withBlockbook(), 1);
    esplora = null;
    await shelf.read(withBlockbook());
    expect(shelf.blocks).toEqual(upTo(60));
  });

  it('and never takes away what it does not know yet', async () => {
    esplora = receipts(1, 60);
    const shelf = await new Shelf().read(withBlockbook());
    blockbook = receipts(1, 55);
    esplora = null;
    await shelf.read(withBlockbook());
    expect(shelf.blocks).toEqual(upTo(60));
  });

  it('and never takes away what it lacks in one read after another; its lag is marked', async () => {
    esplora = receipts(1, 60);
    const shelf = await new Shelf().read(withBlockbook());
    blockbook = receipts(1, 55);
    esplora = null;
    for (minutes of [0, 20, 40]) {
      await shelf.read(withBlockbook());
      expect(shelf.blocks).toEqual(upTo(60));
      expect(shelf.last).toMatchObject({ done: true, incomplete: true });
    }
    blockbook = [receipt(61), ...receipts(1, 55)];
    for (minutes of [60, 80]) await shelf.read(withBlockbook());
    expect(shelf.blocks).toEqual(upTo(61));
    esplora = [receipt(62), ...receipts(1, 59)];
    await shelf.read(withBlockbook());
    expect(shelf.blocks).toEqual(upTo(62));
    expect(shelf.last).toMatchObject({ incomplete: true, provider: 'esplora' });
    minutes = 110;
    await shelf.read(withBlockbook());
    expect(shelf.blocks).toEqual([...upTo(59), 62]);
    expect(shelf.last).toMatchObject({ incomplete: false, provider: 'esplora' });
  });

  it('where Esplora lags behind what is known', async () => {
    esplora = receipts(1, 60);
    const shelf = await new Shelf().read(withBlockbook());
    esplora = receipts(1, 55);
    blockbook = receipts(1, 61);
    await shelf.read(withBlockbook());
    expect(shelf.blocks).toEqual(upTo(61));
    expect(shelf.last).toMatchObject({ incomplete: false, provider: 'blockbook' });
  });

  it('where a history is too long for Esplora', async () => {
    esplora = receipts(1, 80);
    blockbook = esplora;
    tooMany = true;
    const shelf = await new Shelf().read(withBlockbook());
    expect(shelf.last).toMatchObject({ done: true, truncated: false, provider: 'blockbook' });
    expect(shelf.blocks).toEqual(upTo(80));
  });

  it('for balances too', async () => {
    [esplora, blockbook] = [receipts(1, 3), receipts(1, 3)];
    const ask = () =>
      withBlockbook().balances('bitcoin', ADDRESS, ['bitcoin:native', 'ethereum:native'], never);
    await expect(ask()).resolves.toMatchObject([{ quantity: 3_000n, source: 'esplora' }]);
    esplora = null;
    await expect(ask()).resolves.toMatchObject([{ quantity: 3_000n, source: 'blockbook' }]);
  });
});
