import { Injectable, type OnApplicationShutdown, Optional } from '@nestjs/common';
import { Config } from '../../config/env';
import type { Address } from '../../domain/kernel/address';
import type { ChainName } from '../../domain/kernel/chain';
import { AppError } from '../../domain/kernel/errors';
import type { Sliced } from '../../domain/kernel/slices';
import type { ChainTransaction } from '../../domain/normalise/chain-transaction';
import { Clock } from '../../ports/clock';
import {
  type ChainAvailability,
  type HistoryCursor,
  type HistoryPage,
  HistorySource,
  type OnChainBalance,
  type RawRow,
} from '../../ports/history-source';
import { Metrics } from '../../ports/metrics';
import { PriceSource, priceQueryKey, type PricePoint, type PriceQuery } from '../../ports/price-source';
import { measuredCalls } from '../upstream/measured-calls';
import { UpstreamClient, type UpstreamClientOptions } from '../upstream/upstream-client';
import { BitcoinHistorySource } from './bitcoin/bitcoin.provider';
import { DemoHistorySource, DemoPriceSource } from './demo';
import { STORY } from './demo/story';
import { EvmHistorySource } from './evm/evm.provider';
import { marketPrices } from './prices';
import { SolanaHistorySource } from './solana/solana.provider';

/** A history source that knows which addresses are its own. */
type Provider = HistorySource & { owns(address: Address): boolean };
interface Parts {
  config: Config;
  clock: Clock;
  upstream: UpstreamClient;
}

/**
 * Who answers for an address; the first that owns it is asked, and no other. Null: not with this configuration.
 * The order of explorers inside a chain is the table of the same name in `evm/evm.upstreams.ts`.
 */
export const PROVIDERS = {
  demo: ({ config }) => (config.DEMO_WALLETS ? new DemoHistorySource() : null),
  evm: ({ config, clock, upstream }) => new EvmHistorySource(config, clock, upstream),
  bitcoin: ({ config, clock, upstream }) => new BitcoinHistorySource(config, clock, upstream),
  solana: ({ config, clock, upstream }) => new SolanaHistorySource(config, clock, upstream),
} as const satisfies Record<string, (parts: Parts) => Provider | null>;

/** Every history provider behind the one port. */
@Injectable()
export class CompositeHistorySource extends HistorySource implements OnApplicationShutdown {
  private readonly upstream: UpstreamClient;
  private readonly providers: readonly Provider[];

  /** @throws ConfigError when EVM_CHAINS names a chain we do not know */
  constructor(config: Config, clock: Clock, @Optional() metrics?: Metrics) {
    super();
    this.upstream = new UpstreamClient({
      secrets: secretsOf(config),
      now: () => clock.now(),
      ...measuredCalls(metrics),
    });
    const parts = { config, clock, upstream: this.upstream };
    this.providers = Object.values(PROVIDERS).flatMap((make) => make(parts) ?? []);
  }

  async onApplicationShutdown(): Promise<void> {
    await this.upstream.close();
  }

  override chainsOf(address: Address): ChainAvailability {
    return this.ownerOf(address)?.chainsOf(address) ?? { readable: [], unavailable: [] };
  }

  override read(
    chain: ChainName,
    address: Address,
    cursor: HistoryCursor | null,
    signal: AbortSignal,
  ): AsyncIterable<HistoryPage> {
    return this.mustOwn(chain, address).read(chain, address, cursor, signal);
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

  override balances(
    chain: ChainName,
    address: Address,
    assetIds: readonly string[],
    signal: AbortSignal,
  ): Promise<OnChainBalance[]> {
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

/** How long a demo asset's current price may take before the bundled one stands in. */
const DEMO_WAIT_MS = 2_000;

/**
 * Market prices, and the bundled ones of the demo wallets: at the moments of their story these are the answer; as
 * current prices they stand in only as long as no market has ever answered, that is, where there is no network.
 */
@Injectable()
export class CompositePriceSource extends PriceSource implements OnApplicationShutdown {
  private readonly upstream: UpstreamClient;
  private readonly market: PriceSource;
  private readonly demo: DemoPriceSource | null;
  private readonly demoMoments = new Set(STORY.map(({ at }) => at));
  private hasMarket = false;

  constructor(
    config: Config,
    clock: Clock,
    @Optional() patience?: UpstreamClientOptions,
    @Optional() metrics?: Metrics,
  ) {
    super();
    const now = () => clock.now();
    this.upstream = new UpstreamClient({
      secrets: secretsOf(config),
      now,
      ...measuredCalls(metrics),
      ...patience,
    });
    this.market = marketPrices(config, this.upstream, now);
    this.demo = config.DEMO_WALLETS ? new DemoPriceSource() : null;
  }

  async onApplicationShutdown(): Promise<void> {
    await this.upstream.close();
  }

  override async historical(
    queries: readonly PriceQuery[],
    signal: AbortSignal,
  ): Promise<{ prices: Map<string, PricePoint>; unanswered: PriceQuery[] }> {
    const ofDemo = queries.filter(({ assetId, at }) => this.demoMoments.has(at) && this.demo?.owns(assetId));
    const bundled = (await this.demo?.historical(ofDemo, signal))?.prices ?? new Map<string, PricePoint>();
    const others = queries.filter((query) => !bundled.has(priceQueryKey(query)));
    const answer = await this.market.historical(others, signal);
    return { prices: new Map([...bundled, ...answer.prices]), unanswered: answer.unanswered };
  }

  override async current(
    assets: readonly { assetId: string; symbol: string }[],
    signal: AbortSignal,
  ): Promise<{ prices: Map<string, PricePoint>; unanswered: string[] }> {
    const { demo } = this;
    const owned = demo && !this.hasMarket ? assets.filter(({ assetId }) => demo.owns(assetId)) : [];
    if (!demo || owned.length === 0) return this.fromMarket(assets, signal);
    const soon = AbortSignal.any([signal, AbortSignal.timeout(DEMO_WAIT_MS)]);
    const silent = {
      prices: new Map<string, PricePoint>(),
      unanswered: assets.map(({ assetId }) => assetId),
    };
    const answer = await this.fromMarket(assets, soon).catch((error: unknown) => {
      signal.throwIfAborted();
      if (soon.aborted) return silent;
      throw error;
    });
    const open = new Set(answer.unanswered);
    const bundled = await demo.current(
      owned.filter(({ assetId }) => open.has(assetId)),
      signal,
    );
    return {
      prices: new Map([...answer.prices, ...bundled.prices]),
      unanswered: answer.unanswered.filter((assetId) => !bundled.prices.has(assetId)),
    };
  }

  private async fromMarket(
    assets: readonly { assetId: string; symbol: string }[],
    signal: AbortSignal,
  ): ReturnType<PriceSource['current']> {
    const answer = await this.market.current(assets, signal);
    this.hasMarket ||= answer.prices.size > 0;
    return answer;
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
