import type { Position } from '../../../domain/engine';
import type { Address } from '../../../domain/kernel/address';
import type { LedgerViews } from '../ledger-views.service';
import type { WalletLedger } from '../wallet-ledger';

/** What the history of a wallet gives. */
export interface ComputedBalances {
  subject: Address;
  /** That the wallet has used. */
  chains: readonly string[];
  positions: readonly Pick<Position, 'asset' | 'quantity'>[];
}

export const balancesOf = (walletLedger: WalletLedger, views: LedgerViews): ComputedBalances => ({
  subject: walletLedger.subject,
  chains: walletLedger.transactions.map(({ chain }) => chain),
  positions: views.positions(walletLedger),
});
