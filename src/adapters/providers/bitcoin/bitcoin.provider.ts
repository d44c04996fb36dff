import type { Config } from '../../../config/env';
import type { ChainTransaction } from '../../../domain/normalise/facts/chain-transaction';
import type { Clock } from '../../../ports/clock';
import type { HistoryCursor, RawRow } from '../../../ports/upstream/history-source';
import { OneChainSource } from '../../upstream/one-chain-source';
import { Relay } from '../../upstream/relay';
import type { UpstreamClient } from '../../upstream/upstream-client';
import { BitcoinClient } from './bitcoin.client';
import { interpretBitcoin } from './bitcoin.mapper';
import { BitcoinReader } from './bitcoin.reader';
import { type BitcoinEndpoint, bitcoinEndpoints } from './bitcoin.upstreams';

/**
 * History and balance of Bitcoin addresses from Esplora, with Blockbook as fallback. Only confirmed
 * transactions count.
 */
export class BitcoinHistorySource extends OneChainSource<BitcoinClient, BitcoinEndpoint> {
  constructor(config: Config, clock: Clock, upstream: UpstreamClient) {
    super('bitcoin', new BitcoinClient(upstream), bitcoinEndpoints(config), clock);
  }

  protected override readWallet(wallet: string, cursor: HistoryCursor | null, signal: AbortSignal) {
    return new BitcoinReader(this.client, this.endpoints, wallet, cursor, signal).read();
  }

  protected override interpretWallet(wallet: string, rows: readonly RawRow[]): ChainTransaction[] {
    return interpretBitcoin(wallet, rows);
  }

  /** Bitcoin has one asset. @throws UpstreamFailure when every endpoint fails */
  protected override async balancesOf(wallet: string, assetIds: readonly string[], signal: AbortSignal) {
    const relay = new Relay(this.endpoints, signal);
    const { balance } = await relay.ask('balance', (endpoint) =>
      this.client.totals(endpoint, wallet, 'request', signal),
    );
    const answer = { quantity: balance, readAt: this.clock.now(), source: relay.lastProvider };
    return assetIds.filter((assetId) => assetId === ASSET).map((assetId) => ({ assetId, ...answer }));
  }
}

const ASSET = 'bitcoin:native';
