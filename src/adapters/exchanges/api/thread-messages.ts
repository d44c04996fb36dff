import type { ExchangeName } from '../../../domain/exchanges';
import type { ExchangeCredentials, ExchangeFault } from '../../../ports/exchanges/exchange-api';

export interface ThreadStart {
  exchange: ExchangeName;
  credentials: ExchangeCredentials;
  /** URLs of a stand-in. Null: the exchange itself. */
  urls: Readonly<Record<string, string>> | null;
  countsNonces: boolean;
  setsClock: boolean;
  timeoutMs: number;
}

export interface ThreadCall {
  id: number;
  method: string;
  params: Readonly<Record<string, unknown>>;
}

export type ThreadReply =
  { id: number; answer: unknown } | { id: number; fault: ExchangeFault; retryAfterMs: number | null };
