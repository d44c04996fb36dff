import type { ExchangeName } from '../../../../domain/exchanges';
import { BINANCE, BINANCE_US } from './binance.reader';
import { COINBASE } from './coinbase.reader';
import { GEMINI } from './gemini.reader';
import { KRAKEN } from './kraken.reader';
import { OKX } from './okx.reader';
import type { VenueReader } from './reader';

/** READERS: every exchange with an API that is read. The name is also its name in the library. */
export const READERS = {
  kraken: KRAKEN,
  coinbase: COINBASE,
  binanceus: BINANCE_US,
  binance: BINANCE,
  gemini: GEMINI,
  okx: OKX,
} as const satisfies Readonly<Partial<Record<ExchangeName, VenueReader>>>;

export type ApiExchange = keyof typeof READERS;

export const isApiExchange = (exchange: ExchangeName): exchange is ApiExchange =>
  Object.hasOwn(READERS, exchange);
