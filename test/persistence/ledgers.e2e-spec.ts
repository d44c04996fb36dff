import type { DataSource } from 'typeorm';
import { PostgresLedgers } from '../../src/adapters/persistence/ledgers/ledgers.store';
import { LEDGER_TABLES } from '../../src/adapters/persistence/ledgers/ledger-tables';
import { replay, transactionResults, type LedgerEvent } from '../../src/domain/engine';
import { nativeAsset } from '../../src/domain/kernel/asset';
import { uuidOf } from '../../src/domain/kernel/hash';
import {
  plainDisposal,
  plainIncome,
  plainIssue,
  plainLink,
  plainLot,
  plainWashSale,
} from '../../src/domain/portfolio/ledgers/plain-records';
import type { LedgerContents, LedgerVersion } from '../../src/ports/storage/ledgers/ledgers';
import { connectDatabase, type Connected } from '../support/connected';

const WALLET = '0x00000000000000000000000000000000000000a1';
const ETH = nativeAsset('ethereum');
const DAY = 86_400_000;
const MINUTE = 60_000;
const ONE = 10n ** 18n;
const SCOPE = { ledgerId: uuidOf('a ledger'), name: 'a scope', wallets: [WALLET], userId: null };

let database: Connected;
let sql: DataSource;
let ledgers: PostgresLedgers;
beforeAll(async () => {
  database = await connectDatabase();
  sql = database.sql;
  ledgers = new PostgresLedgers(sql);
});
afterAll(() => database?.close());
beforeEach(async () => {
  await ledgers.forget(WALLET, 0);
  await ledgers.prune(MINUTE);
});

/** Buys one coin a day, and sells half of one on every third day. */
function contentsOf(days: number): LedgerContents {
  const events: LedgerEvent[] = [];
  for (let day = 0; day < days; day++) {
    const common = {
      ...{ wallet: WALLET, asset: ETH, at: day * DAY, txHash: `0x${day}`, leg: 0, flags: [] },
      transactionId: uuidOf(`tx ${day}`),
      stem: `stem ${day}`,
      priceSource: 'test',
    };
    events.push({
      ...common,
      kind: 'acquire',
      quantity: ONE,
      cost: 100n * ONE,
      source: 'purchase',
      incomeType: null,
    } as never);
    if (day % 3 === 2)
      events.push({
        ...common,
        ...{ kind: 'dispose', leg: 1, quantity: ONE / 2n, proceeds: 70n * ONE, fees: 0n, type: 'sale' },
      } as never);
  }
  const ledger = replay(events, { method: 'fifo', timezone: 'UTC' } as never);
  const results = transactionResults(ledger, WALLET);
  const transactions = Array.from({ length: days }, (_, day) => {
    const id = uuidOf(`tx ${day}`);
    const leg = { index: 0, direction: 'in', asset: ETH, quantity: ONE, valueUsd: 100n * ONE };
    const transaction = {
      ...{ id, wallet: WALLET, hash: `0x${day}`, chain: 'ethereum', at: day * DAY, block: day, txIndex: 0 },
      ...{ type: 'swap', isSpam: day % 5 === 4, legs: [leg], fee: null },
    };
    return { transaction: transaction as never, result: results.get(id) ?? null };
  });
  return {
    facts: {
      isApproximate: false,
      movesNotIdentified: [],
      unsettled: [],
      transfers: { suggested: 0, confirmed: 0, rejected: 0, unmatched: 0 },
      inputHash: '',
    },
    assets: ledger.assets.values(),
    tokenKeys: new Map([[ETH.id, 'ethereum:ETH']]),
    transactions,
    lots: ledger.lots.map((lot, place) => ({
      lot: plainLot(lot),
      tokenKey: 'ethereum:ETH',
      place,
      shownIn: WALLET,
      isPending: false,
    })),
    disposals: ledger.disposals.map(plainDisposal),
    income: ledger.income.map(plainIncome),
    links: ledger.links.map(plainLink),
    issues: ledger.issues.map((issue) => ({ issue: plainIssue(issue), shownIn: WALLET })),
    washSales: ledger.washSales.map(plainWashSale),
    needs: [],
  };
}

const basis = (days: number) => ({ state: `${days} days`, rules: 'rules' });
const save = (days: number, now = 0) => ledgers.save(SCOPE, basis(days), contentsOf(days), now);

async function found(days: number): Promise<LedgerVersion> {
  const version = await ledgers.find(SCOPE.ledgerId, basis(days));
  if (!version) throw new Error(`no ledger of ${days} days`);
  return version;
}

/** Everything that a reader sees of a version. */
async function read(at: LedgerVersion) {
  const all = { page: 1, perPage: 1_000, after: null };
  const pick = { wallet: WALLET, includeSpam: true, since: null };
  const { rows: transactions } = await ledgers.transactions(at, pick, { ...all, isDescending: false });
  const lots = await ledgers.lots(at, { wallet: WALLET, status: 'all', shown: null }, 'date_asc', all);
  const records = await ledgers.records(at, { wallets: null, from: -Infinity, until: Infinity });
  return { transactions, lots: lots.rows.map(({ lot }) => lot), disposals: records.disposals };
}

const expected = (days: number) => {
  const { transactions, lots, disposals } = contentsOf(days);
  return {
    transactions: [...transactions],
    lots: [...lots].map(({ lot }) => lot),
    disposals: [...disposals],
  };
};

/** Rows that began with a version, by table. */
async function written(version: number): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const { name } of LEDGER_TABLES) {
    const [row] = await sql.query<{ n: number }[]>(
      `SELECT count(*)::integer AS n FROM ${name} WHERE from_version = $1`,
      [version],
    );
    if (row && row.n > 0) counts[name] = row.n;
  }
  return counts;
}

it('a ledger is read as it was written, and its next version writes what changed', async () => {
  await save(9);
  const before = await found(9);
  expect(await read(before)).toEqual(expected(9));
  await save(10);
  // A purchase: nothing else changed.
  expect(await written(2)).toEqual({ ledger_transactions: 1, ledger_lots: 1 });
  await save(12);
  // Two purchases and a sale, which changes the lot that it takes from.
  expect(await written(3)).toEqual({
    ...{ ledger_transactions: 2, ledger_lots: 3 },
    ...{ ledger_disposals: 1, ledger_links: 1 },
  });
  // Who has found a version reads it whole while the next ones are written.
  expect(await read(before)).toEqual(expected(9));
  expect(await read(await found(12))).toEqual(expected(12));
});

it('a ledger of the same state and rules is not written again', async () => {
  await save(3);
  await save(3);
  expect((await found(3)).version).toBe(1);
  const other = { ...basis(3), rules: 'other rules' };
  await ledgers.save(SCOPE, other, contentsOf(3), 0);
  expect((await found(3)).version).toBe(1);
  expect(await ledgers.find(SCOPE.ledgerId, other)).toMatchObject({ version: 2 });
  expect(await written(2)).toEqual({});
});

it('a ledger of the same state is written again a day later: prices that no market had can have come', async () => {
  await save(40);
  await save(40, DAY - 1);
  expect((await found(40)).version).toBe(1);
  await save(40, DAY);
  expect((await found(40)).version).toBe(2);
});

it('a version that breaks off leaves the one before whole', async () => {
  await save(9);
  const broken = {
    ...contentsOf(12),
    *disposals() {
      yield* [];
      throw new Error('the process ends here');
    },
  };
  const contents = { ...broken, disposals: { [Symbol.iterator]: broken.disposals } };
  await expect(ledgers.save(SCOPE, basis(12), contents, 0)).rejects.toThrow('the process ends here');
  expect(await ledgers.find(SCOPE.ledgerId, basis(12))).toBeNull();
  expect(await read(await found(9))).toEqual(expected(9));
  expect(await written(2)).toEqual({});
});

it('rows that no reader can ask for are deleted', async () => {
  await save(9, 0);
  await save(10, MINUTE);
  // Readers of both may be at work.
  await save(11, 2 * MINUTE);
  expect(await read(await found(9))).toEqual(expected(9));
  await save(12, 20 * MINUTE);
  expect(await ledgers.find(SCOPE.ledgerId, basis(9))).toBeNull();
  expect(await ledgers.find(SCOPE.ledgerId, basis(10))).toBeNull();
  expect(await read(await found(11))).toEqual(expected(11));
  expect(await read(await found(12))).toEqual(expected(12));
});

it('a version is readable for minutes after the next one was written, however old it is', async () => {
  await save(9, 0);
  const oldest = await found(9);
  await save(10, 30 * MINUTE);
  await save(11, 31 * MINUTE);
  expect(await read(oldest)).toEqual(expected(9));
  await save(12, 50 * MINUTE);
  expect(await ledgers.find(SCOPE.ledgerId, basis(9))).toBeNull();
});

it('a ledger without a snapshot, and that of a wallet to forget, are deleted whole', async () => {
  const rows = async () => {
    const counts = await Promise.all(
      ['ledgers', 'ledger_assets', ...LEDGER_TABLES.map(({ name }) => name)].map((table) =>
        sql.query<{ n: number }[]>(`SELECT count(*)::integer AS n FROM ${table}`),
      ),
    );
    return counts.reduce((sum, [row]) => sum + (row?.n ?? 0), 0);
  };
  await save(9, MINUTE);
  expect(await ledgers.prune(MINUTE)).toBe(0);
  expect(await ledgers.prune(2 * MINUTE)).toBe(1);
  expect(await rows()).toBe(0);
  await save(9, MINUTE);
  await ledgers.forget('0x00000000000000000000000000000000000000b2', 2 * MINUTE);
  expect(await read(await found(9))).toEqual(expected(9));
  expect(await rows()).toBeGreaterThan(0);
  const before = await found(9);
  await ledgers.forget(WALLET, 2 * MINUTE);
  expect(await ledgers.find(SCOPE.ledgerId, basis(9))).toBeNull();
  // Who has found it reads it whole.
  expect(await read(before)).toEqual(expected(9));
  await ledgers.prune(3 * MINUTE);
  expect(await rows()).toBe(0);
  // A ledger that was written again stays.
  await save(9, MINUTE);
  await ledgers.forget(WALLET, 2 * MINUTE);
  await save(9, 4 * MINUTE);
  await ledgers.prune(3 * MINUTE);
  expect(await read(await found(9))).toEqual(expected(9));
});

it('what a transaction did is found by its hash and by its id, as of the version that is read', async () => {
  await save(9);
  const at = await found(9);
  // Later sales take from the lots that day 2 took from.
  await save(18);
  const { lots, disposals, links } = contentsOf(9);
  const isOf = ({ txHash }: { txHash: string | null }) => txHash === '0x2';
  const expectedOf = {
    lots: [...lots].filter(({ lot }) => isOf(lot)).map(({ lot }) => lot),
    disposals: [...disposals].filter(isOf),
    links: [...links].filter(isOf),
  };
  expect([expectedOf.lots.length, expectedOf.links.length]).toEqual([1, 1]);
  for (const pick of [{ txHash: '0x2', at: 2 * DAY }, { transactionId: uuidOf('tx 2') }]) {
    const { income, ...effects } = await ledgers.effects(at, WALLET, pick);
    expect({ ...effects, lots: effects.lots.map(({ lot }) => lot) }).toEqual(expectedOf);
    expect(income).toEqual([]);
  }
  expect((await ledgers.effects(at, WALLET, { txHash: '0x2', at: 3 * DAY })).disposals).toEqual([]);
  const [link] = expectedOf.links;
  const down = await ledgers.linksAt(at, 'down', [link?.fromLotId ?? '']);
  expect(down.map((placed) => placed.link)).toEqual(
    [...links].filter(({ fromLotId }) => fromLotId === link?.fromLotId),
  );
});

it('of the sets of wallets of a user, the 20 that were written last are stored', async () => {
  const wallets = [WALLET, '0x00000000000000000000000000000000000000b2'];
  const userId = uuidOf('a user');
  const setOf = (n: number) => ({ ledgerId: uuidOf(`set ${n}`), name: `set ${n}`, wallets, userId });
  for (let n = 0; n < 22; n++) await ledgers.save(setOf(n), basis(1), contentsOf(1), n * MINUTE);
  await save(1, 0);
  const isStored = async (id: string) => (await ledgers.find(id, basis(1))) !== null;
  expect(await Promise.all([0, 1, 2, 21].map((n) => isStored(setOf(n).ledgerId)))).toEqual([
    ...[false, false, true, true],
  ]);
  expect(await isStored(SCOPE.ledgerId)).toBe(true);
});

describe('pages', () => {
  it('follow each other by number and behind a position, in both orders', async () => {
    await save(12);
    const at = await found(12);
    const wanted = expected(12).transactions.filter((_, day) => day % 5 !== 4);
    for (const isDescending of [false, true]) {
      const order = isDescending ? wanted.toReversed() : wanted;
      const pick = { wallet: WALLET, includeSpam: false, since: null };
      for (const page of [1, 2, 3]) {
        const request = { page, perPage: 4, after: null, isDescending };
        const answer = await ledgers.transactions(at, pick, request);
        const shown = order.slice(4 * (page - 1), 4 * page);
        expect(answer).toEqual({ rows: shown, total: wanted.length, hasMore: 4 * page < wanted.length });
      }
      const {
        at: time,
        block,
        txIndex,
        hash,
        id,
      } = order[3]?.transaction as never as {
        [name: string]: string;
      };
      const after = [time, block, txIndex, hash, id] as never;
      const behind = await ledgers.transactions(at, pick, { page: 2, perPage: 4, after, isDescending });
      expect(behind.rows).toEqual(order.slice(4, 8));
    }
  });

  it('of open lots have their ranks, of every order', async () => {
    await save(12);
    const at = await found(12);
    const open = { wallet: WALLET, status: 'open', shown: null } as const;
    const all = { page: 1, perPage: 3, after: null };
    const oldest = await ledgers.lots(at, open, 'date_asc', all);
    expect(oldest.rows.map(({ rank }) => rank)).toEqual([1, 2, 3]);
    const newest = await ledgers.lots(at, open, 'date_desc', all);
    expect(newest.rows.map(({ rank }) => rank)).toEqual([oldest.total, oldest.total - 1, oldest.total - 2]);
    const closed = await ledgers.lots(at, { ...open, status: 'closed' }, 'date_asc', all);
    expect(closed.rows.map(({ rank }) => rank)).toEqual(closed.rows.map(() => 0));
    const byKey = await ledgers.lots(at, open, 'rank', all);
    expect(byKey.rows).toEqual(oldest.rows);
  });
});
