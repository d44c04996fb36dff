import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { lockKeyInTransaction } from '../advisory-locks';
import { ENGINE_VERSION, type Disposal, type Ledger, type Lot } from '../../../domain/engine';
import { sha256Hex } from '../../../domain/kernel/hash';
import { LedgerSnapshotStore } from '../../../ports/storage/ledger-snapshot-store';

/** Rows per statement. Keeps the parameters below a few megabytes. */
const CHUNK = 5_000;

/** A column: name, type and value. */
type Columns<T> = Readonly<Record<string, readonly [type: string, of: (row: T) => unknown]>>;

/** Columns of both tables. */
const COMMON: Columns<Lot | Disposal> = {
  wallet: ['text', ({ wallet }) => wallet],
  asset_id: ['text', ({ asset }) => asset.id],
  acquired_at_ms: ['bigint', ({ acquiredAt }) => acquiredAt],
  value_status: ['text', ({ valueStatus }) => valueStatus],
  transaction_id: ['text', ({ transactionId }) => transactionId],
  tx_hash: ['text', ({ txHash }) => txHash],
};

const LOTS: Columns<Lot> = {
  ...COMMON,
  lot_id: ['uuid', ({ id }) => id],
  original_quantity: ['numeric', ({ originalQuantity }) => String(originalQuantity)],
  remaining: ['numeric', ({ remaining }) => String(remaining)],
  original_cost: ['numeric', ({ originalCost }) => String(originalCost)],
  cost: ['numeric', ({ cost }) => String(cost)],
  received_at_ms: ['bigint', ({ receivedAt }) => receivedAt],
  source: ['text', ({ source }) => source],
  basis_source: ['text', ({ basisSource }) => basisSource],
  income_type: ['text', ({ incomeType }) => incomeType],
  is_untracked: ['boolean', ({ isUntracked }) => isUntracked],
  parent_id: ['uuid', ({ parentId }) => parentId],
};

const DISPOSALS: Columns<Disposal> = {
  ...COMMON,
  disposal_id: ['uuid', ({ id }) => id],
  lot_id: ['uuid', ({ lotId }) => lotId],
  type: ['text', ({ type }) => type],
  quantity: ['numeric', ({ quantity }) => String(quantity)],
  proceeds: ['numeric', ({ proceeds }) => String(proceeds)],
  cost_basis: ['numeric', ({ costBasis }) => String(costBasis)],
  gain: ['numeric', ({ gain }) => String(gain)],
  fees: ['numeric', ({ fees }) => String(fees)],
  disposed_at_ms: ['bigint', ({ disposedAt }) => disposedAt],
  is_long_term: ['boolean', ({ isLongTerm }) => isLongTerm],
  wash_disallowed: ['numeric', ({ washSaleDisallowed }) => String(washSaleDisallowed)],
};

@Injectable()
export class PostgresLedgerSnapshotStore extends LedgerSnapshotStore {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {
    super();
  }

  override async save(
    scope: readonly string[],
    { lots, disposals }: Ledger,
    inputHash: string,
    isForced: boolean,
    now: number,
  ): Promise<boolean> {
    const wallets = [...new Set(scope)].sort();
    const ledgerKey = sha256Hex(wallets.join());
    return this.dataSource.transaction(async (manager) => {
      await lockKeyInTransaction(manager, 'computed ledger', ledgerKey);
      const [kept] = await manager.query<{ input_hash: string }[]>(
        'SELECT input_hash FROM computed_books WHERE books = $1',
        [ledgerKey],
      );
      if (kept?.input_hash === inputHash && !isForced) return false;
      await manager.query('DELETE FROM computed_books WHERE books = $1', [ledgerKey]);
      await manager.query(
        `INSERT INTO computed_books (books, wallets, input_hash, engine_version, computed_at)
         VALUES ($1, $2, $3, $4, $5)`,
        [ledgerKey, wallets, inputHash, ENGINE_VERSION, new Date(now)],
      );
      await insert(manager, 'computed_lots', ledgerKey, LOTS, lots);
      await insert(manager, 'computed_disposals', ledgerKey, DISPOSALS, disposals);
      return true;
    });
  }
}

async function insert<T>(
  manager: EntityManager,
  table: string,
  ledgerKey: string,
  columns: Columns<T>,
  rows: readonly T[],
): Promise<void> {
  const entries = Object.entries(columns);
  const names = entries.map(([name]) => name).join(', ');
  const arrays = entries.map(([, [type]], i) => `$${i + 2}::${type}[]`).join(', ');
  for (let start = 0; start < rows.length; start += CHUNK) {
    const part = rows.slice(start, start + CHUNK);
    await manager.query(`INSERT INTO ${table} (books, ${names}) SELECT $1, t.* FROM unnest(${arrays}) AS t`, [
      ledgerKey,
      ...entries.map(([, [, of]]) => part.map(of)),
    ]);
  }
}
