import type { DataSource } from 'typeorm';
import type { OwnedExchangeAccount } from '../../../ports/storage/overlays';
import { REFUSED_BEFORE_FAULTS, SHORT_LISTS } from '../../../ports/exchanges/exchange-syncs';

/** Includes accounts without a key: their rows belong to the ledger. */
export const ownedAccounts = (dataSource: DataSource, userId: string): Promise<OwnedExchangeAccount[]> =>
  dataSource.query<OwnedExchangeAccount[]>(
    `SELECT id, exchange, label, kind, revision, row_count AS "rowCount",
       source = 'api' AND (last_sync_at IS NULL
         OR EXISTS (
           SELECT 1 FROM json_each(sync_lists) list
           WHERE coalesce(list.value->>'fault', CASE list.value->>'error' WHEN $2 THEN 'permission' END) = 'permission'
             AND list_covers->list.key IS NULL
         ) OR EXISTS (
           SELECT 1 FROM json_each_text($3::json) short
           WHERE short.key = exchange AND sync_lists->short.value IS NOT NULL AND list_covers->short.value IS NULL
         )) AS "isPartial",
       CASE WHEN source = 'api' AND last_error IS NOT NULL
         THEN floor(extract(epoch FROM last_sync_at) * 1000)::float8 END AS "readUntil"
     FROM exchange_accounts WHERE user_id = $1 ORDER BY id`,
    [userId, REFUSED_BEFORE_FAULTS, JSON.stringify(SHORT_LISTS)],
  );
