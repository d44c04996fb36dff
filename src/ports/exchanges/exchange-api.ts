import type { ExchangeName, Part, StoredExchangeRow } from '../../domain/exchanges';

/** Sent to the exchange only. Never in logs, errors, audit rows or jobs. */
export interface ExchangeCredentials {
  apiKey: string;
  apiSecret: string;
  /** For exchanges whose keys have one. */
  passphrase: string | null;
}

/** What an exchange states about a key. */
export interface KeyFacts {
  /** False: the key can trade or withdraw. Null: the exchange does not state it. */
  readOnly: boolean | null;
  /** Permissions that reading needs and the key does not have. */
  lacks: readonly string[];
  /** Id of the account at the exchange. Null when the exchange does not state it. */
  owner: string | null;
}

/**
 * Why an exchange did not answer. `auth`: the key is unknown, revoked or not accepted from here. `permission`: the
 * key may not read the list. `limit`: too many calls. `clock`: the times differ. `unavailable`: no answer. `answer`:
 * the answer is unreadable.
 */
export type ExchangeFault = 'auth' | 'permission' | 'limit' | 'clock' | 'unavailable' | 'answer';

/** The message is public. Errors of the exchange contain addresses with signatures, and are not kept. */
export class ExchangeApiError extends Error {
  override name = 'ExchangeApiError';

  constructor(
    readonly fault: ExchangeFault,
    /** Time that the exchange asks to wait. */
    readonly retryAfterMs: number | null = null,
  ) {
    super(FAULT_WORDS[fault]);
  }
}

/** Public words of the faults. They are stored with the list. */
export const FAULT_WORDS: Readonly<Record<ExchangeFault, string>> = {
  auth: 'The exchange refused the key. Connect the account again with a new key',
  permission: 'The key has no permission to read this list',
  limit: 'The exchange limits the number of calls; the next sync continues',
  clock: 'The exchange refused the time of the call',
  unavailable: 'The exchange did not answer',
  answer: 'The exchange sent an unreadable answer',
};

/** How far one list of an account was read. */
export interface ListMark {
  /** ms UTC of the newest row, or of the oldest row that can change. Null: never read. */
  at: number | null;
  /** Places of the list that the exchange has beside the time. */
  places: Readonly<Record<string, string>>;
}

export interface ExchangePage {
  rows: readonly StoredExchangeRow[];
  places: Readonly<Record<string, string>>;
}

/** One list of an exchange, for example its ledger. */
export interface ExchangeList {
  /** Unique at the exchange. */
  name: string;
  part: Part;
}

/** An open connection with the key of one account. One call at a time. */
export abstract class ExchangeConnection {
  abstract readonly lists: readonly ExchangeList[];
  /** @throws ExchangeApiError */
  abstract key(): Promise<KeyFacts>;
  /** Balance of every coin over all places of the account, as decimal text. @throws ExchangeApiError */
  abstract balances(): Promise<ReadonlyMap<string, string>>;
  /**
   * Reads a list from some time before the mark to its end. A row may come twice.
   * @throws ExchangeApiError
   */
  abstract pages(list: ExchangeList, mark: ListMark): AsyncIterable<ExchangePage>;
  /** Ends the connection. Forgets the key. */
  abstract close(): Promise<void>;
}

/** APIs of exchanges. Reads only: no order and no withdrawal is ever sent. */
export abstract class ExchangeApi {
  /** Exchanges that can be connected. */
  abstract readonly supported: readonly ExchangeName[];
  /** True when a key of the exchange has a passphrase beside its secret. */
  abstract needsPassphrase(exchange: ExchangeName): boolean;
  /** @param signal ends all calls */
  abstract open(
    exchange: ExchangeName,
    credentials: ExchangeCredentials,
    signal: AbortSignal,
  ): Promise<ExchangeConnection>;
}
