import { Injectable, Optional, type OnApplicationShutdown } from '@nestjs/common';
import type { z } from 'zod';
import { Config } from '../../../config/env';
import { Clock } from '../../../ports/clock';
import { Metrics } from '../../../ports/metrics';
import { RwaMarketSource, type PastYield, type RwaYield } from '../../../ports/upstream/rwa-market-source';
import { measuredCalls } from '../../upstream/measured-calls';
import { UpstreamClient, type UpstreamClientOptions } from '../../upstream/upstream-client';
import { UpstreamRules } from '../../upstream/upstream-rules';
import { UpstreamFailure } from '../../upstream/upstream-failure';
import { amountText, coinId, MARKET_TOKENS, ownPools, pastYieldsOf, yieldOf } from './rwa.mapper';
import { chartAnswer, navAnswer, poolsAnswer, tvlAnswer } from './rwa.schema';
import { LLAMA_RATE, OWN_ENDPOINT } from '../../upstream/rates';

const SOURCE = 'defillama';
/** The list of all pools has some tens of megabytes. @source reliability.md 1.11 */
const MAX_POOLS_BYTES = 64 * 1024 * 1024;

interface Question<T> {
  url: string;
  schema: z.ZodType<T>;
  numbers?: 'text';
  maxBytes?: number;
}

/**
 * DefiLlama, without a key: the contract price of a fund is its NAV. The pool list has its yield, the pool chart past
 * yields, the protocol list assets under management.
 * @source providers.md 1.5
 */
@Injectable()
export class LlamaRwaSource extends RwaMarketSource implements OnApplicationShutdown {
  override readonly name = SOURCE;
  private readonly upstream: UpstreamClient;

  constructor(
    private readonly config: Config,
    clock: Clock,
    @Optional() patience?: UpstreamClientOptions,
    @Optional() metrics?: Metrics,
    @Optional() private readonly rules: UpstreamRules = new UpstreamRules(),
  ) {
    super();
    this.upstream = new UpstreamClient({ clock, ...measuredCalls(metrics), ...rules, ...patience });
  }

  async onApplicationShutdown(): Promise<void> {
    await this.upstream.close();
  }

  override async navs(signal: AbortSignal): Promise<Record<string, string>> {
    const ids = MARKET_TOKENS.map(coinId).join(',');
    const url = `${this.config.DEFILLAMA_COINS_BASE_URL}/prices/current/${ids}?searchWidth=4h`;
    const answer = await this.ask({ url, schema: navAnswer, numbers: 'text' }, signal);
    // The response can differ in case.
    const prices = new Map(Object.entries(answer.coins).map(([id, { price }]) => [id.toLowerCase(), price]));
    return Object.fromEntries(
      MARKET_TOKENS.flatMap((token) => {
        const nav = amountText(prices.get(coinId(token)));
        return nav === null ? [] : [[token.symbol, nav]];
      }),
    );
  }

  /** Fails without the pool list. Without a protocol total, the pools of the fund are summed. */
  override async yields(signal: AbortSignal): Promise<Record<string, RwaYield>> {
    const [rows, totals] = await Promise.all([this.pools(signal), this.totals(signal)]);
    const pools = ownPools(rows);
    return Object.fromEntries(
      MARKET_TOKENS.flatMap((token) => {
        const found = yieldOf(token, pools, totals.get(token.symbol) ?? null);
        return found === null ? [] : [[token.symbol, found]];
      }),
    );
  }

  override async pastYields(history: string, signal: AbortSignal): Promise<PastYield[]> {
    const url = `${this.config.DEFILLAMA_YIELDS_BASE_URL}/chart/${encodeURIComponent(history)}`;
    return pastYieldsOf((await this.ask({ url, schema: chartAnswer }, signal)).data);
  }

  private async pools(signal: AbortSignal): Promise<readonly unknown[]> {
    const url = `${this.config.DEFILLAMA_YIELDS_BASE_URL}/pools`;
    const question = { url, schema: poolsAnswer, maxBytes: MAX_POOLS_BYTES } as const;
    return (await this.ask(question, signal)).data;
  }

  private async totals(signal: AbortSignal): Promise<Map<string, string | null>> {
    const totals = MARKET_TOKENS.map(async ({ symbol, live: { protocol } }) => {
      const total = protocol === null ? null : await this.total(protocol, signal);
      return [symbol, total] as const;
    });
    return new Map(await Promise.all(totals));
  }

  /** A short limit, because the pool sum is available instead. */
  private async total(protocol: string, signal: AbortSignal): Promise<string | null> {
    const url = `${this.config.DEFILLAMA_API_BASE_URL}/tvl/${protocol}`;
    const soon = AbortSignal.any([signal, AbortSignal.timeout(this.rules.spareMs)]);
    try {
      return amountText(await this.ask({ url, schema: tvlAnswer, numbers: 'text' }, soon));
    } catch (error) {
      signal.throwIfAborted();
      if (soon.aborted || error instanceof UpstreamFailure) return null;
      throw error;
    }
  }

  /** A long limit: callers with less time continue without the result and get it on a later call. */
  private ask<T>(question: Question<T>, signal: AbortSignal): Promise<T> {
    const isPublic = new URL(question.url).hostname.endsWith('.llama.fi');
    const rate = isPublic ? LLAMA_RATE : OWN_ENDPOINT;
    return this.upstream.send({ ...question, provider: SOURCE, patience: 'background', signal, rate });
  }
}
