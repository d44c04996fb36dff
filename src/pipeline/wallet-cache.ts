import type { Address } from '../domain/kernel/address';

/** What the names of everything kept of one wallet for a short while begin with: it can be forgotten together. */
export const walletCachePrefix = ({ value }: Address): string => `wallet:${value}:`;

export const walletCacheKey = (address: Address, name: string): string =>
  `${walletCachePrefix(address)}${name}`;
