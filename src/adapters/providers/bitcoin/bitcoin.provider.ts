import type { Config } from '../../../config/env';
import type { Address } from '../../../domain/kernel/address';
import { accountOf } from '../../../domain/kernel/bitcoin/descriptor';
import type { ChainName } from '../../../domain/kernel/chain';
import type { ChainTransaction } from '../../../domain/chain/facts/chain-transaction';
import type { Clock } from '../../../ports/clock';
import type { HistoryCursor, RawRow, StoredKeys, WalletRows } from '../../../ports/upstream/history-source';
import { OneChainSource } from '../../upstream/one-chain-source';
import { Relay } from '../../upstream/relay';
import type { UpstreamClient } from '../../upstream/upstream-client';
import { joinedRows } from './bitcoin.joint-rows';
import { asOneWallet, BitcoinAccountReader, readAddresses, usedAddresses } from './bitcoin-account.reader';
import { BitcoinClient } from './bitcoin.client';
import { interpretBitcoin } from './bitcoin.mapper';
import { BitcoinReader } from './bitcoin.reader';
import { type BitcoinEndpoint, bitcoinEndpoints } from './bitcoin.upstreams';

/** Esplora, with Blockbook as fallback. Only confirmed transactions count. */
export class BitcoinHistorySource extends OneChainSource<BitcoinClient, BitcoinEndpoint> {
  constructor(config: Config, clock: Clock, upstream: UpstreamClient) {
    super('bitcoin', new BitcoinClient(upstream), bitcoinEndpoints(config), clock);
  }

  protected override readWallet(
    wallet: string,
    cursor: HistoryCursor | null,
    signal: AbortSignal,
    stored?: StoredKeys,
  ) {
    const { client, endpoints, clock } = this;
    return accountOf(wallet) === null
      ? new BitcoinReader(client, endpoints, wallet, cursor, () => clock.now(), signal, stored).read()
      : new BitcoinAccountReader(client, endpoints, wallet, cursor, clock, signal, stored).read();
  }

  override addressesIn(_chain: ChainName, { value }: Address, cursor: HistoryCursor | null) {
    return accountOf(value) === null ? [value] : readAddresses(cursor);
  }

  override together(_chain: ChainName, wallets: readonly WalletRows[]) {
    return joinedRows(wallets.map(({ address, rows }) => ({ wallet: address.value, rows })));
  }

  protected override interpretWallet(wallet: string, rows: readonly RawRow[]): ChainTransaction[] {
    return interpretBitcoin(wallet, accountOf(wallet) === null ? rows : asOneWallet(wallet, rows));
  }

  /** @throws UpstreamFailure when every endpoint fails */
  protected override async balancesOf(wallet: string, assetIds: readonly string[], signal: AbortSignal) {
    const { quantity, source } = await this.balanceOf(wallet, signal);
    const answer = { quantity, readAt: this.clock.now(), source };
    return assetIds.filter((assetId) => assetId === ASSET).map((assetId) => ({ assetId, ...answer }));
  }

  private async balanceOf(wallet: string, signal: AbortSignal) {
    const relay = new Relay(this.endpoints, signal);
    if (accountOf(wallet) === null) {
      const { balance } = await relay.ask('balance', (endpoint) =>
        this.client.totals(endpoint, wallet, 'request', signal),
      );
      return { quantity: balance, source: relay.lastProvider };
    }
    let quantity = 0n;
    for await (const { totals } of usedAddresses(this.client, relay, wallet, 'request', signal))
      quantity += totals.balance;
    return { quantity, source: relay.lastProvider };
  }
}

const ASSET = 'bitcoin:native';
