import { Injectable } from '@nestjs/common';
import { isAnonymous, type Requester } from '../../domain/jobs/requester';
import type { Address } from '../../domain/kernel/address';
import { AppError } from '../../domain/kernel/errors';
import { Config } from '../../config/env';
import { BundledWallets } from '../../ports/bundled-wallets';
import { indexWalletKey, Jobs } from '../../ports/work/jobs';
import { RateCounter } from '../../ports/rate-counter';

/** Client name of the budget that all callers without a credential share. */
const EVERYONE = 'orders:anonymous';
/** The order budgets have no limit of the day: the request limits have one. */
const PER_DAY = 1_000_000_000;

/** A wallet whose stored history is missing or old. */
export interface DueWallet {
  address: Address;
  /** False: the stored history is a complete answer, only not the newest. */
  isNeeded: boolean;
}

/**
 * Orders reads of wallets from the upstreams. One wallet costs one order. Callers without a credential have a
 * budget per network and one together. An active read, or a wallet with bundled data, costs nothing.
 */
@Injectable()
export class WalletOrders {
  constructor(
    private readonly jobs: Jobs,
    private readonly counter: RateCounter,
    private readonly bundled: BundledWallets,
    private readonly config: Config,
  ) {}

  /**
   * Charges the reads of one request, before any of them starts.
   * @returns the wallets to read. Without budget for them, stored histories are answered as they are
   * @throws AppError RATE_LIMIT_EXCEEDED when the budget does not cover the needed reads; nothing is ordered
   */
  async admit(due: readonly DueWallet[], requester: Requester): Promise<readonly DueWallet[]> {
    if (!isAnonymous(requester) || due.length === 0) return due;
    const costly = await this.costly(due);
    const needed = due.filter(({ isNeeded }) => isNeeded);
    const refusal = await this.charge(count(needed, costly), requester);
    if (refusal) throw refusal;
    const others = due.filter(({ isNeeded }) => !isNeeded);
    return (await this.charge(count(others, costly), requester)) ? needed : due;
  }

  /** Starts the read, or joins the active one. @param since ms UTC; see `Budget.since` */
  order({ value, given }: Address, requester: Requester, since?: number): Promise<{ jobId: string }> {
    const payload = { address: value, given, ...(since !== undefined && { since }) };
    return this.jobs.enqueue('index_wallet', indexWalletKey(value), payload, { requester });
  }

  private async costly(due: readonly DueWallet[]): Promise<ReadonlySet<string>> {
    const values = due.map(({ address }) => address.value).filter((value) => !this.bundled.has(value));
    if (values.length === 0) return new Set();
    const active = await this.jobs.active('index_wallet', values.map(indexWalletKey));
    return new Set(values.filter((value) => !active.has(indexWalletKey(value))));
  }

  /** @returns null when the budgets cover it */
  private async charge(wallets: number, requester: Requester): Promise<AppError | null> {
    if (wallets === 0) return null;
    const { ANONYMOUS_ORDERS_RPM, ANONYMOUS_ORDERS_TOTAL_RPM } = this.config;
    const budgets = [
      [`orders:${requester ?? ''}`, ANONYMOUS_ORDERS_RPM],
      [EVERYONE, ANONYMOUS_ORDERS_TOTAL_RPM],
    ] as const;
    for (const [client, limit] of budgets) {
      const verdict = await this.counter.take(client, { perMinute: limit, perDay: PER_DAY }, wallets);
      if (verdict.tripped)
        return new AppError('RATE_LIMIT_EXCEEDED', {
          limit,
          window: 'minute',
          retry_after_seconds: verdict.retryAfterSeconds,
          reason: 'new wallets requested without a credential',
        });
    }
    return null;
  }
}

const count = (due: readonly DueWallet[], costly: ReadonlySet<string>): number =>
  due.filter(({ address }) => costly.has(address.value)).length;
