import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { loadConfig } from '../../../config/env';
import { positions, replay } from '../../../domain/engine';
import { parseAddress } from '../../../domain/kernel/address';
import { classifyHistory, ledgerEvents, valueTransactions } from '../../../domain/chain';
import { deposits } from '../../../domain/portfolio/deposits';
import type { HistoryCursor, HistoryPage, RawRow } from '../../../ports/upstream/history-source';
import { UpstreamClient } from '../../upstream/upstream-client';
import { STAKE } from './solana.programs';
import { SolanaHistorySource } from './solana.provider';
import { type SolanaEndpoint } from './solana.upstreams';
import { SolanaClient } from './solana.client';
import { SolanaReader } from './solana.reader';
import { Relay } from '../../upstream/relay';
import { POLICIES } from '../../../../test/chain/policies';
import { FIFO } from '../../../../test/support/engine-events';
import { FakeClock } from '../../../../test/fakes/fake-clock';
import { HastyClock } from '../../../../test/fakes/hasty-clock';

const ME = parseAddress('9QC3q9XT3Pq81DuM2Lt7yqkCY8uZZEtiNziJgrYp6SLj');
const never = new AbortController().signal;
const ONCE = { attempts: 1, attemptMs: 2_000, wholeMs: 5_000 };
const EPOCH = 432_000;
const FEE = 5_000;

class Cluster {
  readonly transactions: { signature: string; slot: number; body: object }[] = [];
  /** Epoch -> account -> lamports. */
  readonly rewards = new Map<number, Record<string, number>>();
  epoch = 0;
  untimed = new Set<number>();
  asked: string[] = [];
  refuse: Record<string, { code: number; message: string } | undefined> = {};

  /** @param lamports account -> before and after, the wallet first */
  act(slot: number, type: string, info: object, lamports: Record<string, [number, number]>, isMine = true) {
    const signature = `tx${this.transactions.length}`;
    const accounts = Object.keys(lamports);
    const body = {
      slot,
      blockTime: 1_600_000_000 + slot,
      meta: {
        ...{ err: null, fee: FEE },
        preBalances: accounts.map((account) => lamports[account]?.[0]),
        postBalances: accounts.map((account) => lamports[account]?.[1]),
      },
      transaction: {
        signatures: [signature],
        message: {
          accountKeys: accounts.map((pubkey, i) => ({ pubkey, signer: i === 0 && isMine })),
          instructions: [{ programId: STAKE, parsed: { type, info } }],
        },
      },
    };
    this.transactions.push({ signature, slot, body });
  }

  answer(method: string, params: [never, Record<string, never>]): unknown {
    this.asked.push(method);
    const [first, options] = params;
    if (method === 'getTokenAccountsByOwner') return { value: [] };
    if (method === 'getTransaction')
      return this.transactions.find(({ signature }) => signature === first)?.body ?? null;
    if (method === 'getEpochInfo') return { epoch: this.epoch, slotIndex: 5 };
    if (method === 'getBlockTime')
      return this.untimed.has(Number(first)) ? null : 1_600_000_000 + Number(first);
    if (method === 'getInflationReward') {
      const earned = this.rewards.get(Number(options.epoch)) ?? {};
      return (first as string[]).map((account) =>
        earned[account] === undefined
          ? null
          : {
              epoch: options.epoch,
              effectiveSlot: (Number(options.epoch) + 1) * EPOCH,
              amount: earned[account],
            },
      );
    }
    const all = this.transactions.toReversed().map(({ signature }) => ({ signature, err: null }));
    const until = all.findIndex(({ signature }) => signature === (options.until as unknown));
    return all.slice(0, until === -1 ? undefined : until);
  }
}

let cluster: Cluster;
let server: Server;
let upstream: UpstreamClient;
let url: string;
/** The first of two nodes fails on every call. */
let isFirstDown = false;

beforeEach(async () => {
  cluster = new Cluster();
  isFirstDown = false;
  upstream = new UpstreamClient({
    clock: new HastyClock(),
    patience: { request: ONCE, background: ONCE },
    failuresToOpen: 1_000,
  });
  server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      if (isFirstDown && request.url === '/first') return response.writeHead(503).end();
      const { method, params } = JSON.parse(Buffer.concat(parts).toString()) as {
        method: string;
        params: [never, Record<string, never>];
      };
      const error = cluster.refuse[method];
      const answer = error ? { error } : { result: cluster.answer(method, params) };
      return response.writeHead(200).end(JSON.stringify({ jsonrpc: '2.0', id: 1, ...answer }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(async () => {
  await upstream.close();
  await new Promise((resolve) => {
    server.close(resolve);
    server.closeAllConnections();
  });
});

const rate = { perSecond: 1e6, concurrency: 4 };
async function read(cursor: HistoryCursor | null = null): Promise<{ rows: RawRow[]; last: HistoryPage }> {
  cluster.asked = [];
  const nodes: [SolanaEndpoint, ...SolanaEndpoint[]] = [
    { provider: 'solana-rpc', url: `${url}/first`, rate },
    { provider: 'helius', url: `${url}/second`, rate },
  ];
  const reader = new SolanaReader(
    new SolanaClient(upstream),
    new Relay(nodes, never),
    ME.value,
    cursor,
    never,
  );
  const pages: HistoryPage[] = [];
  for await (const page of reader.read()) pages.push(JSON.parse(JSON.stringify(page)) as HistoryPage);
  const last = pages.at(-1);
  if (!last) throw new Error('nothing was read');
  return { rows: pages.flatMap((page) => page.rows), last };
}
const rewardsIn = (rows: readonly RawRow[]): string[] =>
  rows.filter(({ list }) => list === 'rewards').map(({ key, body }) => `${key} ${String(body.lamports)}`);

/** 2 SOL staked in epoch 10; it earns from the next on. */
function staked(): void {
  cluster.act(
    10 * EPOCH + 5,
    'delegate',
    { stakeAccount: 'stake' },
    {
      [ME.value]: [9e9, 7e9 - FEE],
      stake: [0, 2e9],
    },
  );
  cluster.rewards.set(11, { stake: 1_000 }).set(12, { stake: 1_100, strangers: 5 });
  cluster.epoch = 13;
}

describe('what stakes earn', () => {
  it('is read epoch by epoch, up to the one that is over', async () => {
    staked();
    const { rows, last } = await read();
    expect(rewardsIn(rows)).toEqual(['stake|11 1000', 'stake|12 1100']);
    expect(last).toMatchObject({ done: true, incomplete: false });
    expect(cluster.asked.filter((method) => method === 'getInflationReward')).toHaveLength(3);
  });

  it('has the time of a later slot where the node has none of its own', async () => {
    staked();
    cluster.untimed = new Set([12 * EPOCH, 12 * EPOCH + 1]);
    const { rows } = await read();
    expect(rewardsIn(rows)).toEqual(['stake|11 1000', 'stake|12 1100']);
    expect(rows.find(({ key }) => key === 'stake|11')?.body['time']).toBe(1_600_000_000 + 12 * EPOCH + 2);
  });

  it('is asked for once: later passes ask about epochs that have ended since', async () => {
    staked();
    const first = await read();
    const again = await read(first.last.cursor);
    expect(rewardsIn(again.rows)).toEqual([]);
    expect(cluster.asked).not.toContain('getInflationReward');
    cluster.epoch = 14;
    cluster.rewards.set(13, { stake: 7 });
    expect(rewardsIn((await read(again.last.cursor)).rows)).toEqual(['stake|13 7']);
  });

  it('ends with the stake, and begins anew with a new one', async () => {
    staked();
    const gone = {
      [ME.value]: [7e9 - FEE, 9e9 - 2 * FEE] as [number, number],
      stake: [2e9, 0] as [number, number],
    };
    cluster.act(12 * EPOCH + 9, 'withdraw', { stakeAccount: 'stake', destination: ME.value }, gone);
    cluster.rewards.set(13, { stake: 99 });
    cluster.epoch = 20;
    const first = await read();
    expect(rewardsIn(first.rows)).toEqual(['stake|11 1000', 'stake|12 1100']);
    const put = { [ME.value]: [9e9, 7e9 - FEE] as [number, number], stake: [0, 2e9] as [number, number] };
    cluster.act(20 * EPOCH + 9, 'delegate', { stakeAccount: 'stake' }, put);
    cluster.rewards.set(21, { stake: 55 });
    cluster.epoch = 22;
    expect(rewardsIn((await read(first.last.cursor)).rows)).toEqual(['stake|21 55']);
  });

  it('of other people’s stakes is nobody’s business', async () => {
    const lamports = {
      stranger: [9e9, 7e9] as [number, number],
      stake: [0, 2e9] as [number, number],
      [ME.value]: [1, 2] as [number, number],
    };
    cluster.act(10 * EPOCH, 'delegate', { stakeAccount: 'stake' }, lamports);
    cluster.rewards.set(11, { stake: 1_000 });
    cluster.epoch = 13;
    expect(rewardsIn((await read()).rows)).toEqual([]);
    expect(cluster.asked).not.toContain('getEpochInfo');
  });

  it('is not that of a pool which splits a stake account for the wallet, or merges one of it', async () => {
    const info = { stakeAccount: 'pool', newSplitAccount: 'mine', stakeAuthority: 'authority' };
    cluster.act(10 * EPOCH, 'split', info, { [ME.value]: [9, 9], pool: [9e9, 8e9], mine: [0, 1e9] });
    const merged = { destination: 'pool', source: 'mine', stakeAuthority: 'authority' };
    cluster.act(11 * EPOCH, 'merge', merged, { [ME.value]: [9, 9], pool: [8e9, 9e9], mine: [1e9, 0] });
    cluster.rewards.set(10, { pool: 1_000 });
    cluster.epoch = 13;
    expect(rewardsIn((await read()).rows)).toEqual([]);
  });

  it('ends with the epoch before the one in which the stake is given to another wallet', async () => {
    staked();
    const handed = { stakeAccount: 'stake', authority: ME.value, newAuthority: 'other' };
    cluster.act(
      12 * EPOCH + 9,
      'authorize',
      { ...handed, authorityType: 'Withdrawer' },
      { [ME.value]: [7e9, 7e9 - FEE], stake: [2e9, 2e9] },
    );
    expect(rewardsIn((await read()).rows)).toEqual(['stake|11 1000']);
  });

  it.each([
    ['does not know the question', 'getEpochInfo', -32601, false],
    ['no longer knows the blocks', 'getInflationReward', -32007, false],
    ['is in trouble', 'getInflationReward', -32603, true],
  ])(
    'is missing where the node %s; the history is read all the same',
    async (_, method, code, isIncomplete) => {
      staked();
      cluster.refuse[method] = { code, message: 'no' };
      const { rows, last } = await read();
      expect([rewardsIn(rows), rows.length]).toEqual([[], 1]);
      expect(last).toMatchObject({ done: true, incomplete: isIncomplete });
      cluster.refuse = {};
      expect(rewardsIn((await read(last.cursor)).rows)).toEqual(
        code === -32007 ? [] : ['stake|11 1000', 'stake|12 1100'],
      );
    },
  );

  it('comes from the second node while the first is down', async () => {
    staked();
    isFirstDown = true;
    const { rows, last } = await read();
    expect(rewardsIn(rows)).toHaveLength(2);
    expect([rows.length, last.provider, last.incomplete]).toEqual([3, 'helius', false]);
  });

  it('is income of its epoch, stays in the stake, and is not earned once more when it is withdrawn', async () => {
    staked();
    const all = {
      [ME.value]: [7e9 - FEE, 9e9 + 2_500 - 2 * FEE] as [number, number],
      stake: [2e9 + 2_500, 0] as [number, number],
    };
    const source = new SolanaHistorySource(loadConfig({}), new FakeClock(0), upstream);
    const readLedger = async () => {
      const { rows } = await read();
      const txs = classifyHistory(source.interpret('solana', ME, rows), {
        wallet: ME.value,
        owned: new Set([ME.value]),
      });
      const valued = valueTransactions(txs, (_id, at) => ({ usd: '100', source: 'test', at }));
      const policies = {
        ...POLICIES,
        owned: new Set([ME.value]),
      } as const;
      return {
        txs,
        ledger: replay(ledgerEvents(valued, policies), FIFO),
      };
    };
    const during = await readLedger();
    expect(during.txs.map(({ type }) => type)).toEqual(['stake', 'income', 'income']);
    expect(during.ledger.income.map(({ quantity, type, wallet }) => [quantity, type, wallet])).toEqual([
      [1_000n, 'staking_reward', ME.value],
      [1_100n, 'staking_reward', ME.value],
    ]);
    expect(deposits(during.ledger, ME.value).map(({ quantity }) => quantity)).toEqual([2_000_002_100n]);
    cluster.act(13 * EPOCH + 9, 'withdraw', { stakeAccount: 'stake', destination: ME.value }, all);
    cluster.epoch = 20;
    const after = await readLedger();
    expect(after.txs.map(({ type }) => type)).toEqual(['stake', 'income', 'income', 'unstake']);
    // 400 more than reported: the node had lost the rewards of an epoch.
    expect(after.ledger.income.map(({ quantity }) => quantity)).toEqual([1_000n, 1_100n, 400n]);
    expect(positions(after.ledger, ME.value)).toHaveLength(1);
  });
});
