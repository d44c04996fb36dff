import type { ExchangeAccountKind, ExchangeName } from '../../domain/kernel/exchanges/exchange';
/** What the exchange-account routes answer, as it goes over the wire. */
export class ExchangeAccountResponse {
  id!: string;
  /** `coinbase`, `kraken`, `binanceus`, `binance`, `gemini`, `cryptocom`, `kucoin`, `okx` or `other`. */
  exchange!: ExchangeName;
  label!: string;
  /** `csv`: its history comes from files. */
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

export class DisconnectedResponse {
  deleted!: true;
  account_id!: string;
  /** True when the imported history stays a part of the books. */
  data_kept!: boolean;
}
