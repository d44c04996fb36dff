/** Only the used part: the declarations of the library cost every compilation 115 MB. */
declare module 'ccxt' {
  export interface CcxtExchange {
    [method: string]: unknown;
    nonce: () => number;
    last_request_url?: string | undefined;
    last_response_headers?: Record<string, string> | undefined;
    loadTimeDifference?: () => Promise<unknown>;
    close?: () => Promise<void>;
  }
  export type ExchangeClass = new (options: Readonly<Record<string, unknown>>) => CcxtExchange;
}
