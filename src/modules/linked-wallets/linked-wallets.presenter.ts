import { tryParseAddress } from '../../domain/kernel/address';
import type { ChainState } from '../../ports/storage/raw-history-store';
import type { LinkedWalletResponse } from './linked-wallets.shapes.dto';

interface Wallet {
  id: string;
  given: string;
  label: string;
  createdAt: Date;
}

type Reading = Pick<ChainState, 'complete' | 'errorCode' | 'indexedAt'>;

export function toLinkedWallet(wallet: Wallet, chains: readonly Reading[]): LinkedWalletResponse {
  const moments = chains.flatMap(({ indexedAt }) => (indexedAt === null ? [] : [indexedAt]));
  return {
    id: wallet.id,
    address: wallet.given,
    chain_type: tryParseAddress(wallet.given)?.family ?? 'evm',
    label: wallet.label,
    status: statusOf(chains),
    last_indexed_at: moments.length === 0 ? null : new Date(Math.max(...moments)).toISOString(),
    created_at: wallet.createdAt.toISOString(),
  };
}

/** A chain that fails makes the wallet fail only when no chain can be read. */
function statusOf(chains: readonly Reading[]): 'pending' | 'indexing' | 'ready' | 'error' {
  if (chains.length === 0) return 'pending';
  const open = chains.filter(({ complete }) => !complete);
  if (open.length === 0) return 'ready';
  if (open.some(({ errorCode }) => errorCode === null)) return 'indexing';
  return open.length === chains.length ? 'error' : 'ready';
}
