import type { Leg, WalletTransaction } from '../chain';
import type { TransferLeg } from './transfer-leg';

/**
 * The id does not depend on the other legs of the transaction, so that a decision remains when tokens are shown or
 * hidden. An exchange takes its fee besides the units that it sends.
 */
export function walletLeg(transaction: WalletTransaction, leg: Leg): TransferLeg {
  const { account, wallet, fee } = transaction;
  const deposited = leg.direction === 'in' ? (account?.depositAddress ?? null) : null;
  const inKind = account && fee && fee.asset.id === leg.asset.id ? fee.quantity : 0n;
  return {
    id: `${transaction.id}:${leg.direction}:${leg.asset.id}`,
    transactionId: transaction.id,
    direction: leg.direction,
    source: { kind: account ? 'exchange' : 'wallet', id: wallet },
    asset: leg.asset,
    quantity: leg.direction === 'out' ? leg.quantity + inKind : leg.quantity,
    fee: inKind,
    at: transaction.at,
    txHash: account ? account.txHash : transaction.hash,
    address: account ? normalAddress(deposited) : wallet,
    counterparty: normalAddress(leg.counterparty),
    ...(account?.side ? { side: account.side } : {}),
  };
}

/** Exchanges write addresses of EVM chains in mixed case. */
const normalAddress = (text: string | null): string | null =>
  text !== null && /^0x[0-9a-f]{40}$/i.test(text) ? text.toLowerCase() : text;
