import { join } from 'node:path';
import { Inject, Injectable } from '@nestjs/common';
import { Config } from '../../../config/env';
import {
  apiRow,
  canonicalCoin,
  formatNamed,
  krakenCoin,
  UnreadableRow,
  type Cells,
  type ExchangeName,
  type StoredExchangeRow,
} from '../../../domain/exchanges';
import { formatDecimal, parseDecimal, ZERO, type Decimal } from '../../../domain/kernel/decimal';
import { DAY_MS } from '../../../domain/kernel/durations';
import { Clock } from '../../../ports/clock';
import {
  ExchangeApi,
  ExchangeApiError,
  ExchangeConnection,
  type ExchangeCredentials,
  type ExchangeList,
  type ExchangePage,
  type KeyFacts,
  type ListMark,
} from '../../../ports/exchanges/exchange-api';
import { ThreadOptions } from '../../compute/thread-pool';
import { isApiExchange, READERS, type ApiExchange } from './readers';
import type { VenueReader } from './readers/reader';
import { ExchangeRules, ThreadCaller } from './thread-caller';

/** Rows can arrive late, with old times. */
const OVERLAP_MS = 7 * DAY_MS;
const PROGRAM = join(__dirname, 'connection.thread');

/** Each connection has its own thread, which holds the `ccxt` library and the key. */
@Injectable()
export class CcxtExchangeApi extends ExchangeApi {
  constructor(
    private readonly config: Config,
    private readonly clock: Clock,
    private readonly rules: ExchangeRules,
    @Inject(ThreadOptions) private readonly threads: ThreadOptions,
  ) {
    super();
  }

  override get supported(): readonly ExchangeName[] {
    return this.config.EXCHANGES_API === 'on' ? (Object.keys(READERS) as ExchangeName[]) : [];
  }

  override needsPassphrase(exchange: ExchangeName): boolean {
    return isApiExchange(exchange) && (READERS[exchange].needsPassphrase ?? false);
  }

  override open(
    exchange: ExchangeName,
    credentials: ExchangeCredentials,
    signal: AbortSignal,
  ): Promise<ExchangeConnection> {
    if (!isApiExchange(exchange) || this.config.EXCHANGES_API === 'off')
      throw new ExchangeApiError('unavailable');
    const reader: VenueReader = READERS[exchange];
    const { countsNonces = false, setsClock = false } = reader;
    const urls = standInUrls(reader, this.config[baseUrlOf(exchange)]);
    const start = { exchange, credentials, urls, countsNonces, setsClock, timeoutMs: this.rules.timeoutMs };
    const caller = new ThreadCaller(
      require.resolve(PROGRAM),
      start,
      this.threads.execArgv,
      this.rules,
      signal,
      this.clock,
    );
    return Promise.resolve(new CcxtConnection(exchange, reader, caller, this.clock));
  }
}

class CcxtConnection extends ExchangeConnection {
  override readonly lists: readonly ExchangeList[];

  constructor(
    private readonly exchange: ExchangeName,
    private readonly reader: VenueReader,
    private readonly caller: ThreadCaller,
    private readonly clock: Clock,
  ) {
    super();
    this.lists = reader.lists.map(({ name, part }) => ({ name, part }));
  }

  override key(): Promise<KeyFacts> {
    return this.reader.key(this.call);
  }

  override async balances(): Promise<ReadonlyMap<string, string>> {
    const sums = new Map<string, Decimal>();
    for (const [native, amount] of await this.reader.balances(this.call)) {
      const value = parseDecimal(amount === '' ? '0' : amount);
      if (!value) throw new ExchangeApiError('answer');
      const coin = coinOf(this.exchange, native);
      sums.set(coin, (sums.get(coin) ?? ZERO).plus(value));
    }
    return new Map(
      [...sums]
        .filter(([coin, sum]) => coin !== '' && !sum.isZero())
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([coin, sum]) => [coin, formatDecimal(sum)]),
    );
  }

  override async *pages({ name }: ExchangeList, { at, places }: ListMark): AsyncIterable<ExchangePage> {
    const list = this.reader.lists.find((one) => one.name === name);
    const format = list && formatNamed(list.format);
    if (!list || !format) throw new ExchangeApiError('answer');
    const from = at === null ? null : at - OVERLAP_MS;
    const read = (body: Cells): StoredExchangeRow => {
      try {
        return apiRow(format, body);
      } catch (error) {
        if (error instanceof UnreadableRow) throw new ExchangeApiError('answer');
        throw error;
      }
    };
    for await (const page of list.pages(this.call, { from, now: this.clock.now(), places }))
      yield { rows: page.rows.map(read), places: page.places ?? {} };
  }

  override close(): Promise<void> {
    return this.caller.close();
  }

  private readonly call = (method: string, params?: Readonly<Record<string, unknown>>): Promise<unknown> =>
    this.caller.call(method, params);
}

const baseUrlOf = (exchange: ApiExchange) =>
  `EXCHANGE_${exchange.toUpperCase()}_BASE_URL` as `EXCHANGE_${Uppercase<ApiExchange>}_BASE_URL`;

const standInUrls = ({ paths }: VenueReader, baseUrl: string | undefined) =>
  baseUrl === undefined
    ? null
    : Object.fromEntries(
        Object.entries(paths).map(([part, path]) => [part, `${baseUrl.replace(/\/$/, '')}${path}`]),
      );

const coinOf = (exchange: ExchangeName, native: string): string =>
  canonicalCoin(exchange === 'kraken' ? krakenCoin(native) : native.toUpperCase());
