import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { Client } from 'pg';
import { DataSource, type EntityManager } from 'typeorm';
import type { Disposal, Income, LedgerLot, WashSale } from '../../../domain/engine';
import { DAY_MS, MINUTE_MS } from '../../../domain/kernel/durations';
import type { Money } from '../../../domain/kernel/units';
import { hashKey } from '../../../domain/kernel/transaction-hash';
import type { PageRequest, Position } from '../../../domain/kernel/page';
import type {
  JointTransactionPick,
  LedgerBasis,
  LedgerContents,
  LedgerFacts,
  LedgerScope,
  LedgerTransaction,
  LedgerVersion,
  LotPick,
  LotRowSort,
  RankedLotRow,
  ReadPage,
  ReadRequest,
  RecordPick,
  TransactionPick,
} from '../../../ports/storage/ledgers/ledgers';
import { lockKeyInTransaction } from '../advisory-locks';
import { inTransaction } from '../outage';
import { textOf, valueOf } from './json-text';
import { dropEnded, dropLedgers, writeVersion } from './ledger-writer';
import { lotConditions, lotsSql } from './lot-sql';
import type { RankedRow } from './ledger-rows';
import { LedgerTraces } from './ledger-traces';
import { inPeriod, versioned, type Statement } from './statement';

/** A reader that has found a version reads its rows within this time. */
const KEPT_MS = 10 * MINUTE_MS;
/** As long as a snapshot is used. Later, prices that no market had can have come, which no state names. */
const SAME_MS = DAY_MS;
/** Ledgers of several wallets. */
const MOST_SETS = { ofUser: 20, ofAll: 200 } as const;
/** Ledgers deleted in one transaction. */
const DROPPED_AT_ONCE = 20;

/** Before and after every transaction (ms UTC). */
const FAR = 1e15;

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

@Injectable()
export class PostgresLedgers extends LedgerTraces {
  constructor(@InjectDataSource() dataSource: DataSource) {
    super(dataSource);
  }

  override async find(ledgerId: string, { state, rules }: LedgerBasis): Promise<LedgerVersion | null> {
    const [row] = await this.query<{ version: string; facts: string }>(
      `SELECT version, facts FROM ledgers WHERE id = $1 AND state = $2 AND rules = $3
       ORDER BY version DESC LIMIT 1`,
      [ledgerId, state, rules],
    );
    return row ? { ledgerId, version: Number(row.version), facts: valueOf<LedgerFacts>(row.facts) } : null;
  }

  override async save(
    { ledgerId, name, wallets, userId }: LedgerScope,
    { state, rules }: LedgerBasis,
    contents: LedgerContents,
    now: number,
  ): Promise<void> {
    await this.write({ ledgerId, name, wallets, userId }, { state, rules }, contents, now);
    if (wallets.length > 1) await this.retire('id = ANY($2)', await this.beyondQuota(userId), now);
  }

  /** The sets of wallets of a user, or those without additions of a user, that exceed the quota. */
  private async beyondQuota(userId: string | null): Promise<string[]> {
    const rows = await this.query<{ id: string }>(
      `SELECT id FROM ledgers
       WHERE cardinality(wallets) > 1 AND user_id IS NOT DISTINCT FROM $1 AND state <> ''
       GROUP BY id ORDER BY max(written_at) DESC OFFSET $2`,
      [userId, userId === null ? MOST_SETS.ofAll : MOST_SETS.ofUser],
    );
    return rows.map(({ id }) => id);
  }

  private async write(
    { ledgerId, name, wallets, userId }: LedgerScope,
    { state, rules }: LedgerBasis,
    contents: LedgerContents,
    now: number,
  ): Promise<void> {
    await inTransaction(this.dataSource, async (manager) => {
      // Two writers would take the same number for their versions.
      await lockKeyInTransaction(manager, 'ledger', ledgerId);
      const versions = await manager.query<StoredVersion[]>(
        'SELECT version, state, rules, written_at FROM ledgers WHERE id = $1 ORDER BY version DESC',
        [ledgerId],
      );
      const [latest] = versions;
      const isSame = latest?.state === state && latest.rules === rules;
      if (isSame && latest.written_at.getTime() > now - SAME_MS) return;
      const version = Number(latest?.version ?? 0) + 1;
      const client = await clientOf(manager);
      await writeVersion(client, { ledgerId, version, isFirst: latest === undefined }, contents);
      await manager.query(
        `INSERT INTO ledgers (id, version, scope, wallets, user_id, state, rules, written_at, facts)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
        [
          ...[ledgerId, version, name, [...wallets], userId, state, rules],
          ...[new Date(now), textOf(contents.facts)],
        ],
      );
      // A reader can have found a version at any time until the next one was written.
      const next = versions.findIndex(({ written_at }) => written_at.getTime() < now - KEPT_MS);
      const old = next < 0 ? undefined : versions[next + 1];
      if (!old) return;
      await dropEnded(client, ledgerId, Number(old.version) + 1);
      await manager.query('DELETE FROM ledgers WHERE id = $1 AND version <= $2', [ledgerId, old.version]);
    });
  }

  override async prune(before: number): Promise<number> {
    const unused = await this.query<{ id: string }>(
      `SELECT id FROM ledgers GROUP BY id
       HAVING max(written_at) < $1 AND NOT bool_or(scope IN (SELECT scope FROM wallet_snapshots)) LIMIT $2`,
      [new Date(before), DROPPED_AT_ONCE],
    );
    const ids = unused.map(({ id }) => id);
    if (ids.length > 0)
      await inTransaction(this.dataSource, async (manager) => dropLedgers(await clientOf(manager), ids));
    return unused.length;
  }

  override forget(address: string, now: number): Promise<void> {
    return this.retire('wallets @> $2', [address], now);
  }

  /** No reader finds these ledgers any more. `prune` deletes their rows, which readers have found before. */
  private async retire(condition: string, values: readonly string[], now: number): Promise<void> {
    if (values.length === 0) return;
    await this.query(`UPDATE ledgers SET state = '', scope = '', written_at = $1 WHERE ${condition}`, [
      ...[new Date(now), values],
    ]);
  }

  override transactions(
    at: LedgerVersion,
    { wallet, ...pick }: TransactionPick,
    request: ReadRequest & { isDescending: boolean },
  ): Promise<ReadPage<LedgerTransaction>> {
    return this.listed(at, versioned(at).and('wallet = ?', wallet), ORDER, { pick, request });
  }

  private async listed(
    at: LedgerVersion,
    statement: Statement,
    order: readonly string[],
    {
      pick: { chain, type, from, to, symbol, includeSpam, since },
      request: { page, perPage, after, isDescending, total },
    }: { pick: Omit<TransactionPick, 'wallet'>; request: ReadRequest & { isDescending: boolean } },
  ): Promise<ReadPage<LedgerTransaction>> {
    const position = `(${order.join(', ')})`;
    const given = `(${order.map(() => '?').join(', ')})`;
    if (!includeSpam) statement.and('NOT is_spam');
    if (chain !== undefined) statement.and('chain = ?', chain);
    if (type !== undefined) statement.and('type = ?', type);
    if (from !== undefined) statement.and('at >= ?', from);
    if (to !== undefined) statement.and('at <= ?', to);
    if (symbol !== undefined) statement.and('symbols @> ?', [symbol.toLowerCase()]);
    if (since !== null) statement.and(`${position} >= ${given}`, ...since);
    const counted = total ?? this.count('ledger_transactions', statement);
    const listed = statement.copy();
    const direction = isDescending ? 'DESC' : 'ASC';
    if (after !== null) listed.and(`${position} ${isDescending ? '<' : '>'} ${given}`, ...after);
    const directed = order.map((column) => `${column} ${direction}`).join(', ');
    const bodies = await this.bodies(
      `SELECT body FROM ledger_transactions WHERE ${listed.text} ORDER BY ${directed}
       LIMIT ${perPage + 1} OFFSET ${after === null ? (page - 1) * perPage : 0}`,
      listed.values,
    );
    const rows = await this.revived<LedgerTransaction>(at, bodies.slice(0, perPage));
    return { rows, total: await counted, hasMore: bodies.length > perPage };
  }

  override async newest(at: LedgerVersion, wallet: string, count: number) {
    const statement = versioned(at).and('wallet = ?', wallet).and('NOT is_spam');
    const rows = await this.query<Record<(typeof ORDER)[number], string>>(
      `SELECT ${ORDER.join(', ')} FROM ledger_transactions WHERE ${statement.text}
       ORDER BY ${ORDER.map((column) => `${column} DESC`).join(', ')} LIMIT ${count}`,
      statement.values,
    );
    return rows.reverse().map(({ at: time, block, tx_index, hash, key }) => ({
      id: key,
      at: Number(time),
      position: [Number(time), Number(block), Number(tx_index), hash, key] satisfies Position,
    }));
  }

  override async named(at: LedgerVersion, wallet: string, name: string): Promise<LedgerTransaction[]> {
    const id = name.toLowerCase();
    const statement = versioned(at).and('wallet = ?', wallet);
    if (UUID.test(id)) statement.and('(key = ? OR hash_key = ANY(?))', id, [id, hashKey(name)]);
    else statement.and('hash_key = ANY(?)', [id, hashKey(name)]);
    const bodies = await this.bodies(
      `SELECT body FROM ledger_transactions WHERE ${statement.text} ORDER BY ${ORDER.join(', ')}`,
      statement.values,
    );
    return this.revived(at, bodies);
  }

  override async lots(
    at: LedgerVersion,
    pick: LotPick,
    sort: LotRowSort,
    request: ReadRequest,
  ): Promise<ReadPage<RankedLotRow>> {
    const statement = lotConditions(versioned(at), pick);
    const counted = request.total ?? this.count('ledger_lots', statement);
    const { text, values } = lotsSql(
      statement.copy(),
      versioned(at).and('wallet = ?', pick.wallet),
      sort,
      request,
    );
    const read = await this.query<RankedRow>(text, values);
    const rows = await this.rankedLots(at, read.slice(0, request.perPage));
    return { rows, total: await counted, hasMore: read.length > rows.length };
  }

  override async openCost(at: LedgerVersion, wallet: string): Promise<Money> {
    const statement = versioned(at).and('wallet = ?', wallet).and('is_open AND NOT is_pending');
    const [row] = await this.query<{ cost: string }>(
      `SELECT coalesce(sum(cost), 0) AS cost FROM ledger_lots WHERE ${statement.text}`,
      statement.values,
    );
    return BigInt(row?.cost ?? 0);
  }

  override async records(at: LedgerVersion, { wallets, from, until }: RecordPick) {
    const period = inPeriod(versioned(at), { from, until });
    const ofWallets = period.copy();
    if (wallets !== null) ofWallets.and('wallet = ANY(?)', wallets);
    const [disposals, income, washSales] = await Promise.all([
      this.rowsOf<Disposal>('ledger_disposals', at, ofWallets),
      this.rowsOf<Income>('ledger_income', at, ofWallets),
      this.rowsOf<WashSale>('ledger_wash_sales', at, period),
    ]);
    return { disposals, income, washSales };
  }

  override lotsOf(at: LedgerVersion, { wallets, from, until, ids }: RecordPick & { ids: readonly string[] }) {
    const statement = versioned(at);
    if (wallets !== null) statement.and('wallet = ANY(?)', wallets);
    const [first, end] = [Math.max(from, -FAR), Math.min(until, FAR)];
    statement.and('((received_at >= ? AND received_at < ?) OR key = ANY(?))', first, end, ids);
    return this.rowsOf<LedgerLot>('ledger_lots', at, statement);
  }

  override async tokenKeys(
    at: LedgerVersion,
    assetIds: readonly string[],
  ): Promise<ReadonlyMap<string, string>> {
    const statement = versioned(at).and('key = ANY(?)', assetIds).and('token_key IS NOT NULL');
    const rows = await this.query<{ key: string; token_key: string }>(
      `SELECT key, token_key FROM ledger_assets WHERE ${statement.text}`,
      statement.values,
    );
    return new Map(rows.map(({ key, token_key }) => [key, token_key]));
  }

  override jointTransactions(
    at: LedgerVersion,
    { wallets, ...pick }: JointTransactionPick,
    request: PageRequest & { isDescending: boolean },
  ): Promise<ReadPage<LedgerTransaction>> {
    const statement = versioned(at).and('wallet = ANY(?)', wallets);
    return this.listed(at, statement, JOINT_ORDER, { pick, request });
  }

  override async jointNewest(at: LedgerVersion, wallets: readonly string[], count: number) {
    const statement = versioned(at).and('wallet = ANY(?)', wallets).and('NOT is_spam');
    const rows = await this.query<Record<(typeof JOINT_ORDER)[number], string>>(
      `SELECT at, key FROM ledger_transactions WHERE ${statement.text} ORDER BY at DESC, key DESC LIMIT ${count}`,
      statement.values,
    );
    return rows.reverse().map(({ at: time, key }) => ({
      id: key,
      position: [Number(time), key] satisfies Position,
    }));
  }
}

interface StoredVersion {
  version: string;
  state: string;
  rules: string;
  written_at: Date;
}

/** The connection of a transaction. COPY is no statement of TypeORM. */
async function clientOf({ queryRunner }: EntityManager): Promise<Client> {
  if (!queryRunner) throw new Error('a transaction without a connection');
  return (await queryRunner.connect()) as Client;
}

/** The columns of TRANSACTION_ORDER. */
const ORDER = ['at', 'block', 'tx_index', 'hash', 'key'] as const;

/** The columns of JOINT_ORDER. */
const JOINT_ORDER = ['at', 'key'] as const;
