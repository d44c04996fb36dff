import { randomInt } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { Client } from 'pg';
import { startEmbeddedPostgres } from '../src/launcher/postgres';
import { PartnerKeysService } from '../src/modules/auth/partner-keys/partner-keys.service';
import { type Replay, startReplay } from '../test/support/replay';
import { copied, copyOf, load, TABLES } from './copied-wallets';
import { type BenchService, startService } from './service';
import { temporaryFolder } from '../test/support/temporary-folder';

/**
 * What one wallet costs, by the number of its transactions: bytes, bytes of indexes, CPU and upstream calls of its first
 * read. Then copies of small wallets are loaded by COPY into the real schema, and the same wallets are looked up among
 * a thousand and among all of them. One JSON line.
 * `BENCH_SIZES=10,300,10000,100000` and `BENCH_WALLETS=100000` change the sizes. Run: npm run -s bench:cost
 */
const SIZES = (process.env['BENCH_SIZES'] ?? '10,300,10000').split(',').map(Number);
const WALLETS = Number(process.env['BENCH_WALLETS'] ?? 20_000);
/** Small wallets are read in greater number: a page of a table holds many. */
const MOST_READ = 30;
const readOf = (transactions: number): number =>
  Math.max(1, Math.min(MOST_READ, Math.floor(3_000 / transactions)));
const FEW = 1_000;
/** Transactions of a wallet that is copied. */
const SMALL = 10;
const LOOKUPS = 300;
/** Lookups in turns: the machine itself changes within a minute. */
const ROUNDS = 3;

const addressOf = (group: number, i: number): string =>
  `0x${group.toString(16).padStart(4, '0')}${i.toString(16).padStart(36, '0')}`;
const sleep = (ms: number): Promise<void> => new Promise((wake) => setTimeout(wake, ms));
const rounded = (value: number): number => Number(value.toPrecision(4));
const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

/** A database with the service on it. */
interface Stage {
  sql: Client;
  service: BenchService;
  key: string;
  /** Milliseconds of CPU of the database server so far. */
  databaseCpu: () => number;
  close: () => Promise<void>;
}

async function openStage(replay: Replay): Promise<Stage> {
  const dataDir = temporaryFolder('cost-basis-bench-');
  const postgres = await startEmbeddedPostgres({ dataDir });
  const service = await startService(
    { ...replay.env, EVM_CHAINS: 'ethereum', DEMO_WALLETS: 'false', RATE_LIMIT_RPM: '1000000' },
    { database: postgres.url },
  );
  const { key } = await service.part(PartnerKeysService).create('bench');
  const sql = new Client({ connectionString: postgres.url });
  await sql.connect();
  return {
    sql,
    service,
    key,
    databaseCpu: () => cpuBelow(postgres.pid() ?? 0),
    close: async () => {
      await sql.end();
      await service.stop();
      await postgres.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** Milliseconds of CPU of a process with its children, those that ended included. Linux counts hundredths of a second. */
function cpuBelow(pid: number): number {
  const fields = (of: string): string[] => {
    const file = `/proc/${of}/stat`;
    // The name of the program may contain blanks.
    return existsSync(file)
      ? readFileSync(file, 'utf8')
          .replace(/^.*\) /s, '')
          .split(' ')
      : [];
  };
  const ticks = (of: string, first: number, last: number): number =>
    fields(of)
      .slice(first, last)
      .reduce((sum, field) => sum + Number(field), 0);
  const children = readdirSync('/proc').filter(
    (name) => /^\d+$/.test(name) && fields(name)[1] === String(pid),
  );
  return 10 * (ticks(String(pid), 11, 15) + children.reduce((sum, child) => sum + ticks(child, 11, 13), 0));
}

interface Bytes {
  data: number;
  index: number;
}

/** Of the tables of wallets, and of prices, which all wallets share. */
async function bytesOf(sql: Client, tables: readonly string[]): Promise<Bytes> {
  const { rows } = await sql.query<Bytes>(
    `SELECT sum(pg_table_size(name::regclass))::float8 AS data, sum(pg_indexes_size(name::regclass))::float8 AS index
     FROM unnest($1::text[]) AS name`,
    [tables],
  );
  return rows[0] ?? { data: 0, index: 0 };
}

/** Asks until the whole history is in the answer and its snapshot is stored. */
async function readWhole({ service, sql, key }: Stage, wallet: string): Promise<void> {
  for (;;) {
    const { partial, ms } = await holdings(service, key, wallet);
    const { rowCount } = await sql.query('SELECT FROM wallet_snapshots WHERE wallet = $1', [wallet]);
    if (!partial && rowCount !== 0) return;
    // While the history is read, each answer computes all that is there: asking must not be most of the cost.
    await sleep(Math.max(50, 10 * ms));
  }
}

async function holdings(
  service: BenchService,
  key: string,
  wallet: string,
): Promise<{ partial: boolean; ms: number }> {
  const start = performance.now();
  const response = await fetch(`${service.url}/api/v1/wallets/${wallet}/holdings`, {
    headers: { 'X-Partner-Key': key },
  });
  const text = await response.text();
  const ms = performance.now() - start;
  if (response.status !== 200) throw new Error(`holdings answered ${response.status}: ${text}`);
  return { partial: (JSON.parse(text) as { partial?: boolean }).partial !== false, ms };
}

/** The first read of wallets of one size, in a database of their own, after one that compiles the code. */
async function costOf(replay: Replay, transactions: number, group: number): Promise<object> {
  const stage = await openStage(replay);
  try {
    const wallets = Array.from({ length: readOf(transactions) }, (_, i) => addressOf(group, i + 1));
    for (const address of [addressOf(group, 0), ...wallets])
      await replay.big({ address, transactions: address === addressOf(group, 0) ? SMALL : transactions });
    await readWhole(stage, addressOf(group, 0));
    const names = Object.keys(TABLES);
    const [before, prices] = [await bytesOf(stage.sql, names), await bytesOf(stage.sql, ['prices'])];
    await replay.forget();
    const [cpu, databaseCpu, start] = [process.cpuUsage(), stage.databaseCpu(), performance.now()];
    for (const wallet of wallets) await readWhole(stage, wallet);
    const { user, system } = process.cpuUsage(cpu);
    const wholeMs = performance.now() - start;
    const usedByDatabase = stage.databaseCpu() - databaseCpu;
    const calls = (await replay.requests()).length;
    await stage.sql.query(`VACUUM ${[...names, 'prices'].join(', ')}`);
    const [after, allPrices] = [await bytesOf(stage.sql, names), await bytesOf(stage.sql, ['prices'])];
    const each = (value: number): number => rounded(value / wallets.length);
    const { rows } = await stage.sql.query<{ n: number }>(
      'SELECT count(*)::integer AS n FROM raw_rows WHERE address = ANY($1)',
      [wallets],
    );
    return {
      transactions,
      wallets: wallets.length,
      rows: each(rows[0]?.n ?? 0),
      bytes: each(after.data - before.data),
      index_bytes: each(after.index - before.index),
      price_bytes_of_all: allPrices.data + allPrices.index - prices.data - prices.index,
      cpu_ms: each((user + system) / 1_000),
      database_cpu_ms: each(usedByDatabase),
      upstream_calls: each(calls),
      whole_ms: each(wholeMs),
    };
  } finally {
    await stage.close();
  }
}

/** The statements that a process without the wallet in memory sends for an answer. */
const STATEMENTS = {
  states: 'SELECT * FROM chain_states WHERE address = $1 ORDER BY chain',
  snapshot: 'SELECT body::text, positions FROM wallet_snapshots WHERE wallet = $1',
  observations: 'SELECT * FROM balance_observations WHERE address = $1',
  rows: `SELECT list, key, block, body FROM raw_rows WHERE chain = 'ethereum' AND address = $1 ORDER BY block, seq`,
} as const;

/** Median milliseconds of each statement, and blocks of the database that it touches. */
async function lookUp(sql: Client, wallets: readonly string[]) {
  const found: Record<string, { ms: number; blocks: number }> = {};
  for (const [name, statement] of Object.entries(STATEMENTS)) {
    const times: number[] = [];
    const blocks: number[] = [];
    for (const wallet of wallets) {
      const start = performance.now();
      await sql.query(statement, [wallet]);
      times.push(performance.now() - start);
    }
    for (const wallet of wallets.slice(0, 20)) {
      const { rows } = await sql.query<{ 'QUERY PLAN': [{ Plan: Record<string, number> }] }>(
        `EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${statement}`,
        [wallet],
      );
      const plan = rows[0]?.['QUERY PLAN'][0].Plan ?? {};
      blocks.push((plan['Shared Hit Blocks'] ?? 0) + (plan['Shared Read Blocks'] ?? 0));
    }
    found[name] = { ms: rounded(median(times)), blocks: median(blocks) };
  }
  return found;
}

/** Answers about wallets that this process has not seen, computed from stored rows. */
async function firstAnswers({ service, key }: Stage, wallets: readonly string[]): Promise<number> {
  const times: number[] = [];
  for (const wallet of wallets) times.push((await holdings(service, key, wallet)).ms);
  return median(times);
}

const some = (count: number, below: number): string[] =>
  Array.from({ length: count }, () => copyOf(randomInt(below)));

async function growth(replay: Replay): Promise<object> {
  const stage = await openStage(replay);
  try {
    const { sql } = stage;
    const wallet = addressOf(0xfe, 1);
    await replay.big({ address: wallet, transactions: SMALL });
    await readWhole(stage, wallet);
    // No copy is due to be read again while it is looked up.
    await sql.query(`UPDATE chain_states SET indexed_at = now() + interval '1 day' WHERE address = $1`, [
      wallet,
    ]);
    const templates = new Map<string, string>();
    for (const table of Object.keys(TABLES) as (keyof typeof TABLES)[])
      templates.set(table, await copied(sql, table, wallet));
    await load(sql, templates, wallet, 0, FEW);
    await firstAnswers(stage, some(LOOKUPS, FEW));
    await replay.forget();
    const few: Awaited<ReturnType<typeof lookUp>>[] = [];
    for (let i = 0; i < ROUNDS; i++) few.push(await lookUp(sql, some(LOOKUPS, FEW)));
    const fewAnswers = await firstAnswers(stage, some(LOOKUPS, FEW));
    const start = performance.now();
    await load(sql, templates, wallet, FEW, WALLETS);
    const loadMs = performance.now() - start;
    const many: Awaited<ReturnType<typeof lookUp>>[] = [];
    for (let i = 0; i < ROUNDS; i++) many.push(await lookUp(sql, some(LOOKUPS, WALLETS)));
    const manyAnswers = await firstAnswers(stage, some(LOOKUPS, WALLETS));
    const calls = (await replay.requests()).length;
    const bytes = await bytesOf(sql, Object.keys(TABLES));
    const fastest = (all: typeof few, name: string): number =>
      Math.min(...all.map((one) => one[name]?.ms ?? 0));
    return {
      wallets: WALLETS,
      transactions_each: SMALL,
      loaded_per_s: rounded((WALLETS - FEW) / (loadMs / 1_000)),
      bytes_each: rounded(bytes.data / WALLETS),
      index_bytes_each: rounded(bytes.index / WALLETS),
      lookups: Object.fromEntries(
        Object.keys(STATEMENTS).map((name) => [
          name,
          {
            ms_of_1000: fastest(few, name),
            ms_of_all: fastest(many, name),
            ratio: rounded(fastest(many, name) / fastest(few, name)),
            blocks_of_1000: few[0]?.[name]?.blocks,
            blocks_of_all: many[0]?.[name]?.blocks,
          },
        ]),
      ),
      first_answer: {
        ms_of_1000: rounded(fewAnswers),
        ms_of_all: rounded(manyAnswers),
        ratio: rounded(manyAnswers / fewAnswers),
      },
      // For prices of now.
      upstream_calls: calls,
    };
  } finally {
    await stage.close();
  }
}

async function main(): Promise<void> {
  const replay = await startReplay();
  const costs: object[] = [];
  for (const [group, transactions] of SIZES.entries())
    costs.push(await costOf(replay, transactions, group + 1));
  const grown = await growth(replay);
  console.log(JSON.stringify({ costs, growth: grown }));
  await replay.close();
}

void main();
