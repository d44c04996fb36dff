import type { WalletHistory } from '../history/wallet-history';

/** Owner of an audit trail. A user can add to on-chain data, and so has a separate trail. */
export const lineageScope = ({ wallets }: Pick<WalletHistory, 'wallets'>, userId?: string): string[] => [
  ...wallets,
  ...(userId === undefined ? [] : [`user:${userId}`]),
];
