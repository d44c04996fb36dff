import { Injectable } from '@nestjs/common';
import { userOf } from '../../domain/access/principal';
import { accountWallet, parseAddress, type Address } from '../../domain/kernel/address';
import { EXCHANGES } from '../../domain/exchanges';
import type { RequestContext } from '../../http/request-context';
import type { Budget } from '../../pipeline/budget';
import type { JointLedger } from '../../pipeline/ledger/wallet-ledger';
import { WalletLedgerService } from '../../pipeline/ledger/wallet-ledger.service';
import { LinkedWallets } from '../../ports/storage/linked-wallets';
import { Overlays } from '../../ports/storage/overlays';
import type { Source, Sources } from './source';

/** The wallets and exchange accounts of a user. */
export interface UnifiedWallets {
  addresses: readonly Address[];
  /** In the order of the addresses. */
  sources: Sources;
}

export interface UnifiedLedger {
  joint: JointLedger;
  /** In the order of the wallets of the joint ledger. */
  sources: Sources;
}

/** The ledger of everything that belongs to a user: all linked wallets and all exchange accounts. */
@Injectable()
export class UnifiedLedgers {
  constructor(
    private readonly ledgers: WalletLedgerService,
    private readonly linked: LinkedWallets,
    private readonly overlays: Overlays,
  ) {}

  /** @throws AppError DATA_PROVIDER_ERROR, PROVIDER_ENTITLEMENT_ERROR when no wallet can be read */
  async open(context: RequestContext, budget: Budget): Promise<UnifiedLedger> {
    const { addresses, sources } = await this.walletsOf(context);
    return { joint: await this.ledgers.together(addresses, budget), sources };
  }

  async walletsOf({ principal }: RequestContext): Promise<UnifiedWallets> {
    const wallets = await this.linked.ownedBy(principal);
    const { userId } = userOf(principal);
    const labels = await this.linked.labels(userId);
    const { accounts } = await this.overlays.of(userId, []);
    const addresses = [...wallets, ...accounts.map(({ id }) => parseAddress(id))];
    const sources = new Map<string, Source>([
      ...wallets.map(({ value, given }): [string, Source] => [
        value,
        { type: 'wallet', id: given, label: labels.get(value) ?? '' },
      ]),
      ...accounts.map(({ id, exchange, label }): [string, Source] => [
        accountWallet(id),
        { type: 'exchange', id, label: label || EXCHANGES[exchange].name },
      ]),
    ]);
    return { addresses, sources };
  }
}
