import type {
  Disposal,
  Income,
  Issue,
  LedgerLot,
  LineageLink,
  PlacedLink,
  WashSale,
} from '../../../domain/engine';
import type { Asset } from '../../../domain/kernel/asset';
import { spamAssets } from '../../../domain/portfolio/ledgers/spam-assets';
import type { Money } from '../../../domain/kernel/units';
import type {
  AssetRecords,
  EffectPick,
  FoundLot,
  LedgerTransaction,
  LedgerVersion,
  ReadPage,
  ReadRequest,
  RecordPick,
  ShownLots,
  StoredEffects,
} from '../../../ports/storage/ledgers/ledgers';
import type { NeedKind, NeedPick } from '../../../ports/storage/ledgers/needs';
import { valueOf } from './json-text';
import { bodiesOf, LedgerRows, type RankedRow } from './ledger-rows';
import { namedBy, rankedSql } from './lot-sql';
import { inPeriod, shownOnly, versioned, type Statement } from './statement';

/** What explains one transaction, lot or holding, and what waits for the owner. */
export abstract class LedgerTraces extends LedgerRows {
  override async transactionsById(at: LedgerVersion, ids: readonly string[]): Promise<LedgerTransaction[]> {
    const statement = versioned(at).and('key = ANY(?)', ids);
    const bodies = await this.bodies(
      `SELECT body FROM ledger_transactions WHERE ${statement.text}`,
      statement.values,
    );
    return this.revived(at, bodies);
  }

  override async lotsById(at: LedgerVersion, ids: readonly string[]): Promise<FoundLot[]> {
    if (ids.length === 0) return [];
    const statement = versioned(at).and('key = ANY(?)', ids);
    const rows = await this.query<{ body: string; shown_in: string | null }>(
      `SELECT body, shown_in FROM ledger_lots WHERE ${statement.text} ORDER BY seq`,
      statement.values,
    );
    const lots = await this.revived<LedgerLot>(at, bodiesOf(rows));
    return rows.map(({ shown_in: shownIn }, i) => ({ lot: lots[i] as LedgerLot, shownIn }));
  }

  override async linksAt(
    at: LedgerVersion,
    way: 'up' | 'down',
    lotIds: readonly string[],
  ): Promise<PlacedLink[]> {
    const statement = versioned(at).and(`${way === 'up' ? 'to_lot' : 'from_lot'} = ANY(?)`, lotIds);
    const rows = await this.query<{ body: string; seq: number }>(
      `SELECT body, seq FROM ledger_links WHERE ${statement.text} ORDER BY seq`,
      statement.values,
    );
    return rows.map(({ body, seq }) => ({ link: valueOf<LineageLink>(body), seq }));
  }

  override async effects(at: LedgerVersion, wallet: string, pick: EffectPick): Promise<StoredEffects> {
    const ofPick = (timeColumn: string): Statement =>
      'txHash' in pick
        ? versioned(at).and(`tx_hash = ? AND ${timeColumn} = ?`, pick.txHash, pick.at)
        : versioned(at).and('transaction_id = ?', pick.transactionId);
    const created = rankedSql(ofPick('received_at'), versioned(at).and('wallet = ?', wallet), 'seq');
    const [read, disposals, income] = await Promise.all([
      this.query<RankedRow>(created.text, created.values),
      this.rowsOf<Disposal>('ledger_disposals', at, ofPick('at')),
      this.rowsOf<Income>('ledger_income', at, ofPick('at')),
    ]);
    const ofLinks =
      'txHash' in pick
        ? ofPick('at')
        : versioned(at).and(
            'disposal_id = ANY(?)',
            disposals.map(({ id }) => id),
          );
    const [lots, links] = await Promise.all([
      this.rankedLots(at, read),
      this.rowsOf<LineageLink>('ledger_links', at, ofLinks),
    ]);
    return { lots, links, disposals, income };
  }

  override async needs(
    at: LedgerVersion,
    kind: NeedKind,
    { wallet, chain, symbol, from, until, shown }: NeedPick,
    { page, perPage }: Pick<ReadRequest, 'page' | 'perPage'>,
  ): Promise<ReadPage<never>> {
    const statement = versioned(at).and('wallet = ?', wallet).and('kind = ?', kind);
    if (chain !== undefined) statement.and('chain = ?', chain);
    if (symbol !== undefined) namedBy(statement, symbol);
    if (from !== undefined) statement.and('at >= ?', from);
    if (until !== undefined) statement.and('at < ?', until);
    shownOnly(statement, wallet, shown);
    const total = await this.count('ledger_needs', statement);
    const rows = await this.bodies(
      `SELECT body FROM ledger_needs WHERE ${statement.text} ORDER BY effect DESC, at, key COLLATE "C"
       LIMIT ${perPage} OFFSET ${(page - 1) * perPage}`,
      statement.values,
    );
    return { rows: await this.revived(at, rows), total, hasMore: page * perPage < total };
  }

  override async gained(
    at: LedgerVersion,
    {
      wallet,
      assetIds,
      from,
      until,
    }: { wallet: string; assetIds: readonly string[]; from: number; until: number },
  ): Promise<Money> {
    const statement = versioned(at)
      .and('at >= ? AND at < ?', from, until)
      .and('wallet = ? AND asset_id = ANY(?)', wallet, assetIds);
    const [row] = await this.query<{ gained: string }>(
      `SELECT coalesce(sum(gained), 0) AS gained FROM ledger_disposals WHERE ${statement.text}`,
      statement.values,
    );
    return BigInt(row?.gained ?? 0);
  }

  override async ofAssets(
    at: LedgerVersion,
    wallet: string,
    isWanted: (asset: Asset) => boolean,
  ): Promise<AssetRecords> {
    const statement = versioned(at);
    const sql = `SELECT body FROM ledger_assets WHERE ${statement.text}`;
    const all = await this.bodies(sql, statement.values);
    const wanted = all.map((body) => valueOf<Asset>(body)).filter(isWanted);
    if (wanted.length === 0) return { lots: [], disposals: [], spam: new Set(), pending: new Set() };
    const ids = wanted.map(({ id }) => id);
    const own = versioned(at).and('wallet = ?', wallet);
    const ofIds = own.copy().and('asset_id = ANY(?)', ids);
    const symbols = wanted.map(({ symbol }) => symbol.toLowerCase());
    const named = own.copy().and('is_spam').and('symbols && ?', symbols);
    const waiting = ofIds.copy().and('is_pending');
    const [lots, disposals, spam, pending] = await Promise.all([
      this.rowsOf<LedgerLot>('ledger_lots', at, ofIds),
      this.rowsOf<Disposal>('ledger_disposals', at, ofIds),
      this.bodies(`SELECT body FROM ledger_transactions WHERE ${named.text}`, named.values),
      this.query<{ id: string }>(
        `SELECT DISTINCT transaction_id AS id FROM ledger_lots WHERE ${waiting.text}`,
        waiting.values,
      ),
    ]);
    const inSpam = spamAssets(
      (await this.revived<LedgerTransaction>(at, spam)).map((row) => row.transaction),
    );
    return { lots, disposals, spam: inSpam, pending: new Set(pending.map(({ id }) => id)) };
  }

  override async issues(
    at: LedgerVersion,
    wallet: string,
    kind: Issue['kind'],
    shown: ShownLots | null,
    limit: number,
  ): Promise<Issue[]> {
    const statement = shownOnly(versioned(at).and('wallet = ?', wallet).and('kind = ?', kind), wallet, shown);
    const sql = `SELECT body FROM ledger_issues WHERE ${statement.text} ORDER BY seq LIMIT ${limit}`;
    return this.revived(at, await this.bodies(sql, statement.values));
  }

  override async openLots(at: LedgerVersion, wallet: string | null) {
    const statement = versioned(at).and('is_open');
    if (wallet !== null) statement.and('wallet = ?', wallet);
    const rows = await this.query<{ body: string; shown_in: string | null }>(
      `SELECT body, shown_in FROM ledger_lots WHERE ${statement.text} ORDER BY seq`,
      statement.values,
    );
    const lots = await this.revived<LedgerLot>(
      at,
      rows.map(({ body }) => body),
    );
    return lots.map((lot, i) => ({ lot, shownIn: rows[i]?.shown_in ?? null }));
  }

  override async washed(at: LedgerVersion, { wallets, from, until }: RecordPick) {
    const washSales = await this.rowsOf<WashSale>(
      'ledger_wash_sales',
      at,
      inPeriod(versioned(at), { from, until }),
    );
    if (washSales.length === 0) return { disposals: [], washSales };
    const named = versioned(at).and('key = ANY(?)', [
      ...new Set(washSales.map(({ disposalId }) => disposalId)),
    ]);
    if (wallets !== null) named.and('wallet = ANY(?)', wallets);
    return { disposals: await this.rowsOf<Disposal>('ledger_disposals', at, named), washSales };
  }
}
