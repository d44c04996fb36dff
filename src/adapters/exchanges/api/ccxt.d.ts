/**
 * The part of the library that is used. Its own declarations cost every compilation 115 MB. All calls are the raw ones
 * of an exchange: the library signs them, and the rows stay as they came.
 */
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
