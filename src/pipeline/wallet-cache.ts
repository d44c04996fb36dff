import type { Address } from '../domain/kernel/address';

/** Prefix of the cache keys of one wallet, so that all its entries can be deleted together. */
export const walletCachePrefix = ({ value }: Address): string => `wallet:${value}:`;

export const walletCacheKey = (address: Address, name: string): string =>
  `${walletCachePrefix(address)}${name}`;
