import { Injectable } from '@nestjs/common';
import type { ChainName } from '../domain/kernel/chain';
import type { AppError } from '../domain/kernel/errors';
import { BundledWallets } from '../ports/bundled-wallets';
import { Cache } from '../ports/cache';
import type { ChainState } from '../ports/storage/raw-history-store';

/** A read that succeeds ends an outage earlier. */
const OUTAGE_MS = 30_000;

const keyOf = (chain: ChainName): string => `outage:${chain}`;

type Outage = Pick<ChainState, 'errorCode' | 'errorDetails'>;

/**
 * Chains whose upstreams are not called at the moment, because their circuits are open. Jobs notice it, in a thread or
 * process of their own, and requests do not wait for those jobs.
 * @source reliability.md 1.11
 */
@Injectable()
export class ChainOutages {
  constructor(
    private readonly cache: Cache,
    private readonly bundled: BundledWallets,
  ) {}

  begin(chain: ChainName, { code, details }: AppError): Promise<void> {
    const outage: Outage = { errorCode: code, errorDetails: { ...details } };
    return this.cache.set(keyOf(chain), outage, OUTAGE_MS);
  }

  /** @param address whose read of the chain succeeded; that of a bundled wallet calls no upstream */
  async end(chain: ChainName, address: string): Promise<void> {
    if (this.bundled.has(address)) return;
    const key = keyOf(chain);
    if ((await this.cache.get(key)) !== null) await this.cache.set(key, null, 0);
  }

  /** @returns the states of the chains as if nothing were stored; null when one of the chains can be read */
  async of(address: string, chains: readonly ChainName[]): Promise<ChainState[] | null> {
    if (this.bundled.has(address)) return null;
    const outages = await Promise.all(chains.map((chain) => this.cache.get<Outage>(keyOf(chain))));
    const states: ChainState[] = [];
    for (const [i, chain] of chains.entries()) {
      const outage = outages[i];
      if (!outage) return null;
      states.push({ ...UNREAD, ...outage, chain, address });
    }
    return states;
  }
}

/** States of all chains, also of those of which nothing is stored. */
export const withUnread = (stored: readonly ChainState[], others: readonly ChainState[]): ChainState[] => [
  ...stored,
  ...others.filter(({ chain }) => !stored.some((one) => one.chain === chain)),
];

const UNREAD: Omit<ChainState, 'chain' | 'address' | keyof Outage> = {
  cursor: null,
  complete: false,
  truncated: false,
  incomplete: false,
  contradicted: false,
  indexedAt: null,
  provider: null,
  revision: 0,
  rowCount: 0,
};
