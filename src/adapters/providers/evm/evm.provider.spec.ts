import {
  type Explorer,
  type ExplorerRow,
  payment,
  startExplorer,
  tokenTransfer,
  WALLET,
} from '../../../../test/support/explorer';
import { sendJson } from '../../../../test/support/local-upstream';
import { type Config, loadConfig } from '../../../config/env';
import { parseAddress } from '../../../domain/kernel/address';
import { AppError } from '../../../domain/kernel/errors';
import type { HistoryCursor, HistoryPage, RawRow } from '../../../ports/upstream/history-source';
import { UpstreamClient } from '../../upstream/upstream-client';
import { EvmHistorySource } from './evm.provider';
import { FakeClock } from '../../../../test/fakes/fake-clock';
import { HastyClock } from '../../../../test/fakes/hasty-clock';

const address = parseAddress(WALLET);
const clock = new FakeClock(1_700_000_000_000);
const never = new AbortController().signal;
const QUICK = { attempts: 2, attemptMs: 2_000, wholeMs: 5_000 };

let explorer: Explorer;
let upstream: UpstreamClient;

beforeEach(async () => {
  explorer = await startExplorer();
  upstream = new UpstreamClient({
    clock: new HastyClock(),
    failuresToOpen: 1_000,
    patience: { request: QUICK, background: QUICK },
  });
});
afterEach(async () => {
  await upstream.close();
  await explorer.close();
});

/** Explorers are identified by the first part of the path. */
const settings = (over: Record<string, string> = {}): Config =>
  loadConfig({
    EVM_CHAINS: 'ethereum',
    ETHERSCAN_BASE_URL: `${explorer.url}/etherscan`,
    ETHERSCAN_API_KEY: 'key-of-etherscan',
    BLOCKSCOUT_BASE_URL: `${explorer.url}/blockscout`,
    BLOCKSCOUT_API_KEY: 'key-of-blockscout',
    ROUTESCAN_BASE_URL: `${explorer.url}/routescan`,
    SQD_BASE_URL: 'off',
    EVM_NODE_URL: 'off',
    ...over,
  });
const source = (config = settings()) => new EvmHistorySource(config, clock, upstream);
const sourceAfter = (minutes: number) =>
  new EvmHistorySource(settings(), new FakeClock(clock.now() + minutes * 60_000), upstream);

/** A row store that applies pages as the port defines. */
class Shelf {
  rows: RawRow[] = [];
  cursor: HistoryCursor | null = null;
  readonly pages: HistoryPage[] = [];

  put(page: HistoryPage): void {
    const kept = this.rows.filter(({ list, block }) => block < (page.replacesFrom[list] ?? Infinity));
    const keys = new Set(page.rows.map(({ list, key }) => `${list} ${key}`));
    this.rows = [...kept.filter(({ list, key }) => !keys.has(`${list} ${key}`)), ...page.rows];
    this.cursor = page.cursor;
    this.pages.push(page);
  }
  get last(): HistoryPage {
    const last = this.pages.at(-1);
    if (!last) throw new Error('nothing was read');
    return last;
  }
  hashes = (list: string): string[] =>
    this.rows.filter((row) => row.list === list).map(({ body }) => String(body.hash));
}

async function readInto(shelf: Shelf, from = source(), pages = Infinity): Promise<Shelf> {
  for await (const page of from.read('ethereum', address, shelf.cursor, never)) {
    shelf.put(JSON.parse(JSON.stringify(page)) as HistoryPage);
    if (--pages === 0) break;
  }
  return shelf;
}

const payments = (count: number, block: (n: number) => number = (n) => n) =>
  Array.from({ length: count }, (_, i) => payment(i + 1, block(i + 1)));
const asks = (list: string): string[] => explorer.asked().filter((asked) => asked.startsWith(`${list}@`));
const failureOf = (work: Promise<unknown>): Promise<AppError> =>
  work.then(
    () => {
      throw new Error('it was answered');
    },
    (error: AppError) => error,
  );

describe('reading a history', () => {
  it('ends at once for a wallet never used', async () => {
    const { last, pages } = await readInto(new Shelf());
    expect(last).toMatchObject({
      done: true,
      truncated: false,
      incomplete: false,
      rows: [],
      provider: 'etherscan',
    });
    expect(pages.flatMap(({ rows }) => rows)).toEqual([]);
    expect(explorer.requests).toHaveLength(6);
  });

  it('gives every row of every list exactly once, in pages of whole blocks', async () => {
    explorer.rows = {
      txlist: payments(3_456, (n) => Math.floor(n / 3)),
      tokentx: Array.from({ length: 2_345 }, (_, i) => tokenTransfer(Math.floor(i / 5), Math.floor(i / 15))),
    };
    const shelf = await readInto(new Shelf());
    expect(new Set(shelf.hashes('txlist')).size).toBe(3_456);
    expect(shelf.hashes('txlist')).toHaveLength(3_456);
    expect(shelf.hashes('tokentx')).toHaveLength(2_345);
    expect(shelf.last).toMatchObject({ done: true, truncated: false, incomplete: false });
    for (const { rows, replacesFrom } of shelf.pages) {
      const [list, from = 0] = Object.entries(replacesFrom)[0] ?? [];
      expect(rows.every((row) => row.list === list && row.block >= from)).toBe(true);
    }
  });

  it('goes on after an interruption where it stopped, with nothing lost or doubled', async () => {
    explorer.rows = { txlist: payments(5_000, (n) => Math.floor(n / 7)), tokentx: [tokenTransfer(9, 9)] };
    const shelf = new Shelf();
    await readInto(shelf, source(), 2);
    const before = explorer.requests.length;
    await readInto(shelf);
    expect(shelf.hashes('txlist')).toHaveLength(5_000);
    expect(new Set(shelf.hashes('txlist')).size).toBe(5_000);
    expect(shelf.hashes('tokentx')).toHaveLength(1);
    expect(asks('txlist').slice(before)[0]).not.toBe('txlist@0/1');
  });

  it('reads the finished lists on when the interruption was long', async () => {
    explorer.rows = { txlist: payments(10), tokentx: [tokenTransfer(9, 9)] };
    const shelf = new Shelf();
    await readInto(shelf, source(), 2);
    explorer.rows.txlist = payments(11);
    explorer.requests.length = 0;
    await readInto(shelf, sourceAfter(11));
    expect(asks('txlist')).toEqual(['txlist@0/1']);
    expect(shelf.hashes('txlist')).toHaveLength(11);
    expect(shelf.hashes('tokentx')).toHaveLength(1);
  });

  it('asks again only for what is new, and a little before it', async () => {
    explorer.rows = { txlist: payments(2_500, (n) => n * 10) };
    const shelf = await readInto(new Shelf());
    explorer.requests.length = 0;
    explorer.rows.txlist = [...payments(2_500, (n) => n * 10), payment(9_999, 25_001)];
    await readInto(shelf);
    expect(asks('txlist')).toEqual(['txlist@24936/1']);
    expect(shelf.hashes('txlist')).toHaveLength(2_501);
  });

  it('drops what a reorganisation took away', async () => {
    explorer.rows = { txlist: payments(20, (n) => n * 10) };
    const shelf = await readInto(new Shelf());
    explorer.rows.txlist = [...payments(19, (n) => n * 10), payment(77, 201)];
    await readInto(shelf);
    expect(shelf.hashes('txlist')).toHaveLength(20);
    expect(shelf.hashes('txlist').at(-1)).toBe(payment(77, 201).hash);
    expect(shelf.rows.some(({ block }) => block === 200)).toBe(false);
  });

  it('keeps the newest row when one answer of its provider ends before it', async () => {
    explorer.rows = { txlist: payments(20, (n) => n * 10) };
    const shelf = await readInto(new Shelf());
    explorer.rows.txlist = payments(19, (n) => n * 10);
    await readInto(shelf);
    expect(shelf.hashes('txlist')).toHaveLength(20);
    expect(shelf.last).toMatchObject({ done: true, incomplete: true });
    explorer.rows.txlist = payments(20, (n) => n * 10);
    await readInto(shelf, sourceAfter(20));
    expect(shelf.hashes('txlist')).toHaveLength(20);
    expect(shelf.last.incomplete).toBe(false);
  });

  it('drops the newest row when the only provider gives the same answer ten minutes later', async () => {
    const alone = (minutes: number) =>
      new EvmHistorySource(
        settings({ EVM_CHAINS: 'bsc' }),
        new FakeClock(clock.now() + minutes * 60_000),
        upstream,
      );
    const read = async (minutes: number) => {
      for await (const page of alone(minutes).read('bsc', address, shelf.cursor, never)) shelf.put(page);
    };
    const shelf = new Shelf();
    explorer.rows = { txlist: payments(20, (n) => n * 10) };
    await read(0);
    explorer.rows.txlist = payments(19, (n) => n * 10);
    for (const minutes of [1, 10]) {
      await read(minutes);
      expect(shelf.hashes('txlist')).toHaveLength(20);
      expect(shelf.last.incomplete).toBe(true);
    }
    await read(11);
    expect(shelf.hashes('txlist')).toHaveLength(19);
    await read(12);
    expect(shelf.hashes('txlist')).toHaveLength(19);
    expect(shelf.last.incomplete).toBe(false);
  });

  it('starts anew when the cursor is of an unknown form', async () => {
    explorer.rows = { txlist: payments(3) };
    const shelf = new Shelf();
    shelf.cursor = { edition: 'another' };
    await readInto(shelf);
    expect(shelf.hashes('txlist')).toHaveLength(3);
    expect(shelf.pages[0]?.replacesFrom).toEqual({ txlist: 0 });
  });

  it('stops with the signal', async () => {
    const gone = new AbortController();
    explorer.intercept = () => {
      gone.abort(new Error('gone'));
      return true;
    };
    const reading = (async () => {
      for await (const page of source().read('ethereum', address, null, gone.signal))
        expect(page).toBeDefined();
    })();
    await expect(reading).rejects.toThrow('gone');
  });
});

describe('a block that fills pages', () => {
  it('is read to its end', async () => {
    explorer.rows = { txlist: payments(4_600, (n) => (n < 300 ? n : n < 4_000 ? 500 : n)) };
    const shelf = await readInto(new Shelf());
    expect(new Set(shelf.hashes('txlist')).size).toBe(4_600);
    expect(shelf.last.truncated).toBe(false);
  });

  it('ends the list as truncated when it fills the whole window; the other lists go on', async () => {
    explorer.rows = { txlist: payments(10_500, (n) => (n <= 100 ? n : 500)), tokentx: [tokenTransfer(1, 1)] };
    const shelf = await readInto(new Shelf());
    expect(shelf.last).toMatchObject({ done: true, truncated: true });
    expect(shelf.hashes('txlist')).toHaveLength(100 + 10_000);
    expect(shelf.hashes('tokentx')).toHaveLength(1);
    await readInto(shelf);
    expect(shelf.last.truncated).toBe(true);
    expect(new Set(shelf.hashes('txlist')).size).toBe(10_100);
  });
});

describe('an explorer that does not keep its word', () => {
  const others = (path: string) => !path.startsWith('/etherscan');
  const rows = payments(2_500);

  it.each<[string, (start: number, page: number) => unknown[] | null]>([
    ['ignores the range: the same page for ever', () => rows.slice(0, 1_000)],
    ['ignores the page inside a block', (start) => (start < 1 ? null : payments(1_000, () => 5_000))],
    ['is not in order', () => rows.slice(0, 1_000).reverse()],
  ])('%s: it is left for the next', async (_name, page) => {
    explorer.rows = { txlist: rows };
    explorer.intercept = (params, response, path) => {
      if (others(path) || params.get('action') !== 'txlist') return false;
      const result = page(Number(params.get('startblock')), Number(params.get('page')));
      if (!result) return false;
      sendJson(response, { status: '1', message: 'OK', result });
      return true;
    };
    const shelf = await readInto(new Shelf());
    expect(new Set(shelf.hashes('txlist')).size).toBe(2_500);
    expect(shelf.last.provider).toBe('blockscout');
  });

  it('is an error when there is no other', async () => {
    explorer.intercept = (_params, response) => {
      sendJson(response, { status: '1', message: 'OK', result: rows.slice(0, 1_000) });
      return true;
    };
    const failure = await failureOf(readInto(new Shelf()));
    expect(failure.code).toBe('DATA_PROVIDER_ERROR');
    expect(failure.details).toEqual({
      provider: 'etherscan',
      error: expect.stringContaining('out of order'),
    });
  });

  it('may cut pages shorter than asked without losing rows', async () => {
    explorer.rows = { txlist: rows };
    explorer.intercept = (params) => {
      params.set('offset', '200');
      return false;
    };
    const shelf = await readInto(new Shelf());
    expect(new Set(shelf.hashes('txlist')).size).toBe(2_500);
  });

  it('may refuse big ranges: they are halved', async () => {
    explorer.rows = { txlist: rows };
    explorer.intercept = (params, response) => {
      if (params.get('action') === 'getblocknobytime') {
        sendJson(response, { status: '1', message: 'OK', result: '4000' });
        return true;
      }
      if (params.get('action') !== 'txlist') return false;
      const span = Number(params.get('endblock') ?? 1e9) - Number(params.get('startblock'));
      if (span <= 600) return false;
      sendJson(response, {
        status: '0',
        message: 'Query Timeout occured. Please select a smaller result dataset',
        result: null,
      });
      return true;
    };
    const shelf = await readInto(new Shelf());
    expect(new Set(shelf.hashes('txlist')).size).toBe(2_500);
    expect(shelf.last).toMatchObject({ done: true, provider: 'etherscan' });
  });

  it('gives up when even one block is too much', async () => {
    explorer.intercept = (params, response) => {
      if (params.get('action') === 'getblocknobytime')
        sendJson(response, { status: '1', message: 'OK', result: { blockNumber: '64' } });
      else sendJson(response, { status: '0', message: 'Query Timeout occured', result: null });
      return true;
    };
    await expect(failureOf(readInto(new Shelf()))).resolves.toMatchObject({ code: 'DATA_PROVIDER_ERROR' });
  });
});

describe('fallback', () => {
  const refuse = (where: string, body: unknown, status = 200, from = 0) => {
    let calls = 0;
    explorer.intercept = (_params, response, path) => {
      if (!path.startsWith(where) || calls++ < from) return false;
      sendJson(response, body, status);
      return true;
    };
  };

  it('takes the next provider in the middle of a history without doubling a row', async () => {
    explorer.rows = { txlist: payments(3_333, (n) => Math.floor(n / 4)) };
    refuse(
      '/etherscan',
      { status: '0', message: 'NOTOK', result: 'Free API access is not supported for this chain' },
      200,
      2,
    );
    const shelf = await readInto(new Shelf());
    expect(new Set(shelf.hashes('txlist')).size).toBe(3_333);
    expect(shelf.hashes('txlist')).toHaveLength(3_333);
    expect(shelf.pages.map(({ provider }) => provider)).toEqual(
      expect.arrayContaining(['etherscan', 'blockscout']),
    );
  });

  it('does not let another provider, which may lag, take rows away', async () => {
    explorer.rows = { txlist: payments(20) };
    const shelf = await readInto(new Shelf());
    explorer.rows.txlist = payments(15);
    refuse('/etherscan', {}, 500);
    await readInto(shelf);
    expect(shelf.hashes('txlist')).toHaveLength(20);
  });

  it('believes a sudden nothing only when nobody else remembers', async () => {
    explorer.rows = { txlist: payments(20) };
    const shelf = await readInto(new Shelf());
    refuse('/etherscan', { status: '0', message: 'No transactions found', result: [] });
    await readInto(shelf);
    expect(shelf.hashes('txlist')).toHaveLength(20);
    explorer.rows.txlist = [];
    await readInto(shelf);
    await readInto(shelf, sourceAfter(9));
    expect(shelf.hashes('txlist')).toHaveLength(20);
    expect(shelf.last.incomplete).toBe(true);
    await readInto(shelf, sourceAfter(10));
    expect(shelf.hashes('txlist')).toHaveLength(0);
    expect(shelf.last.incomplete).toBe(false);
  });

  it('keeps rows that another provider lacks in one read after another, and marks it when that one lags', async () => {
    const [old, newest] = [payments(15), payments(20)];
    explorer.rows = { txlist: newest };
    const shelf = await readInto(new Shelf());
    explorer.rows.txlist = old;
    refuse('/etherscan', {}, 500);
    for (const minutes of [0, 20, 40]) {
      await readInto(shelf, sourceAfter(minutes));
      expect(shelf.hashes('txlist')).toHaveLength(20);
      expect(shelf.last).toMatchObject({ done: true, incomplete: true });
    }
    // A newer row does not make the provider the owner of earlier rows.
    explorer.rows.txlist = [...old, payment(30, 30)];
    for (const minutes of [60, 80]) {
      await readInto(shelf, sourceAfter(minutes));
      expect(shelf.hashes('txlist')).toHaveLength(21);
    }
    explorer.intercept = () => false;
    explorer.rows.txlist = [...payments(19), payment(31, 31)];
    await readInto(shelf, sourceAfter(100));
    expect(shelf.hashes('txlist')).toEqual(explorer.rows.txlist.map(({ hash }) => hash));
    expect(shelf.last.incomplete).toBe(false);
  });

  it('lets another provider remove rows where none of the first is left in the window', async () => {
    explorer.rows = { txlist: payments(20) };
    const shelf = await readInto(new Shelf());
    refuse('/etherscan', {}, 500);
    explorer.rows.txlist = [...payments(20), payment(100, 100)];
    await readInto(shelf);
    explorer.rows.txlist = [...payments(20), payment(101, 101)];
    await readInto(shelf);
    expect(shelf.hashes('txlist')).toHaveLength(21);
    expect(shelf.hashes('txlist').at(-1)).toBe(payment(101, 101).hash);
  });

  it.each([
    [
      'all refuse the plan',
      { status: '0', message: 'NOTOK', result: 'Invalid API Key' },
      200,
      'PROVIDER_ENTITLEMENT_ERROR',
    ],
    ['all are down', { message: 'ill' }, 500, 'DATA_PROVIDER_ERROR'],
  ])('%s: says so, of the first', async (_name, body, status, code) => {
    refuse('/', body, status);
    const failure = await failureOf(readInto(new Shelf()));
    expect(failure.code).toBe(code);
    expect(failure.details?.provider).toBe('etherscan');
  });

  it('names the outage when one is down and another refuses: waiting may mend it', async () => {
    explorer.intercept = (_params, response, path) => {
      if (path.startsWith('/etherscan'))
        sendJson(response, { status: '0', message: 'NOTOK', result: 'Invalid API Key' });
      else sendJson(response, {}, 503);
      return true;
    };
    await expect(failureOf(readInto(new Shelf()))).resolves.toMatchObject({
      code: 'DATA_PROVIDER_ERROR',
      details: { provider: 'blockscout' },
    });
  });

  it('asks elsewhere for what is not processed yet', async () => {
    const missing: ExplorerRow = { ...payment(5, 5), traceId: '0', type: 'call' };
    explorer.rows = { txlistinternal: [missing] };
    explorer.intercept = (params, response, path) => {
      if (params.get('action') !== 'txlistinternal' || !path.startsWith('/etherscan')) return false;
      sendJson(response, {
        status: '2',
        message: 'Some internal transactions … not yet been processed',
        result: [],
      });
      return true;
    };
    const shelf = await readInto(new Shelf());
    expect(shelf.hashes('txlistinternal')).toEqual([missing.hash]);
    expect(shelf.last.incomplete).toBe(false);
  });

  it('says incomplete when nobody has it all, and reads it again from there', async () => {
    const internals = [5, 900].map((n) => ({ ...payment(n, n), traceId: '0', type: 'call' }));
    explorer.rows = { txlistinternal: internals };
    explorer.intercept = (params, response) => {
      if (params.get('action') !== 'txlistinternal') return false;
      sendJson(response, { status: '2', message: 'not yet been processed', result: internals.slice(1) });
      return true;
    };
    const shelf = await readInto(new Shelf());
    expect(shelf.last).toMatchObject({ done: true, incomplete: true });
    expect(shelf.hashes('txlistinternal')).toHaveLength(1);
    explorer.intercept = () => false;
    await readInto(shelf);
    expect(shelf.last.incomplete).toBe(false);
    expect(shelf.hashes('txlistinternal')).toHaveLength(2);
  });

  it('reads without the withdrawals of validators where nobody has them, and says so', async () => {
    explorer.rows = { txlist: payments(2) };
    explorer.intercept = (params, response) => {
      if (params.get('action') !== 'txsBeaconWithdrawal') return false;
      sendJson(response, { status: '0', message: 'NOTOK', result: 'Error! Missing Or invalid Action name' });
      return true;
    };
    const shelf = await readInto(new Shelf());
    expect(shelf.last).toMatchObject({ done: true, incomplete: true, truncated: false });
    expect(shelf.hashes('txlist')).toHaveLength(2);
    explorer.intercept = () => false;
    await readInto(shelf);
    expect(asks('txsBeaconWithdrawal').at(-1)).toBe('txsBeaconWithdrawal@0/1');
    expect(shelf.last.incomplete).toBe(false);
  });

  it('leaves out for one list who does not know it', async () => {
    explorer.rows = { txlist: payments(2) };
    explorer.intercept = (params, response, path) => {
      if (!path.startsWith('/etherscan') || params.get('action') !== 'tokentx') return false;
      sendJson(response, { status: '0', message: 'Unknown action', result: null });
      return true;
    };
    const { pages } = await readInto(new Shelf());
    expect(explorer.requests.filter(({ pathname }) => pathname.startsWith('/blockscout'))).toHaveLength(1);
    expect(pages.at(-1)?.provider).toBe('etherscan');
  });
});

describe('which provider', () => {
  const path = () => explorer.requests[0]?.pathname;

  it.each([
    ['one without its key is passed over', { ETHERSCAN_API_KEY: '' }, '/blockscout/1/api'],
    [
      'without any key the keyless one is asked',
      { ETHERSCAN_API_KEY: '', BLOCKSCOUT_API_KEY: '' },
      '/routescan/v2/network/mainnet/evm/1/etherscan/api',
    ],
  ])('%s', async (_name, over, expected) => {
    await readInto(new Shelf(), source(settings(over)));
    expect(path()).toBe(expected);
    expect(new Set(explorer.requests.map(({ pathname }) => pathname)).size).toBe(1);
  });

  it('sends what the explorer needs to know', async () => {
    await readInto(new Shelf());
    expect(Object.fromEntries(explorer.requests[0]?.searchParams ?? [])).toEqual({
      module: 'account',
      action: 'txlist',
      address: WALLET,
      startblock: '0',
      page: '1',
      offset: '1000',
      sort: 'asc',
      chainid: '1',
      apikey: 'key-of-etherscan',
    });
  });

  it('names chains nobody can read as configured', () => {
    const config = settings({ EVM_CHAINS: 'ethereum,bsc,polygon', ETHERSCAN_API_KEY: '' });
    expect(source(config).chainsOf(address)).toEqual({
      readable: ['ethereum', 'polygon'],
      unavailable: [
        { chain: 'bsc', code: 'PROVIDER_ENTITLEMENT_ERROR', reason: expect.stringContaining('bsc') },
      ],
      advice: {},
    });
  });

  it('refuses to read such a chain', () => {
    const without = source(settings({ ETHERSCAN_API_KEY: '' }));
    expect(() => without.read('bsc', address, null, never)).toThrow(AppError);
  });

  it('falls back to public instances only while Blockscout is the default', () => {
    const keyless = {
      EVM_CHAINS: 'gnosis,bsc',
      ETHERSCAN_API_KEY: '',
      BLOCKSCOUT_API_KEY: '',
      BLOCKSCOUT_BASE_URL: '',
    };
    expect(source(settings(keyless)).chainsOf(address).readable).toEqual(['gnosis']);
  });

  it('marks what a partial index answers', async () => {
    const config = settings({ EVM_CHAINS: 'polygon', ETHERSCAN_API_KEY: '', BLOCKSCOUT_API_KEY: '' });
    const shelf = new Shelf();
    for await (const page of source(config).read('polygon', address, null, never)) shelf.put(page);
    expect(shelf.last).toMatchObject({ incomplete: true, provider: 'routescan' });
  });
});

describe('balances', () => {
  const token = `ethereum:${tokenTransfer(1, 1).contractAddress}`;
  const value = (result: unknown) => (_p: URLSearchParams, response: Parameters<typeof sendJson>[0]) => {
    sendJson(response, { status: '1', message: 'OK', result });
    return true;
  };

  it('are those of the coin and the tokens named', async () => {
    explorer.intercept = (params, response) =>
      value(params.get('action') === 'balance' ? '12345678901234567890' : '7')(params, response);
    await expect(
      source().balances('ethereum', address, ['ethereum:native', token, `${token}#1`, 'base:native'], never),
    ).resolves.toEqual([
      {
        assetId: 'ethereum:native',
        quantity: 12345678901234567890n,
        readAt: clock.now(),
        source: 'etherscan',
      },
      { assetId: token, quantity: 7n, readAt: clock.now(), source: 'etherscan' },
    ]);
  });

  it.each(['-5', 'NaN', '1e9', null, {}])('%p is none', async (nonsense) => {
    explorer.intercept = value(nonsense);
    await expect(
      failureOf(source().balances('ethereum', address, ['ethereum:native'], never)),
    ).resolves.toMatchObject({
      code: 'DATA_PROVIDER_ERROR',
    });
  });
});
