import { Injectable } from '@nestjs/common';
import { Config } from '../../config/env';
import { dec } from '../../domain/kernel/decimal';
import { DAY_MS } from '../../domain/kernel/durations';
import { RateHistory, type RwaToken } from '../../domain/rwa';
import { BundledWallets } from '../../ports/bundled-wallets';
import { Cache } from '../../ports/cache';
import { Clock } from '../../ports/clock';
import { RwaMarketSource, type PastYield, type RwaYield } from '../../ports/upstream/rwa-market-source';
import { AnswerRules } from '../../pipeline/answer-rules';
import type { LiveFigures } from './live-figures';
import { StaleIfErrorCache, type LastAnswer } from './stale-if-error-cache';

/** Values are requested again after this time. @source api.md 7 */
const NAV_FRESH_MS = 5 * 60_000;
/** Yields come with a list of tens of megabytes, which its source renews once an hour. @source providers.md 1.5 */
const YIELD_FRESH_MS = 60 * 60_000;
/** A day is added to a history once a day. */
const HISTORY_FRESH_MS = 6 * 60 * 60_000;

/** Where the figures of BENJI are from. */
const CONFIGURED = 'configuration';

type Navs = Readonly<Record<string, string>>;
type Yields = Readonly<Record<string, RwaYield>>;

/** Live value and yield of registry tokens. A failing upstream is never an error here: figures are missing, or old and dated. */
@Injectable()
export class LiveDataService {
  private readonly navs: StaleIfErrorCache<Navs>;
  private readonly yields: StaleIfErrorCache<Yields>;
  /** By the name of the history at the source. */
  private readonly histories = new Map<string, StaleIfErrorCache<readonly PastYield[]>>();

  constructor(
    private readonly source: RwaMarketSource,
    private readonly config: Config,
    private readonly bundled: BundledWallets,
    private readonly cache: Cache,
    private readonly clock: Clock,
    private readonly rules: AnswerRules = new AnswerRules(),
  ) {
    const [navs, yields] = [source.navs.bind(source), source.yields.bind(source)];
    this.navs = new StaleIfErrorCache('rwa:navs', NAV_FRESH_MS, navs, cache, clock);
    this.yields = new StaleIfErrorCache('rwa:yields', YIELD_FRESH_MS, yields, cache, clock);
  }

  /**
   * As `of`, for the tokens of one wallet.
   * @param address as it is compared and stored
   */
  async ofWallet(
    address: string,
    tokens: readonly RwaToken[],
    signal: AbortSignal,
  ): Promise<ReadonlyMap<string, LiveFigures>> {
    if (!this.bundled.has(address)) return this.of(tokens, signal);
    return new Map(tokens.map(({ symbol }) => [symbol, this.ofBundle(symbol)]));
  }

  /** @returns by symbol, one for each token; no source is called for tokens without a market source */
  async of(tokens: readonly RwaToken[], signal: AbortSignal): Promise<ReadonlyMap<string, LiveFigures>> {
    const isMarket = tokens.some(({ live }) => live?.kind === 'market');
    const [navs, yields] = isMarket
      ? await Promise.all([
          this.navs.get(this.rules.figuresMs, signal),
          this.yields.get(this.rules.figuresMs, signal),
        ])
      : [null, null];
    return new Map(
      tokens.map((token): [string, LiveFigures] => {
        if (token.live === null) return [token.symbol, UNPUBLISHED];
        if (token.live.kind === 'configured' || !navs || !yields) return [token.symbol, this.configured()];
        return [token.symbol, this.market(token.symbol, navs, yields)];
      }),
    );
  }

  /**
   * Yields of past days, by symbol. Tokens without a history at the source are absent, and all tokens of bundled
   * wallets.
   * @param address as it is compared and stored
   */
  async historyOfWallet(
    address: string,
    tokens: readonly RwaToken[],
    signal: AbortSignal,
  ): Promise<ReadonlyMap<string, RateHistory>> {
    const market = tokens.filter(({ live }) => live?.kind === 'market');
    if (market.length === 0 || this.bundled.has(address)) return new Map();
    const yields = await this.yields.get(this.rules.figuresMs, signal);
    const found = market.map(async ({ symbol }) => {
      const name = 'entry' in yields ? yields.entry.value[symbol]?.history : null;
      return [symbol, name ? await this.history(name, signal) : null] as const;
    });
    return new Map(
      (await Promise.all(found)).flatMap(([symbol, one]): [string, RateHistory][] =>
        one ? [[symbol, one]] : [],
      ),
    );
  }

  private async history(name: string, signal: AbortSignal): Promise<RateHistory | null> {
    const ask = (until: AbortSignal) => this.source.pastYields(name, until);
    const known =
      this.histories.get(name) ??
      new StaleIfErrorCache(`rwa:history:${name}`, HISTORY_FRESH_MS, ask, this.cache, this.clock);
    this.histories.set(name, known);
    const answer = await known.get(this.rules.figuresMs, signal);
    if (!('entry' in answer) || answer.entry.value.length === 0) return null;
    return new RateHistory(
      answer.entry.value.map(([day, apy]) => ({ day: Date.parse(day) / DAY_MS, rate: dec(apy).div(100) })),
    );
  }

  private market(symbol: string, navs: LastAnswer<Navs>, yields: LastAnswer<Yields>): LiveFigures {
    const nav = 'entry' in navs ? navs.entry.value[symbol] : undefined;
    const found = 'entry' in yields ? yields.entry.value[symbol] : undefined;
    const missing = [
      ...(nav === undefined ? [`value: ${reason(navs)}`] : []),
      ...(found === undefined ? [`yield: ${reason(yields)}`] : []),
    ];
    return {
      nav: nav === undefined ? null : dec(nav),
      rate: found === undefined ? null : dec(found.apy).div(100),
      aum: found?.aum ? dec(found.aum) : null,
      source: this.source.name + ageOf([navs, yields]),
      error: missing.length === 0 ? null : missing.join('; '),
    };
  }

  private ofBundle(symbol: string): LiveFigures {
    const fund = this.bundled.fund(symbol);
    if (!fund) return UNPUBLISHED;
    return {
      nav: dec(fund.nav),
      rate: dec(fund.apy).div(100),
      aum: null,
      source: this.bundled.source,
      error: null,
    };
  }

  /** One dollar a share is the fund's own rule. */
  private configured(): LiveFigures {
    const apy = this.config.RWA_BENJI_APY;
    return {
      nav: dec(1),
      rate: apy === undefined ? null : dec(apy).div(100),
      aum: null,
      source: CONFIGURED,
      error: apy === undefined ? 'yield: not published for machines, and RWA_BENJI_APY is not set' : null,
    };
  }
}

const UNPUBLISHED: LiveFigures = { nav: null, rate: null, aum: null, source: 'default', error: null };

const reason = (answer: LastAnswer<unknown>): string =>
  'error' in answer ? answer.error : 'no entry for this token';

/** The moment of the oldest figure that is no longer fresh; nothing when all are. */
function ageOf(answers: readonly LastAnswer<unknown>[]): string {
  const stale = answers.flatMap((answer) =>
    'entry' in answer && answer.isStale ? [answer.entry.readAt] : [],
  );
  return stale.length === 0 ? '' : `, as of ${new Date(Math.min(...stale)).toISOString()}`;
}
