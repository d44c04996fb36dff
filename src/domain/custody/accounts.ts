import { accountOf, accountWallet } from '../kernel/address';
import type { ExchangeAccountKind, ExchangeName } from '../kernel/exchanges/exchange';
import { offerOf, type BrokerOffer } from './offers';

export interface HeldAccount {
  id: string;
  exchange: ExchangeName;
  label: string;
  kind: ExchangeAccountKind;
}

/**
 * True for an exchange that reports sales on Form 1099-DA. A foreign exchange that files no such form is no broker
 * here: own books identify its units, until the owner states otherwise in the kind of the account.
 * @source 26 CFR 1.1012-1(j)(3), 1.6045-1(a)(1)
 */
const isBroker = ({ kind }: Pick<HeldAccount, 'kind'>): boolean => kind === 'us_exchange';

export const brokerWallets = (accounts: readonly Pick<HeldAccount, 'id' | 'kind'>[]): string[] =>
  accounts.filter(isBroker).map(({ id }) => accountWallet(id));

/** Null where no broker holds the units. @param wallet in normal form */
export function offerAt(wallet: string, accounts: readonly HeldAccount[]): BrokerOffer | null {
  const id = accountOf(wallet);
  const account = accounts.find((one) => one.id === id);
  return account !== undefined && isBroker(account) ? offerOf(account) : null;
}
