import type { WalletHistory } from '../history/wallet-history';

/** Whose books an audit trail is of: a user may have added to what the chains say, and so has a trail of their own. */
export const lineageScope = ({ wallets }: Pick<WalletHistory, 'wallets'>, userId?: string): string[] => [
  ...wallets,
  ...(userId === undefined ? [] : [`user:${userId}`]),
];
