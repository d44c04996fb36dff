import { Injectable, Logger } from '@nestjs/common';
import type { Address } from '../../domain/kernel/address';
import type { Asset } from '../../domain/kernel/asset';
import type { ChainName } from '../../domain/kernel/chain';
import { AppError } from '../../domain/kernel/errors';
import { Cache } from '../../ports/cache';
import { HistorySource } from '../../ports/upstream/history-source';
import { walletCacheKey } from '../wallet-cache';

/** A balance read from a chain, as cached. */
export interface ChainBalance {
  /** Base units, as decimal text. */
  quantity: string;
  source: string;
  /** ms UTC */
  readAt: number;
}

/** A balance is not fetched again within this time. */
const KEEP_MS = 60_000;

/** Balances of a wallet as chains report them, cached for a minute, by asset id. */
@Injectable()
export class ChainBalances {
  private readonly log = new Logger('Balances');

  constructor(
    private readonly source: HistorySource,
    private readonly cache: Cache,
  ) {}

  async cached(subject: Address, assets: readonly Asset[]): Promise<Map<string, ChainBalance>> {
    const found = new Map<string, ChainBalance>();
    await Promise.all(
      assets.map(async ({ id }) => {
        const known = await this.cache.get<ChainBalance>(keyOf(subject, id));
        if (known !== null) found.set(id, known);
      }),
    );
    return found;
  }

  /** @returns an empty result when the chain does not answer in time */
  async ask(
    chain: ChainName,
    subject: Address,
    assets: readonly Asset[],
    signal: AbortSignal,
  ): Promise<[string, ChainBalance][]> {
    const ids = assets.filter((asset) => asset.chain === chain).map(({ id }) => id);
    if (ids.length === 0) return [];
    try {
      const found = await this.source.balances(chain, subject, ids, signal);
      const stated = found.map(({ assetId, quantity, source, readAt }): [string, ChainBalance] => [
        assetId,
        { quantity: quantity.toString(), source, readAt },
      ]);
      await Promise.all(stated.map(([id, one]) => this.cache.set(keyOf(subject, id), one, KEEP_MS)));
      return stated;
    } catch (error) {
      if (signal.aborted) return [];
      if (!(error instanceof AppError)) throw error;
      this.log.warn(`balances on ${chain} could not be read: ${String(error)}`);
      return [];
    }
  }
}

const keyOf = (subject: Address, assetId: string): string => walletCacheKey(subject, `balance:${assetId}`);
