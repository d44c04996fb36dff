import type { Leg, WalletTransaction } from '../normalise';
import type { TransferLeg } from './transfer-leg';

/**
 * One end of a transfer in a wallet. Its id does not depend on the other legs of the transaction, so that a
 * decision about it remains when tokens are shown or hidden.
 */
export const walletLeg = (transaction: WalletTransaction, leg: Leg): TransferLeg => ({
  id: `${transaction.id}:${leg.direction}:${leg.asset.id}`,
  transactionId: transaction.id,
  direction: leg.direction,
  source: { kind: 'wallet', id: transaction.wallet },
  asset: leg.asset,
  quantity: leg.quantity,
  fee: 0n,
  at: transaction.at,
  txHash: transaction.hash,
  address: transaction.wallet,
  counterparty: leg.counterparty,
});
