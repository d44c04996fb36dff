import type { Config } from '../../../config/env';
import type { Address } from '../../../domain/kernel/address';
import { type ChainName, type EvmChainName, isEvmChain } from '../../../domain/kernel/chain';
import { AppError } from '../../../domain/kernel/errors';
import type { Sliced } from '../../../domain/kernel/slices';
import type { ChainTransaction } from '../../../domain/chain/facts/chain-transaction';
import type { Clock } from '../../../ports/clock';
import {
  type HistoryCursor,
  HistorySource,
  type OnChainBalance,
  type RawRow,
  type StoredKeys,
} from '../../../ports/upstream/history-source';
import type { UpstreamClient } from '../../upstream/upstream-client';
import { UpstreamFailure } from '../../upstream/upstream-failure';
import { EvmClient } from './evm.client';
import { canGoOn, interpretEvm, interpretingEvm, interpretingEvmOn } from './evm.mapper';
import { EvmReader } from './evm.reader';
import { Relay } from '../../upstream/relay';
import {
  endpointsOf,
  type EvmEndpoint,
  keyAdvice,
  keyMissing,
  readingOf,
  unreadableChains,
} from './evm.upstreams';

const CONTRACT = /^0x[0-9a-f]{40}$/;

export class EvmHistorySource extends HistorySource {
  private readonly client: EvmClient;

  constructor(
    private readonly config: Config,
    private readonly clock: Clock,
    upstream: UpstreamClient,
  ) {
    super();
    this.client = new EvmClient(upstream);
  }

  owns(address: Address): boolean {
    return address.family === 'evm';
  }

  override chainsOf(address: Address) {
    if (!this.owns(address)) return { readable: [], unavailable: [] };
    const unreadable = unreadableChains(this.config);
    return {
      readable: this.config.EVM_CHAINS.filter((chain) => !unreadable.includes(chain)),
      unavailable: unreadable.map((chain) => ({
        chain,
        code: 'PROVIDER_ENTITLEMENT_ERROR',
        reason: keyMissing(chain),
      })),
      advice: keyAdvice(this.config),
    };
  }

  override read(
    chain: ChainName,
    address: Address,
    cursor: HistoryCursor | null,
    signal: AbortSignal,
    stored?: StoredKeys,
  ) {
    const endpoints = this.endpoints(chain);
    const { lists, rereadBlocks } = readingOf(endpoints.chain);
    const relay = new Relay(endpoints.list, signal);
    const now = () => this.clock.now();
    const reader = new EvmReader(this.client, relay, endpoints.chain, address.value, now, signal, stored);
    return reader.read(cursor, lists, rereadBlocks);
  }

  override interpret(chain: ChainName, address: Address, rows: readonly RawRow[]): ChainTransaction[] {
    return interpretEvm(chain, address.value, rows);
  }

  override interpreting(
    chain: ChainName,
    address: Address,
    rows: readonly RawRow[],
  ): Sliced<ChainTransaction[]> {
    return interpretingEvm(chain, address.value, rows);
  }

  override canGoOn(_address: Address, known: readonly ChainTransaction[]): boolean {
    return canGoOn(known);
  }

  override interpretingOn(
    chain: ChainName,
    address: Address,
    known: readonly ChainTransaction[],
    fromBlock: number,
    rows: readonly RawRow[],
  ): Sliced<ChainTransaction[] | null> {
    return interpretingEvmOn(chain, address.value, known, fromBlock, rows);
  }

  /**
   * Native coin and fungible tokens. NFTs and assets of other chains are omitted.
   * @throws AppError when no balance can be read
   */
  override async balances(
    chain: ChainName,
    address: Address,
    assetIds: readonly string[],
    signal: AbortSignal,
  ) {
    const relay = new Relay(this.endpoints(chain).list, signal);
    const wanted = assetIds.flatMap((assetId) => contractOf(chain, assetId));
    const read = await Promise.allSettled(
      wanted.map(({ assetId, contract }) => this.balance(relay, address.value, assetId, contract, signal)),
    );
    signal.throwIfAborted();
    const failure = read.find((result) => result.status === 'rejected');
    const found = read.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
    if (failure && (found.length === 0 || !(failure.reason instanceof UpstreamFailure))) throw failure.reason;
    return found;
  }

  private async balance(
    relay: Relay<EvmEndpoint>,
    address: string,
    assetId: string,
    contract: string | null,
    signal: AbortSignal,
  ): Promise<OnChainBalance> {
    return relay.ask('balance', async (endpoint) => ({
      assetId,
      quantity:
        contract === null
          ? await this.client.nativeBalance(endpoint, address, signal)
          : await this.client.tokenBalance(endpoint, address, contract, signal),
      readAt: this.clock.now(),
      source: endpoint.provider,
    }));
  }

  private endpoints(chain: ChainName): { chain: EvmChainName; list: [EvmEndpoint, ...EvmEndpoint[]] } {
    const [first, ...others] = isEvmChain(chain) ? endpointsOf(this.config, chain) : [];
    if (first && isEvmChain(chain)) return { chain, list: [first, ...others] };
    throw new AppError('PROVIDER_ENTITLEMENT_ERROR', {
      provider: chain,
      error: keyMissing(chain),
    });
  }
}

/** Contract null: the native coin. Empty for assets without a balance call. */
function contractOf(chain: ChainName, assetId: string): { assetId: string; contract: string | null }[] {
  const [of, contract = ''] = assetId.split(':');
  if (of !== chain) return [];
  if (contract === 'native') return [{ assetId, contract: null }];
  return CONTRACT.test(contract) ? [{ assetId, contract }] : [];
}
