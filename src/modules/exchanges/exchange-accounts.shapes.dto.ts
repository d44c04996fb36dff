import type { BalanceCause, Part } from '../../domain/exchanges';
import type { ExchangeAccountKind, ExchangeName } from '../../domain/kernel/exchanges/exchange';

/** What the exchange-account routes answer, as it goes over the wire. */
export class ExchangeAccountResponse {
  id!: string;
  /** `coinbase`, `kraken`, `binanceus`, `binance`, `gemini`, `cryptocom`, `kucoin`, `okx`, `bitstamp`, … or `other`. */
  exchange!: ExchangeName;
  label!: string;
  /** `api`: the service reads it. `csv`: its history comes from files. */
  source!: 'api' | 'csv';
  /** `us_exchange` reports sales on Form 1099-DA; `foreign_exchange` does not. */
  kind!: ExchangeAccountKind;
  /** `connected`, `syncing` or `error`. */
  status!: 'connected' | 'syncing' | 'error';
  /** The last four characters of the API key. Null without one. */
  api_key_hint!: string | null;
  /** True when the exchange states that the key can only read. Null when it cannot be known, and without a key. */
  read_only!: boolean | null;
  last_sync_at!: string | null;
  last_error!: string | null;
  /** Rows of the history. */
  transaction_count!: number;
  created_at!: string;
}

/** How far one part of an account was read. */
export class SyncPartResponse {
  /** `never`, `ok`, `error`, or `unsupported` when the exchange has no such list. @example "ok" */
  status!: 'never' | 'ok' | 'error' | 'unsupported';
  /** Stored rows. @example 120 */
  count!: number;
  /** Time of the newest row, or of the oldest that can change. */
  cursor_at!: string | null;
  error!: string | null;
}

export class SyncPartsResponse {
  trades!: SyncPartResponse;
  deposits!: SyncPartResponse;
  withdrawals!: SyncPartResponse;
  ledger!: SyncPartResponse;
  balances!: SyncPartResponse;
}

/** A list of which rows are missing. */
export class RefusedListResponse {
  /** @example "loans" */
  name!: string;
  /** The part of the account that has the list. @example "ledger" */
  part!: Part;
  /**
   * `permission`: the key may not read it, or the exchange does not offer it to the account. `short_history`: the
   * exchange keeps its last months only.
   */
  reason!: 'permission' | 'short_history';
  /**
   * What takes its place. `file`: rows that were imported later. `owner`: the statement that it is empty. Null: rows
   * can be missing, and forms are `INCOMPLETE`.
   */
  covered_by!: 'file' | 'owner' | null;
  covered_at!: string | null;
}

/** How far an exchange account was read. */
export class SyncStatusResponse {
  account_id!: string;
  /** `never`, `queued`, `running`, `ok` or `error`. @example "ok" */
  status!: 'never' | 'queued' | 'running' | 'ok' | 'error';
  parts!: SyncPartsResponse;
  refused_lists!: RefusedListResponse[];
  /** When the account was last read, also where one of its lists is refused. */
  last_sync_at!: string | null;
  /** Null without a further sync by itself: the key was refused, or the history comes from files. */
  next_sync_at!: string | null;
  last_error!: string | null;
  job_id!: string | null;
}

/** The balance of one coin as the exchange states it, and as the rows add up. Exact. */
export class AccountBalanceResponse {
  /** @example "BTC" */
  symbol!: string;
  /** @example "0.5" */
  stated!: string;
  /** @example "0.49" */
  computed!: string;
  /** `stated` - `computed`. @example "0.01" */
  difference!: string;
  /**
   * `open_movement`, `unknown_operation`, `short_history` (the exchange gives the last months only), `missing_rows` or
   * `extra_rows`. Null without a difference.
   */
  likely_cause!: BalanceCause | null;
}

export class UnknownOperationCountResponse {
  name!: string;
  count!: number;
}

/** The rows of an account held against what the exchange states. */
export class AccountReconciliationResponse {
  account_id!: string;
  /** When the exchange stated its balances. Null: it did not. */
  stated_at!: string | null;
  /** Every coin with a balance on either side. Empty without stated balances. */
  balances!: AccountBalanceResponse[];
  /** Coins whose balances differ. */
  differences!: number;
  /** Operations without a known meaning. */
  unknown_operations!: UnknownOperationCountResponse[];
  /** Rows that no layout reads: they have no effect. */
  unreadable_rows!: number;
  /**
   * Records of files without an effect, because the API lists the same change of a coin in the same second under
   * another id.
   */
  repeated_records!: number;
}

export class DisconnectedResponse {
  deleted!: true;
  account_id!: string;
  /** True when the imported history stays a part of the ledger. */
  data_kept!: boolean;
}
