import type { Config } from '../../../config/env';
import type { Address } from '../../../domain/kernel/address';
import { type ChainName, isEvmChain } from '../../../domain/kernel/chain';
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
import { AwayFamilies, explorerFamily, portalFamily, readFamilies } from './evm.families';
import { EvmReader } from './evm.reader';
import { NodeClient } from './portal/node.client';
import { PortalClient } from './portal/portal.client';
import { PortalReader } from './portal/portal.reader';
import { Relay } from '../../upstream/relay';
import {
  endpointsOf,
  type EvmEndpoint,
  keyAdvice,
  isReadable,
  keyMissing,
  nodeOf,
  portalOf,
  readingOf,
  unreadableChains,
} from './evm.upstreams';

const CONTRACT = /^0x[0-9a-f]{40}$/;

export class EvmHistorySource extends HistorySource {
  private readonly client: EvmClient;
  private readonly away: AwayFamilies;

  constructor(
    private readonly config: Config,
    private readonly clock: Clock,
    private readonly upstream: UpstreamClient,
  ) {
    super();
    this.client = new EvmClient(upstream);
    this.away = new AwayFamilies(() => clock.now());
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
    if (!isEvmChain(chain) || !isReadable(this.config, chain)) throw noSource(chain);
    const { lists, rereadBlocks, isPortalFirst } = readingOf(chain);
    const now = () => this.clock.now();
    const reading = { lists, rereadBlocks, now };
    const { value } = address;
    const relay = this.explorers(chain, signal);
    const explorers =
      relay && explorerFamily(new EvmReader(this.client, relay, chain, value, now, signal, stored), reading);
    const endpoint = portalOf(this.config, chain);
    const node = this.nodeOf(chain);
    const portal =
      endpoint &&
      portalFamily(
        new PortalReader(new PortalClient(this.upstream, endpoint), node, chain, value, now, signal),
        explorers,
        reading,
      );
    const families = [
      ...(explorers ? [[`explorers ${chain}`, explorers] as const] : []),
      ...(portal ? [[`portal ${chain}`, portal] as const] : []),
    ];
    if (isPortalFirst) families.reverse();
    return readFamilies(families, this.away, cursor, signal);
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
    const relay = this.explorers(chain, signal);
    const node = this.nodeOf(chain);
    if (!relay && !node) throw noSource(chain);
    const wanted = assetIds.flatMap((assetId) => contractOf(chain, assetId));
    const read = await Promise.allSettled(
      wanted.map(async ({ assetId, contract }): Promise<OnChainBalance> => {
        const read = await this.balance(relay, node, address.value, contract, signal);
        return { assetId, ...read, readAt: this.clock.now() };
      }),
    );
    signal.throwIfAborted();
    const failure = read.find((result) => result.status === 'rejected');
    const found = read.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
    if (failure && (found.length === 0 || !(failure.reason instanceof UpstreamFailure))) throw failure.reason;
    return found;
  }

  /** The node answers for explorers that are away or not configured. */
  private async balance(
    relay: Relay<EvmEndpoint> | null,
    node: NodeClient | null,
    wallet: string,
    contract: string | null,
    signal: AbortSignal,
  ): Promise<{ quantity: bigint; source: string }> {
    try {
      if (relay)
        return await relay.ask('balance', async (endpoint) => ({
          quantity:
            contract === null
              ? await this.client.nativeBalance(endpoint, wallet, signal)
              : await this.client.tokenBalance(endpoint, wallet, contract, signal),
          source: endpoint.provider,
        }));
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof UpstreamFailure) || !node) throw error;
    }
    if (!node) throw new Error('nobody can be asked');
    return { quantity: await node.balance(wallet, contract, signal), source: node.provider };
  }

  /** Null: none is configured. */
  private explorers(chain: ChainName, signal: AbortSignal): Relay<EvmEndpoint> | null {
    const [first, ...others] = isEvmChain(chain) ? endpointsOf(this.config, chain) : [];
    return first ? new Relay([first, ...others], signal) : null;
  }

  private nodeOf(chain: ChainName): NodeClient | null {
    const endpoint = isEvmChain(chain) ? nodeOf(this.config, chain) : null;
    return endpoint && new NodeClient(this.upstream, endpoint);
  }
}

const noSource = (chain: ChainName): AppError =>
  new AppError('PROVIDER_ENTITLEMENT_ERROR', { provider: chain, error: keyMissing(chain) });

/** Contract null: the native coin. Empty for assets without a balance call. */
function contractOf(chain: ChainName, assetId: string): { assetId: string; contract: string | null }[] {
  const [of, contract = ''] = assetId.split(':');
  if (of !== chain) return [];
  if (contract === 'native') return [{ assetId, contract: null }];
  return CONTRACT.test(contract) ? [{ assetId, contract }] : [];
}
