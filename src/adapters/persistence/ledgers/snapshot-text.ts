import type { WalletSnapshot } from '../../../domain/portfolio/snapshots/wallet-snapshot';

/** Snapshots as JSON. Big integers are texts that begin with `#`; other texts that begin so get another one. */

export const snapshotText = (snapshot: WalletSnapshot): string =>
  JSON.stringify(snapshot, (_key, value: unknown) => {
    if (typeof value === 'bigint') return `#${value}`;
    return typeof value === 'string' && value.startsWith('#') ? `##${value.slice(1)}` : value;
  });

export const snapshotOf = (text: string): WalletSnapshot =>
  JSON.parse(text, (_key, value: unknown) => {
    if (typeof value !== 'string' || !value.startsWith('#')) return value;
    return value.startsWith('##') ? value.slice(1) : BigInt(value.slice(1));
  }) as WalletSnapshot;
