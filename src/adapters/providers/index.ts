import { Injectable, type OnApplicationShutdown, Optional } from '@nestjs/common';
import { Config } from '../../config/env';
import type { Address } from '../../domain/kernel/address';
import type { ChainName } from '../../domain/kernel/chain';
import { AppError } from '../../domain/kernel/errors';
import type { Sliced } from '../../domain/kernel/slices';
import type { ChainTransaction } from '../../domain/chain/facts/chain-transaction';
import { Clock } from '../../ports/clock';
import {
  type HistoryCursor,
  HistorySource,
  type RawRow,
  type WalletRows,
} from '../../ports/upstream/history-source';
import { Metrics } from '../../ports/metrics';
import {
  PriceSource,
  priceQueryKey,
  type PricePoint,
  type PriceQuery,
} from '../../ports/upstream/price-source';
import { measuredCalls } from '../upstream/measured-calls';
import { UpstreamClient, type UpstreamClientOptions } from '../upstream/upstream-client';
import { UpstreamRules } from '../upstream/upstream-rules';
import { BitcoinHistorySource } from './bitcoin/bitcoin.provider';
import { closeOf, DemoHistorySource, DemoWallets } from './demo';
import { DEMO_EXCHANGE_TIMES } from './demo/demo.exchange';
import { STORY } from './demo/story';
import { EvmHistorySource } from './evm/evm.provider';
import { marketPrices } from './prices';
import { BundledPrices } from './prices/bundled-prices.provider';
import { SolanaHistorySource } from './solana/solana.provider';

type Provider = HistorySource & { owns(address: Address): boolean };
interface Parts {
  config: Config;
  clock: Clock;
  upstream: UpstreamClient;
}

/** Only the first source that serves an address is used. Null: not configured. */
export const PROVIDERS = {
  demo: ({ config }) => (config.DEMO_WALLETS ? new DemoHistorySource() : null),
  evm: ({ config, clock, upstream }) => new EvmHistorySource(config, clock, upstream),
  bitcoin: ({ config, clock, upstream }) => new BitcoinHistorySource(config, clock, upstream),
  solana: ({ config, clock, upstream }) => new SolanaHistorySource(config, clock, upstream),
} as const satisfies Record<string, (parts: Parts) => Provider | null>;

@Injectable()
export class CompositeHistorySource extends HistorySource implements OnApplicationShutdown {
  private readonly upstream: UpstreamClient;
  private readonly providers: readonly Provider[];

  constructor(
    config: Config,
    clock: Clock,
    @Optional() metrics?: Metrics,
    @Optional() rules?: UpstreamRules,
  ) {
    super();
    this.upstream = new UpstreamClient({
      secrets: secretsOf(config),
      clock,
      ...measuredCalls(metrics),
      ...rules,
    });
    const parts = { config, clock, upstream: this.upstream };
    this.providers = Object.values(PROVIDERS).flatMap((make) => make(parts) ?? []);
  }

  async onApplicationShutdown(): Promise<void> {
    await this.upstream.close();
  }

  override chainsOf(address: Address) {
    return this.ownerOf(address)?.chainsOf(address) ?? { readable: [], unavailable: [] };
  }

  override read(...[chain, address, ...rest]: Parameters<HistorySource['read']>) {
    return this.mustOwn(chain, address).read(chain, address, ...rest);
  }

  override addressesIn(chain: ChainName, address: Address, cursor: HistoryCursor | null) {
    return this.mustOwn(chain, address).addressesIn(chain, address, cursor);
  }

  override together(chain: ChainName, wallets: readonly WalletRows[]): (readonly RawRow[])[] {
    const joined = wallets.map(({ rows }) => rows);
    for (const provider of this.providers) {
      const places = wallets.flatMap(({ address }, i) => (this.ownerOf(address) === provider ? [i] : []));
      const own = wallets.filter((_, i) => places.includes(i));
      if (own.length > 1)
        provider.together(chain, own).forEach((rows, k) => (joined[places[k] ?? -1] = rows));
    }
    return joined;
  }

  override interpret(chain: ChainName, address: Address, rows: readonly RawRow[]): ChainTransaction[] {
    return this.mustOwn(chain, address).interpret(chain, address, rows);
  }

  override interpreting(
    chain: ChainName,
    address: Address,
    rows: readonly RawRow[],
  ): Sliced<ChainTransaction[]> {
    return this.mustOwn(chain, address).interpreting(chain, address, rows);
  }

  override canGoOn(address: Address, known: readonly ChainTransaction[]): boolean {
    return this.ownerOf(address)?.canGoOn(address, known) ?? false;
  }

  override interpretingOn(
    chain: ChainName,
    address: Address,
    known: readonly ChainTransaction[],
    fromBlock: number,
    rows: readonly RawRow[],
  ): Sliced<ChainTransaction[] | null> {
    return this.mustOwn(chain, address).interpretingOn(chain, address, known, fromBlock, rows);
  }

  override balances(chain: ChainName, address: Address, assetIds: readonly string[], signal: AbortSignal) {
    return this.mustOwn(chain, address).balances(chain, address, assetIds, signal);
  }

  private ownerOf(address: Address): Provider | undefined {
    return this.providers.find((provider) => provider.owns(address));
  }

  private mustOwn(chain: ChainName, address: Address): Provider {
    const provider = this.ownerOf(address);
    if (provider) return provider;
    throw new AppError('DATA_PROVIDER_ERROR', { provider: chain, error: noAdapter(address.family) });
  }
}

/** Tokens have bundled prices, coins have bundled closes. */
export function demoWallets(config: Config): DemoWallets {
  const closes = new BundledPrices();
  return new DemoWallets(config, (query) => closes.closeOf(query));
}

/** Market prices. The time of the demo story has bundled prices. */
@Injectable()
export class CompositePriceSource extends PriceSource implements OnApplicationShutdown {
  private readonly upstream: UpstreamClient;
  private readonly market: PriceSource;
  private readonly isDemo: boolean;
  private readonly demoMoments = new Set([...STORY.map(({ at }) => at), ...DEMO_EXCHANGE_TIMES]);

  constructor(
    config: Config,
    clock: Clock,
    @Optional() patience?: UpstreamClientOptions,
    @Optional() metrics?: Metrics,
    @Optional() rules?: UpstreamRules,
  ) {
    super();
    const now = () => clock.now();
    this.upstream = new UpstreamClient({
      secrets: secretsOf(config),
      clock,
      ...measuredCalls(metrics),
      ...rules,
      ...patience,
    });
    this.market = marketPrices(config, this.upstream, now);
    this.isDemo = config.DEMO_WALLETS;
  }

  async onApplicationShutdown(): Promise<void> {
    await this.upstream.close();
  }

  override async historical(
    queries: readonly PriceQuery[],
    signal: AbortSignal,
  ): Promise<{ prices: Map<string, PricePoint>; unanswered: PriceQuery[] }> {
    const bundled = new Map<string, PricePoint>();
    for (const query of this.isDemo ? queries : []) {
      const point = this.demoMoments.has(query.at) ? closeOf(query.assetId, query.at) : null;
      if (point) bundled.set(priceQueryKey(query), point);
    }
    const others = queries.filter((query) => !bundled.has(priceQueryKey(query)));
    const answer = await this.market.historical(others, signal);
    return { prices: new Map([...bundled, ...answer.prices]), unanswered: answer.unanswered };
  }

  override current(
    assets: readonly { assetId: string; symbol: string }[],
    signal: AbortSignal,
  ): ReturnType<PriceSource['current']> {
    return this.market.current(assets, signal);
  }
}

const noAdapter = (family: string): string => `reading ${family} addresses is not supported yet`;

const secretsOf = (config: Config): string[] =>
  [
    config.ETHERSCAN_API_KEY,
    config.BLOCKSCOUT_API_KEY,
    config.HELIUS_API_KEY,
    config.COINGECKO_API_KEY,
  ].filter((key) => key !== undefined);
