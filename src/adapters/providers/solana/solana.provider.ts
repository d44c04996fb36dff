import type { Config } from '../../../config/env';
import type { Address } from '../../../domain/kernel/address';
import type { ChainName } from '../../../domain/kernel/chain';
import type { ChainTransaction } from '../../../domain/normalise/chain-transaction';
import type { Clock } from '../../../ports/clock';
import {
  type ChainAvailability,
  type HistoryCursor,
  type HistoryPage,
  HistorySource,
  type OnChainBalance,
  type RawRow,
} from '../../../ports/history-source';
import type { UpstreamClient } from '../../upstream/upstream-client';
import { SolanaClient, type TokenAccount } from './solana.client';
import { interpretSolana } from './solana.mapper';
import { SolanaReader } from './solana.reader';
import { Relay } from './solana.relay';
import { type SolanaEndpoint, solanaEndpoints } from './solana.upstreams';

const NATIVE = 'solana:native';

/** History and balances of Solana addresses from JSON-RPC nodes. */
export class SolanaHistorySource extends HistorySource {
  private readonly client: SolanaClient;
  private readonly endpoints: [SolanaEndpoint, ...SolanaEndpoint[]];

  constructor(
    config: Config,
    private readonly clock: Clock,
    upstream: UpstreamClient,
  ) {
    super();
    this.client = new SolanaClient(upstream);
    this.endpoints = solanaEndpoints(config);
  }

  owns(address: Address): boolean {
    return address.family === 'solana';
  }

  override chainsOf(address: Address): ChainAvailability {
    return { readable: this.owns(address) ? ['solana'] : [], unavailable: [] };
  }

  override read(
    _chain: ChainName,
    address: Address,
    cursor: HistoryCursor | null,
    signal: AbortSignal,
  ): AsyncIterable<HistoryPage> {
    const relay = new Relay(this.endpoints, signal);
    return new SolanaReader(this.client, relay, address.value, cursor, signal).read();
  }

  override interpret(_chain: ChainName, address: Address, rows: readonly RawRow[]): ChainTransaction[] {
    return interpretSolana(address.value, rows);
  }

  /**
   * SOL is what the wallet would have with all its token accounts closed: their rent and wrapped SOL included, as
   * its books count it. Other tokens are summed over its accounts.
   * @throws UpstreamFailure when no node answers
   */
  override async balances(
    _chain: ChainName,
    address: Address,
    assetIds: readonly string[],
    signal: AbortSignal,
  ): Promise<OnChainBalance[]> {
    const wanted = assetIds.filter((assetId) => assetId.startsWith('solana:'));
    if (wanted.length === 0) return [];
    const relay = new Relay(this.endpoints, signal);
    const [lamports, accounts] = await Promise.all([
      relay.ask((endpoint) => this.client.lamports(endpoint, address.value, signal)),
      relay.ask((endpoint) => this.client.tokenAccounts(endpoint, address.value, 'request', signal)),
    ]);
    const readAt = this.clock.now();
    const source = relay.lastProvider;
    return wanted.map((assetId) => ({
      assetId,
      quantity: assetId === NATIVE ? lamports + sum(accounts, 'lamports') : amountOf(accounts, assetId),
      readAt,
      source,
    }));
  }
}

const sum = (accounts: readonly TokenAccount[], part: 'amount' | 'lamports'): bigint =>
  accounts.reduce((total, account) => total + account[part], 0n);

const amountOf = (accounts: readonly TokenAccount[], assetId: string): bigint =>
  sum(
    accounts.filter(({ mint }) => `solana:${mint}` === assetId),
    'amount',
  );
