import type { Config } from '../../../config/env';
import type { ChainTransaction } from '../../../domain/chain/facts/chain-transaction';
import type { Clock } from '../../../ports/clock';
import type { HistoryCursor, RawRow } from '../../../ports/upstream/history-source';
import { OneChainSource } from '../../upstream/one-chain-source';
import { Relay } from '../../upstream/relay';
import type { UpstreamClient } from '../../upstream/upstream-client';
import { SolanaClient, type TokenAccount } from './solana.client';
import { interpretSolana } from './solana.mapper';
import { SolanaReader } from './solana.reader';
import { type SolanaEndpoint, solanaEndpoints } from './solana.upstreams';

const NATIVE = 'solana:native';

export class SolanaHistorySource extends OneChainSource<SolanaClient, SolanaEndpoint> {
  constructor(config: Config, clock: Clock, upstream: UpstreamClient) {
    super('solana', new SolanaClient(upstream), solanaEndpoints(config), clock);
  }

  protected override readWallet(wallet: string, cursor: HistoryCursor | null, signal: AbortSignal) {
    const relay = new Relay(this.endpoints, signal);
    return new SolanaReader(this.client, relay, wallet, cursor, signal).read();
  }

  protected override interpretWallet(wallet: string, rows: readonly RawRow[]): ChainTransaction[] {
    return interpretSolana(wallet, rows);
  }

  /**
   * The SOL balance as if all token accounts were closed: it includes their rent and wrapped SOL, as the ledger does.
   * Other tokens are summed over the accounts.
   * @throws UpstreamFailure when every node fails
   */
  protected override async balancesOf(wallet: string, assetIds: readonly string[], signal: AbortSignal) {
    const relay = new Relay(this.endpoints, signal);
    const [lamports, accounts] = await Promise.all([
      relay.ask('balance', (endpoint) => this.client.lamports(endpoint, wallet, signal)),
      relay.ask('accounts', (endpoint) => this.client.tokenAccounts(endpoint, wallet, 'request', signal)),
    ]);
    const readAt = this.clock.now();
    const source = relay.lastProvider;
    return assetIds.map((assetId) => ({
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
