import type { ExchangeName } from '../../../domain/exchanges';
import type { ExchangeCredentials, ExchangeFault } from '../../../ports/exchanges/exchange-api';

/** What the thread of a connection gets at its start. */
export interface ThreadStart {
  exchange: ExchangeName;
  credentials: ExchangeCredentials;
  /** URLs of the parts of the API at a stand-in. Null: the exchange itself. */
  urls: Readonly<Record<string, string>> | null;
  countsNonces: boolean;
  setsClock: boolean;
  timeoutMs: number;
}

/** `method` is a raw call of the library. */
export interface ThreadCall {
  id: number;
  method: string;
  params: Readonly<Record<string, unknown>>;
}

export type ThreadReply =
  { id: number; answer: unknown } | { id: number; fault: ExchangeFault; retryAfterMs: number | null };
