import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { loadConfig } from '../../../config/env';
import { parseAddress } from '../../../domain/kernel/address';
import type { HistoryCursor, HistoryPage, RawRow } from '../../../ports/upstream/history-source';
import { UpstreamClient } from '../../upstream/upstream-client';
import { TOKEN_PROGRAMS } from './solana.programs';
import { SolanaHistorySource } from './solana.provider';
import { solanaEndpoints } from './solana.upstreams';
import { FakeClock } from '../../../../test/fakes/fake-clock';
import { HastyClock } from '../../../../test/fakes/hasty-clock';

const ME = parseAddress('9QC3q9XT3Pq81DuM2Lt7yqkCY8uZZEtiNziJgrYp6SLj');
const USDC = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v';
const clock = new FakeClock(1_700_000_000_000);
const never = new AbortController().signal;
const QUICK = { attempts: 2, attemptMs: 2_000, wholeMs: 5_000 };

class Node {
  /** Address -> signatures, oldest first. */
  readonly signatures = new Map<string, { signature: string; err: unknown }[]>();
  readonly transactions = new Map<string, object | null>();
  accounts: { pubkey: string; amount: number }[] = [];
  pageSize = 1_000;
  asked: string[] = [];
  /** Missing signatures: below them the node returns none. */
  unknown: string[] = [];
  /** Error returned instead of a result, by method. */
  readonly errors = new Map<string, { code: number; message: string }>();

  /** @param account the wallet's token account the transaction touches; it names the wallet only if `isNamed` */
  add(
    signature: string,
    { account, isNamed = true, err = null }: { account?: string; isNamed?: boolean; err?: unknown } = {},
  ): void {
    const slot = this.transactions.size + 1;
    for (const address of [...(isNamed ? [ME.value] : []), ...(account ? [account] : [])])
      this.signatures.set(address, [...(this.signatures.get(address) ?? []), { signature, err }]);
    const amount = { amount: '1', decimals: 6 };
    const token = { accountIndex: 1, mint: USDC, owner: ME.value, uiTokenAmount: amount };
    this.transactions.set(signature, {
      slot,
      blockTime: 1_600_000_000 + slot,
      meta: {
        err,
        fee: 5_000,
        preBalances: [10_000, 1],
        postBalances: [5_000, 1],
        postTokenBalances: account ? [token] : [],
      },
      transaction: {
        signatures: [signature],
        message: {
          accountKeys: [
            { pubkey: isNamed ? ME.value : 'stranger', signer: true },
            { pubkey: account ?? 'other', signer: false },
          ],
          instructions: [],
        },
      },
    });
  }

  answer(method: string, params: [string, Record<string, string>]): unknown {
    const [key, options] = params;
    this.asked.push(method === 'getTokenAccountsByOwner' ? method : `${method} ${key}`);
    if (method === 'getTransaction') return this.transactions.get(key) ?? null;
    if (method === 'getBalance')
      return { context: { slot: 1 }, value: 7_000_000_000_000_000_000n.toString() };
    if (method === 'getTokenAccountsByOwner')
      return {
        context: { slot: 1 },
        value: (options.programId === TOKEN_PROGRAMS[0] ? this.accounts : []).map(({ pubkey, amount }) => ({
          pubkey,
          account: {
            lamports: 2_039_280,
            data: { parsed: { info: { mint: USDC, tokenAmount: { amount: String(amount) } } } },
          },
        })),
      };
    if (this.unknown.includes(options.before ?? '')) return [];
    const all = [...(this.signatures.get(key) ?? [])].reverse();
    const from = options.before ? all.findIndex(({ signature }) => signature === options.before) + 1 : 0;
    const until = all.findIndex(({ signature }) => signature === options.until);
    return all.slice(from, until === -1 ? undefined : until).slice(0, this.pageSize);
  }
}

let node: Node;
let server: Server;
let upstream: UpstreamClient;

beforeEach(async () => {
  node = new Node();
  upstream = new UpstreamClient({
    clock: new HastyClock(),
    openMs: 1,
    patience: { request: QUICK, background: QUICK },
  });
  server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const { method, params } = JSON.parse(Buffer.concat(parts).toString()) as {
        method: string;
        params: [string, Record<string, string>];
      };
      const error = node.errors.get(method);
      const result = error ? undefined : node.answer(method, params);
      // Lamports as a node writes them: digits without quotes.
      const text = JSON.stringify({ jsonrpc: '2.0', id: 1, ...(error ? { error } : { result }) });
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(text.replace(/"value":"(\d+)"/, '"value":$1'));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterEach(async () => {
  await upstream.close();
  await new Promise((resolve) => {
    server.close(resolve);
    server.closeAllConnections();
  });
});

const source = () =>
  new SolanaHistorySource(
    loadConfig({ SOLANA_RPC_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }),
    clock,
    upstream,
  );
class Shelf {
  readonly rows = new Map<string, RawRow>();
  cursor: HistoryCursor | null = null;
  last: HistoryPage | undefined;

  async read(pages = Infinity): Promise<this> {
    node.asked = [];
    for await (const given of source().read('solana', ME, this.cursor, never)) {
      const page = JSON.parse(JSON.stringify(given)) as HistoryPage;
      for (const row of page.rows) this.rows.set(row.key, row);
      this.cursor = page.cursor;
      this.last = page;
      if (--pages === 0) break;
    }
    return this;
  }
  get keys(): string[] {
    return [...this.rows.keys()].sort();
  }
}
const many = (count: number) => Array.from({ length: count }, (_, i) => `s${String(i).padStart(4, '0')}`);

describe('reading a Solana wallet', () => {
  it('nobody used has an empty history', async () => {
    const shelf = await new Shelf().read();
    expect([shelf.keys, shelf.last?.done, shelf.last?.incomplete]).toEqual([[], true, false]);
  });

  it.each([
    [60, 1_000],
    [230, 100],
    [200, 100],
  ])('of %s transactions is whole, in pages of %s', async (count, size) => {
    node.pageSize = size;
    for (const signature of many(count)) node.add(signature);
    const shelf = await new Shelf().read();
    expect(shelf.keys).toEqual(many(count));
    expect(shelf.last).toMatchObject({
      done: true,
      incomplete: false,
      truncated: false,
      provider: 'solana-rpc',
    });
  });

  describe('whose node has no signature below a full page', () => {
    const lists = () => node.asked.filter((asked) => asked.startsWith('getSignaturesForAddress '));

    it('is at its end when the node returns the last one again, with one more call', async () => {
      node.pageSize = 100;
      for (const signature of many(200)) node.add(signature);
      const shelf = await new Shelf().read();
      expect(shelf.last).toMatchObject({ done: true, incomplete: false });
      expect(lists()).toHaveLength(4);
      await shelf.read();
      expect(lists()).toHaveLength(1);
    });

    it('is read on from the signature above when the node lacks the last one only', async () => {
      node.pageSize = 100;
      for (const signature of many(350)) node.add(signature);
      // Numbers 349 to 150 are two pages.
      node.unknown = ['s0150'];
      const shelf = await new Shelf().read();
      expect(shelf.keys).toEqual(many(350));
      expect(shelf.last).toMatchObject({ done: true, incomplete: false });
    });

    it('is incomplete until a node with the last one is found, and is read on there', async () => {
      node.pageSize = 100;
      for (const signature of many(250)) node.add(signature);
      node.unknown = ['s0050', 's0051'];
      const shelf = await new Shelf().read();
      expect(shelf.keys).toEqual(many(250).slice(50));
      expect(shelf.last).toMatchObject({ done: true, incomplete: true });
      await shelf.read();
      expect(shelf.last).toMatchObject({ done: true, incomplete: true });
      node.unknown = [];
      node.add('t1');
      await shelf.read();
      expect(shelf.keys).toEqual([...many(250), 't1']);
      expect(shelf.last).toMatchObject({ done: true, incomplete: false });
    });

    it('is read on for a token account too', async () => {
      node.pageSize = 100;
      for (const signature of many(250)) node.add(signature, { account: 'tokens', isNamed: false });
      node.accounts = [{ pubkey: 'tokens', amount: 5 }];
      node.unknown = ['s0050', 's0051'];
      const shelf = await new Shelf().read();
      expect(shelf.keys).toHaveLength(200);
      node.unknown = [];
      node.add('t1', { account: 'tokens', isNamed: false });
      node.accounts = [{ pubkey: 'tokens', amount: 6 }];
      await shelf.read();
      expect(shelf.keys).toEqual([...many(250), 't1']);
      expect(shelf.last?.incomplete).toBe(false);
    });
  });

  it('goes on where it was interrupted', async () => {
    for (const signature of many(120)) node.add(signature);
    const shelf = await new Shelf().read(1);
    expect(shelf.keys).toHaveLength(50);
    node.add('t1');
    await shelf.read();
    expect(shelf.keys).toEqual([...many(120), 't1']);
    expect(node.asked.filter((asked) => asked.startsWith('getTransaction '))).toHaveLength(71);
  });

  it('asks the second time for what is new only', async () => {
    for (const signature of many(3)) node.add(signature, { account: 'tokens' });
    node.accounts = [{ pubkey: 'tokens', amount: 3 }];
    const shelf = await new Shelf().read();
    node.add('t1');
    await shelf.read();
    expect(shelf.keys).toEqual([...many(3), 't1']);
    expect(node.asked.sort()).toEqual([
      `getSignaturesForAddress ${ME.value}`,
      'getTokenAccountsByOwner',
      'getTokenAccountsByOwner',
      'getTransaction t1',
    ]);
  });

  it('finds what only a token account knows of, at first and later', async () => {
    node.add('a', { account: 'tokens' });
    node.add('b', { account: 'tokens', isNamed: false });
    node.accounts = [{ pubkey: 'tokens', amount: 1 }];
    const shelf = await new Shelf().read();
    expect(shelf.keys).toEqual(['a', 'b']);
    node.add('c', { account: 'tokens', isNamed: false });
    node.accounts = [{ pubkey: 'tokens', amount: 2 }];
    expect((await shelf.read()).keys).toEqual(['a', 'b', 'c']);
  });

  it('finds what only a closed token account knows of, by the transactions that name it', async () => {
    node.add('b', { account: 'closed', isNamed: false });
    node.add('c', { account: 'closed' });
    expect((await new Shelf().read()).keys).toEqual(['b', 'c']);
  });

  it('looks again into an account that holds the same, when the wallet used it', async () => {
    node.add('a', { account: 'tokens' });
    node.accounts = [{ pubkey: 'tokens', amount: 5 }];
    const shelf = await new Shelf().read();
    node.add('in', { account: 'tokens', isNamed: false });
    node.add('out', { account: 'tokens' });
    expect((await shelf.read()).keys).toEqual(['a', 'in', 'out']);
  });

  it('does not ask for failed transactions of others', async () => {
    node.add('mine', { account: 'tokens', err: 'failed' });
    node.add('theirs', { account: 'tokens', isNamed: false, err: 'failed' });
    node.accounts = [{ pubkey: 'tokens', amount: 5 }];
    expect((await new Shelf().read()).keys).toEqual(['mine']);
  });

  it('says that the node has lost some, and asks for them again', async () => {
    for (const signature of many(3)) node.add(signature);
    const kept = node.transactions.get('s0001') ?? null;
    node.transactions.set('s0001', null);
    const shelf = await new Shelf().read();
    expect([shelf.keys, shelf.last?.incomplete]).toEqual([['s0000', 's0002'], true]);
    expect((await shelf.read()).last?.incomplete).toBe(true);
    node.transactions.set('s0001', kept);
    await shelf.read();
    expect([shelf.keys, shelf.last?.incomplete]).toEqual([many(3), false]);
  });

  it('reads the rest when the node keeps a transaction without its balances', async () => {
    for (const signature of many(2)) node.add(signature);
    const kept = node.transactions.get('s0000') ?? null;
    node.transactions.set('s0000', { ...kept, meta: null });
    const shelf = await new Shelf().read();
    expect([shelf.keys, shelf.last?.incomplete]).toEqual([['s0001'], true]);
    node.transactions.set('s0000', kept);
    await shelf.read();
    expect([shelf.keys, shelf.last?.incomplete]).toEqual([many(2), false]);
  });

  it.each([-32001, -32007, -32009, -32011, -32015])('takes %s of a transaction for lost', async (code) => {
    node.add('a');
    node.errors.set('getTransaction', { code, message: 'gone' });
    expect((await new Shelf().read()).last).toMatchObject({ done: true, incomplete: true });
  });

  it.each([
    [-32005, 'Node is behind by 42 slots', 'DATA_PROVIDER_ERROR'],
    [-32004, 'Block not available', 'DATA_PROVIDER_ERROR'],
    [429, 'Too many requests', 'DATA_PROVIDER_ERROR'],
    [-32602, 'Invalid param', 'DATA_PROVIDER_ERROR'],
    [-32403, 'plan', 'PROVIDER_ENTITLEMENT_ERROR'],
  ])('%s %s is an outage, or a refusal', async (code, message, expected) => {
    node.errors.set('getSignaturesForAddress', { code, message });
    await expect(new Shelf().read()).rejects.toMatchObject({
      code: expected,
      details: { provider: 'solana-rpc', error: expect.stringContaining(message) },
    });
  });

  it('reads balances: the coin with what its token accounts would give back, and tokens', async () => {
    node.accounts = [
      { pubkey: 'a', amount: 5 },
      { pubkey: 'b', amount: 6 },
    ];
    const ids = ['solana:native', `solana:${USDC}`, 'solana:nothing', 'bitcoin:native'];
    const balances = await source().balances('solana', ME, ids, never);
    expect(balances.map(({ assetId, quantity }) => [assetId, quantity])).toEqual([
      ['solana:native', 7_000_000_000_000_000_000n + 2n * 2_039_280n],
      [`solana:${USDC}`, 11n],
      ['solana:nothing', 0n],
    ]);
  });
});

describe('the nodes asked', () => {
  it('are the configured one at the pace of the public cluster, then Helius where there is a key', () => {
    expect(solanaEndpoints(loadConfig({})).map(({ provider, rate }) => [provider, rate.perSecond])).toEqual([
      ['solana-rpc', 4],
    ]);
    const both = solanaEndpoints(loadConfig({ SOLANA_RPC_URL: 'http://node:8899', HELIUS_API_KEY: 'k y' }));
    expect(both.map(({ provider, url, rate }) => [provider, url, rate.perSecond])).toEqual([
      ['solana-rpc', 'http://node:8899', 200],
      ['helius', 'https://mainnet.helius-rpc.com/?api-key=k%20y', 10],
    ]);
  });
});
