import {
  type Explorer,
  payment,
  startExplorer,
  tokenTransfer,
  WALLET,
} from '../../../../../test/support/explorer';
import { blocksOfRows, type Sqd, SQD_FAULTS, type SqdBlock, startSqd } from '../../../../../test/support/sqd';
import { loadConfig } from '../../../../config/env';
import { parseAddress } from '../../../../domain/kernel/address';
import { AppError } from '../../../../domain/kernel/errors';
import type { ChainName } from '../../../../domain/kernel/chain';
import type { HistoryCursor, HistoryPage, RawRow } from '../../../../ports/upstream/history-source';
import { UpstreamClient } from '../../../upstream/upstream-client';
import { EvmHistorySource } from '../evm.provider';
import { FakeClock } from '../../../../../test/fakes/fake-clock';
import { HastyClock } from '../../../../../test/fakes/hasty-clock';

const address = parseAddress(WALLET);
const never = new AbortController().signal;
const QUICK = { attempts: 3, attemptMs: 2_000, wholeMs: 5_000 };
const OTHER = '0x0000000000000000000000000000000000000b0b';

let sqd: Sqd;
let explorer: Explorer;
let upstream: UpstreamClient;

beforeEach(async () => {
  sqd = await startSqd();
  explorer = await startExplorer();
  upstream = new UpstreamClient({
    clock: new HastyClock(),
    failuresToOpen: 1_000,
    patience: { request: QUICK, background: QUICK },
  });
});
afterEach(async () => {
  await upstream.close();
  await sqd.close();
  await explorer.close();
});

/** @param stepMs by which the clock advances each time it is read */
const source = (over: Record<string, string> = {}, minutes = 0, stepMs = 0) => {
  let at = 1_700_000_000_000 + minutes * 60_000;
  return new EvmHistorySource(
    loadConfig({
      EVM_CHAINS: 'ethereum,bsc,base,polygon,optimism,zksync,mantle',
      ETHERSCAN_BASE_URL: explorer.url,
      BLOCKSCOUT_BASE_URL: explorer.url,
      ROUTESCAN_BASE_URL: explorer.url,
      ...sqd.env,
      ...over,
    }),
    Object.assign(new FakeClock(at), { now: () => (at += stepMs) }),
    upstream,
  );
};

const unexplored = () =>
  source({ ROUTESCAN_BASE_URL: 'http://127.0.0.1:9', BLOCKSCOUT_BASE_URL: 'http://127.0.0.1:9' });

interface Shelf {
  rows: RawRow[];
  cursor: HistoryCursor | null;
  last: HistoryPage | null;
}
const empty = (): Shelf => ({ rows: [], cursor: null, last: null });

function put(shelf: Shelf, page: HistoryPage): void {
  const isReplaced = ({ list, block }: RawRow): boolean =>
    block >= (page.replacesFrom[list] ?? Infinity) && block < (page.replacesBelow?.[list] ?? Infinity);
  const keys = new Set(page.rows.map(({ list, key }) => `${list} ${key}`));
  const kept = shelf.rows.filter((row) => !isReplaced(row) && !keys.has(`${row.list} ${row.key}`));
  shelf.rows = [...kept, ...page.rows];
  shelf.cursor = JSON.parse(JSON.stringify(page.cursor)) as HistoryCursor;
  shelf.last = page;
}

async function read(
  shelf = empty(),
  chain: ChainName = 'bsc',
  from = source(),
  pages = Infinity,
): Promise<Shelf> {
  for await (const page of from.read(chain, address, shelf.cursor, never)) {
    put(shelf, page);
    if (--pages === 0) break;
  }
  return shelf;
}

const movesOf = (shelf: Shelf, chain: ChainName = 'bsc'): string[] =>
  source()
    .interpret(chain, address, shelf.rows)
    .flatMap(({ movements }) => movements)
    .map(
      ({ to, quantity, asset, kind }) => `${to === WALLET ? '+' : '-'}${quantity} ${asset.symbol} ${kind}`,
    );

/** Payments of 1, 2, … wei, ten blocks apart. */
const payments = (count: number) => Array.from({ length: count }, (_, n) => payment(n + 1, (n + 1) * 10));
const TOKEN = String(tokenTransfer(1, 1).contractAddress);

describe('the stream of a portal', () => {
  it('is read to its head, in answers that end anywhere', async () => {
    sqd.blocks = blocksOfRows({ txlist: payments(20) });
    [sqd.head, sqd.bytes] = [1_000, 1_500];
    const shelf = await read();
    expect(shelf.rows.map(({ key }) => BigInt(key))).toEqual(
      payments(20).map(({ value }) => BigInt(value ?? 0)),
    );
    expect(shelf.last).toMatchObject({ done: true, incomplete: false, truncated: false, provider: 'sqd' });
    expect(sqd.asked.length).toBeGreaterThan(2);
    expect(sqd.asked.at(-1)?.[1]).toBe(1_000);
  });

  it.each(Object.entries(SQD_FAULTS))('gives the same rows after %s', async (_name, fault) => {
    sqd.blocks = blocksOfRows({ txlist: payments(20) });
    [sqd.head, sqd.bytes] = [1_000, 1_500];
    const whole = await read();
    sqd.faults = [fault, fault];
    const again = await read();
    expect(again.rows).toEqual(whole.rows);
    expect(again.last).toMatchObject({ done: true, incomplete: false });
  });

  it('goes on where the last stored page ended', async () => {
    sqd.blocks = blocksOfRows({ txlist: payments(20) });
    [sqd.head, sqd.bytes] = [1_000, 1_500];
    const shelf = await read(empty(), 'bsc', source(), 1);
    const newest = shelf.rows.at(-1)?.block ?? 0;
    sqd.asked = [];
    await read(shelf);
    expect(sqd.asked[0]?.[0]).toBe(newest + 1);
    expect(shelf.rows).toHaveLength(20);
  });

  it('does not read final blocks again', async () => {
    sqd.blocks = blocksOfRows({ txlist: payments(2) });
    sqd.head = 1_000;
    const shelf = await read();
    sqd.head = 1_500;
    await read(shelf, 'bsc', source({}, 60));
    expect(sqd.asked.at(-1)).toEqual([1_001, 1_500]);
    expect(shelf.rows).toHaveLength(2);
  });

  it('keeps what is known when its head goes back', async () => {
    sqd.blocks = blocksOfRows({ txlist: payments(20) });
    sqd.head = 1_000;
    const shelf = await read();
    sqd.head = 15;
    sqd.blocks = [];
    await read(shelf, 'bsc', source({}, 60));
    expect(shelf.rows).toHaveLength(20);
    expect(shelf.last).toMatchObject({ done: true, incomplete: false });
  });

  it('is never finished by a replica that has not reached the head', async () => {
    sqd.blocks = blocksOfRows({ txlist: payments(20) });
    [sqd.head, sqd.served] = [1_000, 95];
    const shelf = empty();
    await expect(read(shelf)).rejects.toMatchObject({ code: 'DATA_PROVIDER_ERROR' });
    expect(shelf.rows).toHaveLength(9);
    expect(shelf.last?.done).toBe(false);
    sqd.served = Infinity;
    await read(shelf);
    expect(shelf.rows).toHaveLength(20);
  });

  it('ends after two minutes, and goes on with the next read: other chains wait for it', async () => {
    sqd.blocks = blocksOfRows({ txlist: payments(20) });
    [sqd.head, sqd.bytes] = [1_000, 1_500];
    const hurried = () => source({}, 0, 50_000);
    const shelf = empty();
    await expect(read(shelf, 'bsc', hurried())).rejects.toMatchObject({
      code: 'DATA_PROVIDER_ERROR',
      details: { error: expect.stringMatching(/blocks below \d+ of 1000 were read/) },
    });
    expect(shelf.rows.length).toBeGreaterThan(0);
    expect(shelf.rows.length).toBeLessThan(20);
    await read(shelf);
    expect(shelf.rows).toHaveLength(20);
  });

  it('starts where the data set starts', async () => {
    sqd.blocks = blocksOfRows({ txlist: payments(2) });
    [sqd.head, sqd.start] = [100, 1];
    const shelf = await read();
    expect(shelf.rows).toHaveLength(2);
    expect(shelf.last).toMatchObject({ done: true, incomplete: false });
  });

  it.each([5, 200])('leaves a history incomplete whose blocks below %s it does not have', async (start) => {
    sqd.blocks = blocksOfRows({ txlist: payments(2) });
    [sqd.head, sqd.start] = [100, start];
    const shelf = await read();
    expect(shelf.last).toMatchObject({ done: true, incomplete: true });
    sqd.head = 300;
    await read(shelf, 'bsc', source({}, 60));
    expect(shelf.last).toMatchObject({ done: true, incomplete: true });
  });

  it.each([
    ['transactions.l1Fee', false],
    ['stateDiffs', false],
    ['traces', true],
  ])('asks again without %s, which the chain lacks', async (lacked, isIncomplete) => {
    sqd.blocks = blocksOfRows({ txlist: payments(2) });
    [sqd.head, sqd.lacks] = [100, [lacked]];
    const alone = { ROUTESCAN_BASE_URL: 'http://127.0.0.1:9' };
    const shelf = await read(empty(), 'base', source(alone));
    expect(shelf.rows).toHaveLength(2);
    expect(shelf.last).toMatchObject({ done: true, incomplete: isIncomplete });
    sqd.head = 200;
    await read(shelf, 'base', source(alone, 60));
    expect(sqd.asked.at(-1)).toEqual([101, 200]);
    expect(shelf.last?.incomplete).toBe(isIncomplete);
  });

  it('refuses blocks of another range', async () => {
    sqd.head = 100;
    const stray = '{"header":{"number":500,"timestamp":1}}\n';
    sqd.faults = Array.from({ length: 3 }, () => (response) => response.end(stray));
    await expect(read()).rejects.toMatchObject({ code: 'DATA_PROVIDER_ERROR' });
  });
});

describe('rows out of a block', () => {
  const at = { header: { number: 50, timestamp: 1_600_000_050 } };
  const transaction = {
    ...{ transactionIndex: 3, hash: `0x${'a'.repeat(64)}`, from: WALLET, to: OTHER, value: '0x9' },
    ...{ input: '0x', status: 1, type: 2, gasUsed: '0x2', effectiveGasPrice: '0x5' },
  };
  const trace = (traceAddress: number[], action: Record<string, unknown>, error: string | null = null) => ({
    ...{ transactionIndex: 3, traceAddress, type: 'call', error },
    action: { callType: 'call', from: OTHER, to: WALLET, value: '0x0', ...action },
    result: null,
  });
  const root = trace([], { from: WALLET, to: OTHER, value: '0x9' });
  const block = (over: Partial<SqdBlock>): SqdBlock => ({ ...at, transactions: [transaction], ...over });
  const movesIn = async (over: Partial<SqdBlock>, chain: ChainName = 'bsc') => {
    sqd.blocks = [block(over)];
    sqd.head = 100;
    return movesOf(await read(empty(), chain), chain);
  };

  it.each([
    ['the root call is the transaction itself', [root], []],
    ['a call with a value is a payment', [root, trace([0], { value: '0x4' })], ['+4 BNB internal']],
    ['a delegated call repeats a value', [root, trace([0], { value: '0x4', callType: 'delegatecall' })], []],
    [
      'below a call that failed nothing moved',
      [root, trace([0], { to: OTHER }, 'execution reverted'), trace([0, 1], { value: '0x4' })],
      [],
    ],
    [
      'a self-destruct pays what was left',
      [
        root,
        {
          ...{ transactionIndex: 3, traceAddress: [0], type: 'suicide', error: null },
          action: { address: OTHER, refundAddress: WALLET, balance: '0x6' },
        },
      ],
      ['+6 BNB internal'],
    ],
  ])('%s', async (_name, traces, expected) => {
    expect(await movesIn({ traces })).toEqual(['-9 BNB native', ...expected]);
  });

  it('reads several pieces of one transfer, and passes over a log of the native coin', async () => {
    const word = (value: bigint | number) => BigInt(value).toString(16).padStart(64, '0');
    const topic = (value: string) => `0x${word(BigInt(value))}`;
    const log = (logIndex: number, topics: string[], data: string, contract = TOKEN) => ({
      ...{
        transactionIndex: 3,
        logIndex,
        transactionHash: transaction.hash,
        address: contract,
        topics,
        data,
      },
    });
    const logs = [
      log(
        0,
        [
          '0x4a39dc06d4c0dbc64b70af90fd698a233a518aa5d07e595d983b8c0526c8f7fb',
          topic('0x1'),
          topic(OTHER),
          topic(WALLET),
        ],
        `0x${[64, 160, 2, 7, 8, 2, 1, 30].map(word).join('')}`,
      ),
      log(
        1,
        ['0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef', topic(WALLET), topic(OTHER)],
        `0x${word(9)}`,
        `0x${'f'.repeat(39)}e`,
      ),
    ];
    expect(await movesIn({ traces: [root], logs })).toEqual([
      '-9 BNB native',
      '+1 UNKNOWN#7 nft',
      '+30 UNKNOWN#8 nft',
    ]);
  });

  it.each([
    ['explains', '0x3e8', '0x3d5', false],
    ['does not explain', '0x3e8', '0x3d9', true],
  ])('is whole when it %s the change of the balance', async (_name, prev, next, isIncomplete) => {
    const stateDiffs = [{ transactionIndex: 3, address: WALLET, key: 'balance', kind: '*', prev, next }];
    sqd.blocks = [block({ traces: [root], stateDiffs })];
    sqd.head = 100;
    expect((await read()).last).toMatchObject({ done: true, incomplete: isIncomplete });
  });

  it('is not whole where a fee that the wallet paid is not stated', async () => {
    const { effectiveGasPrice: _, ...unpriced } = transaction;
    sqd.blocks = [block({ transactions: [unpriced], traces: [root] })];
    sqd.head = 100;
    expect((await read(empty(), 'polygon', unexplored())).last).toMatchObject({
      done: true,
      incomplete: true,
    });
    sqd.blocks = [block({ transactions: [{ ...unpriced, from: OTHER, to: WALLET }], traces: [root] })];
    expect((await read(empty(), 'polygon', unexplored())).last).toMatchObject({
      done: true,
      incomplete: false,
    });
  });

  it('is whole with a call that failed before receipts had a status', async () => {
    const failed = { ...transaction, status: null };
    const traces = [{ ...root, error: 'out of gas' }];
    const stateDiffs = [
      { transactionIndex: 3, address: WALLET, key: 'balance', kind: '*', prev: '0x3e8', next: '0x3de' },
    ];
    sqd.blocks = [block({ transactions: [failed], traces, stateDiffs })];
    sqd.head = 100;
    expect((await read()).last).toMatchObject({ done: true, incomplete: false });
  });

  it('marks a call without its callers instead of trusting it', async () => {
    sqd.blocks = [];
    sqd.head = 100;
    const torn = JSON.stringify(block({ traces: [trace([0, 1], { value: '0x4' })] }));
    sqd.faults = [(response) => response.end(`${torn}\n`)];
    await expect(read()).rejects.toMatchObject({ code: 'DATA_PROVIDER_ERROR' });
  });

  it('states that payments inside of calls are unknown before the traces of a chain begin', async () => {
    sqd.blocks = [block({ traces: [root, trace([0], { value: '0x4' })] })];
    sqd.head = 105_235_100;
    const shelf = await read(empty(), 'optimism', source({ ROUTESCAN_BASE_URL: 'http://127.0.0.1:9' }));
    expect(movesOf(shelf, 'optimism')).toEqual(['-9 ETH native']);
    expect(shelf.last).toMatchObject({ done: true, incomplete: true });
    expect(sqd.asked.at(-1)).toEqual([105_235_063, 105_235_100]);
  });
});

describe('chains without traces', () => {
  const NATIVE = { zksync: '0x000000000000000000000000000000000000800a', mantle: TOKEN } as const;
  const GAS = '0x0000000000000000000000000000000000008001';
  const parent = { ...payment(1, 20), from: WALLET, to: OTHER, value: '9' };
  const logged = (from: string, to: string, value: string, chain: keyof typeof NATIVE) => ({
    ...{ ...tokenTransfer(1, 20), from, to, value, contractAddress: NATIVE[chain] },
  });

  it('take payments from logs of the native coin where the chain logs each of them, without gas', async () => {
    const tokentx = [
      logged(WALLET, GAS, '100', 'zksync'),
      logged(WALLET, OTHER, '9', 'zksync'),
      logged(OTHER, WALLET, '4', 'zksync'),
      logged(GAS, WALLET, '30', 'zksync'),
    ];
    sqd.blocks = blocksOfRows({ txlist: [parent], tokentx });
    sqd.head = 100;
    const shelf = await read(empty(), 'zksync');
    expect(movesOf(shelf, 'zksync')).toEqual(['-9 ETH native', '+4 ETH internal']);
    expect(shelf.last).toMatchObject({ done: true, incomplete: false });
  });

  it('are marked where nothing shows payments inside of calls', async () => {
    sqd.blocks = blocksOfRows({ txlist: [parent] });
    sqd.head = 100;
    expect((await read(empty(), 'mantle')).last).toMatchObject({ done: true, incomplete: true });
  });
});

describe('names and decimals of tokens', () => {
  beforeEach(() => {
    sqd.blocks = blocksOfRows({ tokentx: [tokenTransfer(1, 10)] });
    sqd.head = 100;
    sqd.tokens = { [TOKEN]: { name: 'Token of the test', symbol: 'TOT', decimals: 6 } };
  });
  const asset = (shelf: Shelf) => source().interpret('bsc', address, shelf.rows)[0]?.movements[0]?.asset;

  it('come from a node', async () => {
    expect(asset(await read())).toMatchObject({ symbol: 'TOT', name: 'Token of the test', decimals: 6 });
  });

  it('are read later when the node is away, and never guessed', async () => {
    sqd.isNodeAway = true;
    const shelf = await read();
    expect(asset(shelf)).toMatchObject({ decimalsUnknown: true });
    sqd.isNodeAway = false;
    await read(shelf, 'bsc', source({}, 60));
    expect(asset(shelf)).toMatchObject({ symbol: 'TOT', decimals: 6 });
  });

  it('are absent for a contract that does not state them', async () => {
    sqd.tokens = {};
    expect(asset(await read())).toMatchObject({ decimalsUnknown: true, symbol: 'UNKNOWN' });
  });

  it('balances come from the node where no explorer is configured', async () => {
    const found = await source().balances('bsc', address, ['bsc:native', `bsc:${TOKEN}`], never);
    expect(found).toMatchObject([
      { assetId: 'bsc:native', quantity: 42n, source: 'node' },
      { assetId: `bsc:${TOKEN}`, quantity: 7n, source: 'node' },
    ]);
  });
});

describe('two families of sources', () => {
  const lists = { txlist: payments(20), tokentx: [tokenTransfer(99, 45)] };
  const keys = (shelf: Shelf) => shelf.rows.map(({ list, key }) => `${list} ${key}`).sort();
  const whole = [
    ...payments(20).map(({ hash }) => `txlist ${hash}`),
    `tokentx ${tokenTransfer(99, 45).hash}|${OTHER}|${WALLET}|${TOKEN}||1|0`,
  ].sort();
  beforeEach(() => {
    explorer.rows = lists;
    sqd.blocks = blocksOfRows(lists);
    sqd.head = 1_000;
    sqd.tokens = { [TOKEN]: { name: 'Token', symbol: 'TKN', decimals: 0 } };
  });
  const away = (): void => {
    explorer.intercept = (_params, response) => {
      response.writeHead(503);
      response.end();
      return true;
    };
  };

  it('give the same rows, whichever is away', async () => {
    const explored = await read(empty(), 'ethereum');
    expect([explored.last?.provider, keys(explored)]).toEqual(['routescan', whole]);
    expect(sqd.asked).toEqual([]);
    away();
    const streamed = await read(empty(), 'ethereum');
    expect(keys(streamed)).toEqual(whole);
    expect(movesOf(streamed, 'ethereum')).toEqual(movesOf(explored, 'ethereum'));
  });

  it('take over from each other in the middle of a history', async () => {
    sqd.bytes = 1_500;
    const shelf = await read(empty(), 'bsc', source({ ETHERSCAN_API_KEY: 'x' }), 1);
    sqd.faults = Array.from({ length: 3 }, () => SQD_FAULTS['no workers (503)']);
    await read(shelf, 'bsc', source({ ETHERSCAN_API_KEY: 'x' }));
    expect([shelf.last?.provider, keys(shelf)]).toEqual(['etherscan', whole]);
    expect(shelf.last).toMatchObject({ done: true, incomplete: false });
  });

  it('complete each other: an index that lacks a part of the chain hands over', async () => {
    explorer.rows = { txlist: payments(5) };
    const shelf = await read(empty(), 'polygon', source({ BLOCKSCOUT_BASE_URL: explorer.url }));
    expect([shelf.last?.provider, keys(shelf)]).toEqual(['sqd', whole]);
    expect(shelf.last).toMatchObject({ done: true, incomplete: false });
  });

  it('keep logs of the native coin where explorers have listed the payments inside of calls', async () => {
    const paid = { ...tokenTransfer(7, 30), contractAddress: `0x${'f'.repeat(39)}e`, value: '4' };
    const inner = { ...paid, contractAddress: '', type: 'call', isError: '0' };
    sqd.blocks = blocksOfRows({ txlistinternal: [inner], tokentx: [paid] });
    explorer.rows = {};
    explorer.intercept = (params, response) => {
      if (params.get('action') !== 'tokentx') return false;
      response.writeHead(503);
      response.end();
      return true;
    };
    expect(movesOf(await read(empty(), 'ethereum'), 'ethereum')).toEqual(['+4 ETH internal']);
  });

  it('leave what only an index with gaps has read, above the final blocks, incomplete', async () => {
    explorer.rows = { txlist: [...payments(5), payment(9, 5_000)] };
    const shelf = await read(empty(), 'polygon');
    expect(shelf.last).toMatchObject({ provider: 'sqd', done: true, incomplete: true });
    sqd.head = 6_000;
    sqd.asked = [];
    await read(shelf, 'polygon', source({}, 60));
    expect(sqd.asked[0]?.[0]).toBe(1_001);
    expect(shelf.last).toMatchObject({ provider: 'sqd', done: true, incomplete: false });
  });

  it('are asked last while they are away: one that is silent uses up the time of a read', async () => {
    const from = source();
    const silent = new AbortController();
    explorer.intercept = () => {
      silent.abort(new AppError('DATA_PROVIDER_ERROR'));
      return true;
    };
    const reading = from.read('ethereum', address, null, silent.signal)[Symbol.asyncIterator]().next();
    await expect(reading).rejects.toMatchObject({ code: 'DATA_PROVIDER_ERROR' });
    const shelf = await read(empty(), 'ethereum', from, 1);
    expect(shelf.last?.provider).toBe('sqd');
    away();
    expect(keys(await read(shelf, 'ethereum', from))).toEqual(whole);
  });

  it('keep the progress of a family that completes another and does not come to an end', async () => {
    explorer.rows = { txlist: payments(5) };
    [sqd.bytes, sqd.served] = [1_500, 95];
    const shelf = await read(empty(), 'polygon');
    expect(shelf.last).toMatchObject({ done: true, incomplete: true });
    expect(shelf.rows).toHaveLength(10);
    sqd.served = Infinity;
    sqd.asked = [];
    await read(shelf, 'polygon', source({}, 60));
    expect(sqd.asked[0]?.[0]).toBe(96);
    expect(shelf.last).toMatchObject({ done: true, incomplete: false });
    expect(keys(shelf)).toEqual(whole);
  });

  it('balances come from the node while explorers are away', async () => {
    away();
    const found = await source().balances('ethereum', address, ['ethereum:native'], never);
    expect(found).toMatchObject([{ quantity: 42n, source: 'node' }]);
    sqd.isNodeAway = true;
    const none = source().balances('ethereum', address, ['ethereum:native'], never);
    await expect(none).rejects.toMatchObject({ code: 'DATA_PROVIDER_ERROR' });
  });

  it('fail together as an outage, and keep what was read', async () => {
    away();
    sqd.served = 95;
    const shelf = empty();
    await expect(read(shelf, 'ethereum')).rejects.toMatchObject({ code: 'DATA_PROVIDER_ERROR' });
    expect(shelf.rows).toHaveLength(10);
  });
});
