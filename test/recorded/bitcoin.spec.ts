import { BitcoinHistorySource } from '../../src/adapters/providers/bitcoin/bitcoin.provider';
import { esploraPage } from '../../src/adapters/providers/bitcoin/bitcoin.schema';
import { interpretBitcoin } from '../../src/adapters/providers/bitcoin/bitcoin.mapper';
import { UpstreamClient } from '../../src/adapters/upstream/upstream-client';
import { loadConfig } from '../../src/config/env';
import { positions, replay as replayLedger } from '../../src/domain/engine';
import { parseAddress } from '../../src/domain/kernel/address';
import { AppError } from '../../src/domain/kernel/errors';
import { classifyHistory, ledgerEvents, valueTransactions } from '../../src/domain/chain';
import type { HistoryCursor, HistoryPage } from '../../src/ports/upstream/history-source';
import { OUTAGES, type Replay, startReplay } from '../support/replay';
import { readData } from './data';
import { IMPATIENT } from './impatient';
import { POLICIES } from '../chain/policies';
import { FakeClock } from '../fakes/fake-clock';

const clock = new FakeClock(Date.UTC(2026, 10, 20));
const never = new AbortController().signal;
/** The example key of BIP-173: all can spend what is sent there, and some do. */
const EXAMPLE = parseAddress('bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4');

interface RecordedTx {
  txid: string;
  fee: number;
  vin: { prevout: { scriptpubkey_address?: string; value: number } | null }[];
}
/** Addresses with all their transactions, and transactions of their own. */
interface BitcoinData {
  wallets: { address: string; txs: RecordedTx[] }[];
  transactions: unknown[];
}
const recorded = () =>
  readData<BitcoinData>('bitcoin').wallets.find(({ address }) => address === EXAMPLE.value)?.txs ?? [];

describe('Bitcoin against the stand-in for Esplora', () => {
  let replay: Replay;
  let upstream: UpstreamClient;
  let source: BitcoinHistorySource;

  beforeAll(async () => {
    replay = await startReplay();
    upstream = new UpstreamClient({ ...IMPATIENT, openMs: 1 });
    source = new BitcoinHistorySource(loadConfig(replay.env), clock, upstream);
  });
  afterAll(async () => {
    await upstream.close();
    await replay.close();
  });
  afterEach(async () => {
    await replay.calm();
    await replay.forget();
  });

  async function readAll(cursor: HistoryCursor | null = null): Promise<HistoryPage[]> {
    const pages: HistoryPage[] = [];
    for await (const page of source.read('bitcoin', EXAMPLE, cursor, never)) pages.push(page);
    return pages;
  }
  const interpreted = async () => {
    const rows = (await readAll()).flatMap((page) => page.rows);
    return source.interpret('bitcoin', EXAMPLE, rows);
  };

  it('reads all 61 transactions in pages of 25, and says that it has them all', async () => {
    const pages = await readAll();
    expect(new Set(pages.flatMap(({ rows }) => rows.map(({ key }) => key))).size).toBe(61);
    expect(pages.map(({ rows }) => rows.length)).toEqual([25, 25, 11, 0, 0]);
    expect(pages.at(-1)).toMatchObject({
      done: true,
      truncated: false,
      incomplete: false,
      provider: 'esplora',
    });
    const asked = (await replay.requests()).map(({ path }) => path);
    expect(asked).toHaveLength(5);
  });

  it('knows every fee to the satoshi', async () => {
    const fees = new Map((await interpreted()).map(({ hash, fee }) => [hash, fee?.quantity ?? 0n]));
    const all = recorded();
    const put = ({ vin }: RecordedTx, isOwn: (address?: string) => boolean) =>
      vin.reduce(
        (sum, { prevout }) => sum + (isOwn(prevout?.scriptpubkey_address) ? (prevout?.value ?? 0) : 0),
        0,
      );
    const kinds = { alone: 0, shared: 0, none: 0 };
    for (const tx of all) {
      const own = put(tx, (address) => address === EXAMPLE.value);
      const whole = put(tx, () => true);
      // Where others paid in as well: fee x own / all, the odd satoshi to the first of them.
      const least = BigInt(Math.floor((tx.fee * own) / whole));
      const found = fees.get(tx.txid) ?? -1n;
      kinds[own === 0 ? 'none' : own === whole ? 'alone' : 'shared']++;
      if (own === 0 || own === whole) expect([tx.txid, found]).toEqual([tx.txid, least]);
      else expect([tx.txid, found === least || found === least + 1n]).toEqual([tx.txid, true]);
    }
    expect(kinds).toEqual({ alone: 26, shared: 4, none: 31 });
  });

  it('ends at exactly 0, never below on the way, as the address itself says', async () => {
    let left = 0n;
    for (const { fee, movements } of await interpreted()) {
      for (const { from, to, quantity } of movements) {
        if (to === EXAMPLE.value) left += quantity;
        if (from === EXAMPLE.value) left -= quantity;
      }
      left -= fee?.quantity ?? 0n;
      expect(left >= 0n).toBe(true);
    }
    expect(left).toBe(0n);
    await expect(source.balances('bitcoin', EXAMPLE, ['bitcoin:native'], never)).resolves.toEqual([
      { assetId: 'bitcoin:native', quantity: 0n, readAt: clock.now(), source: 'esplora' },
    ]);
  });

  it('leaves no lot open and makes none up in the ledger', async () => {
    const owned = new Set([EXAMPLE.value]);
    const classified = classifyHistory(await interpreted(), { wallet: EXAMPLE.value, owned });
    const valued = valueTransactions(classified, () => ({ usd: '40000', source: 'test', at: 0 }));
    const policies = { ...POLICIES, owned };
    const ledger = replayLedger(ledgerEvents(valued, policies), {
      method: 'fifo',
      timezone: 'UTC',
      washSales: false,
    });
    expect(positions(ledger, EXAMPLE.value)).toEqual([]);
    const made = ledger.lots.filter(({ acquiredAt }) => acquiredAt === null);
    expect(made).toEqual([]);
  });

  it('asks a second time only for what is new, and replaces the blocks it reads again', async () => {
    const first = await readAll();
    await replay.forget();
    const cursor = JSON.parse(JSON.stringify(first.at(-1)?.cursor)) as HistoryCursor;
    const again = await readAll(cursor);
    expect(await replay.requests()).toHaveLength(1);
    const newest = Math.max(...first.flatMap(({ rows }) => rows.map(({ block }) => block)));
    expect(again[0]?.replacesFrom).toEqual({ txs: newest - 12 });
    expect(again[0]?.rows.every(({ block }) => block >= newest - 12)).toBe(true);
  });

  it.each(OUTAGES)('%s is an outage, never an empty wallet', async (mode) => {
    await replay.order({ match: '^/esplora', mode });
    const failure: unknown = await readAll().catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(AppError);
    expect(failure).toMatchObject({ code: 'DATA_PROVIDER_ERROR', details: { provider: 'esplora' } });
  });

  it('a refusal of our plan is told as such', async () => {
    await replay.order({ match: '^/esplora', mode: 'entitlement' });
    await expect(readAll()).rejects.toMatchObject({ code: 'PROVIDER_ENTITLEMENT_ERROR' });
  });

  it.each(['500', 'reset', 'garbage', 'empty'])('one %s in the middle is forgiven', async (mode) => {
    await replay.order({ match: 'txs/chain/', mode, times: 1 });
    expect((await readAll()).flatMap(({ rows }) => rows)).toHaveLength(61);
  });
});

describe('recorded Bitcoin transactions', () => {
  it('are read whole, or refused for a reason; what is read keeps every satoshi', () => {
    const { wallets, transactions } = readData<BitcoinData>('bitcoin');
    const others = wallets.filter(({ address }) => address !== EXAMPLE.value).flatMap(({ txs }) => txs);
    let read = 0;
    for (const tx of [...others, ...transactions]) {
      const parsed = esploraPage.safeParse([tx]);
      const [row] = parsed.data ?? [];
      if (!row) continue;
      read++;
      for (const wallet of new Set([...row.inputs, ...row.outputs].map(({ address }) => address))) {
        if (wallet === null) continue;
        const [mapped] = interpretBitcoin(wallet, [
          { list: 'txs', key: row.txid, block: 0, body: { ...row } },
        ]);
        const had = row.inputs.filter((p) => p.address === wallet).reduce((n, p) => n + BigInt(p.value), 0n);
        const has = row.outputs.filter((p) => p.address === wallet).reduce((n, p) => n + BigInt(p.value), 0n);
        let delta = -(mapped?.fee?.quantity ?? 0n);
        for (const { from, quantity } of mapped?.movements ?? [])
          delta += from === wallet ? -quantity : quantity;
        expect(delta).toBe(has - had);
      }
    }
    expect(read).toBeGreaterThan(5);
  });
});
