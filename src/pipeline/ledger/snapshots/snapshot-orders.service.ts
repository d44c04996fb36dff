import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { MINUTE_MS } from '../../../domain/kernel/durations';
import { AppError } from '../../../domain/kernel/errors';
import { sha256Hex } from '../../../domain/kernel/hash';
import { Clock } from '../../../ports/clock';
import { indexWalletKey, Jobs, type JobPayloads } from '../../../ports/work/jobs';
import { within, type Budget } from '../../budget';
import type { Covered, CoveredHistory } from '../../history/covered-wallets';
import { PRICING } from '../../jobs/steps';
import type { View } from './found-snapshots';
import { EARLY_ROWS, PRICED_FIRST_ROWS } from '../../long-histories';

/** Snapshots of earlier releases that all processes together compute again at a time. */
const PLACES = 2;
/** A request waits so long for a ledger that is computed elsewhere when it states no time of its own. */
export const LEFT_MS = 10_000;
/** Time after which the process that needs an ordered ledger computes it itself, when no process works any job. */
const UNBEGUN_MS = 5_000;
/** A little more: a timer can end before the clock shows its last millisecond. */
const FIRST_LOOK_MS = UNBEGUN_MS + 100;

const RETRY_AFTER_SECONDS = 5;

/** How a request waits for a ledger that is computed elsewhere. */
export interface Elsewhere<L> extends Pick<Budget, 'signal' | 'requester'> {
  /** Milliseconds that are left. */
  ms: () => number;
  /** The answer while it is still computed. Null: the request needs the ledger, and fails. */
  pending: (() => Promise<L>) | null;
}

/** Orders snapshots of wallets: another thread or process computes them, where it runs jobs. */
@Injectable()
export class SnapshotOrders {
  /** When each was ordered first, by the key of its job. */
  readonly #since = new LRUCache<string, number>({ max: 1_000, ttl: MINUTE_MS });

  constructor(
    private readonly jobs: Jobs,
    private readonly clock: Clock,
  ) {}

  /**
   * Orders the computation by the rules of this release. While all places are taken nothing is ordered: the next request
   * tries again. So a release computes a few wallets at a time, those that are asked for.
   */
  async again(covered: CoveredHistory<Covered>): Promise<void> {
    const place = Number.parseInt(sha256Hex(covered.subject.value).slice(0, 2), 16) % PLACES;
    await this.jobs.enqueue('compute_snapshot', `compute_snapshot:${place}`, payloadOf(covered));
  }

  /**
   * Orders the computation, and waits for its end. While a job fetches the prices of a long history, it waits for that
   * job first.
   * @param name of the snapshots
   * @param subjects wallets that each need one
   * @returns false while it is still to be computed. True: it has ended, or no process works any job
   */
  async computed(
    { covered, subjects }: View,
    name: string,
    { ms, signal, requester = null }: Omit<Elsewhere<unknown>, 'pending'>,
  ): Promise<boolean> {
    const until = this.clock.now() + ms();
    const left = (): number => Math.max(0, until - this.clock.now());
    const hasEnded = async (jobId: string, most: number): Promise<boolean> =>
      (await within(this.clock, most, signal, (inner) => this.jobs.outcome(jobId, inner))) !== null;
    const isLong = rowsOf(covered) >= PRICED_FIRST_ROWS;
    for (const { address } of isLong ? covered.covered : []) {
      const reading = await this.jobs.standing('index_wallet', indexWalletKey(address.value));
      if (reading?.stage === PRICING && !(await hasEnded(reading.jobId, left()))) return false;
    }
    const key = `compute_snapshot:${name}`;
    const together = subjects.length > 1 && { together: subjects.map(({ given }) => given) };
    const payload = { ...payloadOf(covered), ...together };
    const { jobId } = await this.jobs.enqueue('compute_snapshot', key, payload, { requester });
    const since = this.#since.get(key) ?? this.clock.now();
    this.#since.set(key, since, { noUpdateTTL: true });
    const isLate = () => this.clock.now() - since >= UNBEGUN_MS;
    const isOver =
      (await hasEnded(jobId, Math.min(left(), FIRST_LOOK_MS))) ||
      // A job that waits for others is begun later. While none is worked, it waits for a process that is not there.
      (isLate() && !(await this.jobs.isWorked())) ||
      (left() > 0 && (await hasEnded(jobId, left())));
    if (isOver) this.#since.delete(key);
    return isOver;
  }
}

/** @throws AppError SERVICE_UNAVAILABLE when there is no answer of a ledger that is still computed */
export async function notYet<L>({ pending, signal }: Elsewhere<L>): Promise<L> {
  if (pending) return pending();
  signal.throwIfAborted();
  throw new AppError(
    'SERVICE_UNAVAILABLE',
    { dependency: 'calculations', retry_after_seconds: RETRY_AFTER_SECONDS },
    { message: 'The ledger of this wallet is still computed; retry later' },
  );
}

/** Stored rows of all wallets, and of accounts at exchanges. */
export const rowsOf = ({ covered, additions }: CoveredHistory<Covered>): number => {
  const rows = covered.reduce((sum, one) => sum + rowsIn(one), 0);
  return (additions?.accounts ?? []).reduce((sum, { rowCount }) => sum + rowCount, rows);
};

const rowsIn = ({ coverage }: Pick<Covered, 'coverage'>): number =>
  coverage.chains.reduce((sum, { rowCount }) => sum + rowCount, 0);

/** While a job reads or prices a long history, no ledger of it can be ordered yet, and the job adds up the balances. */
export const isLeftEarly = ({ covered }: CoveredHistory, { wholeHistory }: Budget): boolean =>
  !wholeHistory && covered.some((one) => one.isSubject && one.outcome === null && rowsIn(one) >= EARLY_ROWS);

const payloadOf = ({
  subject,
  covered,
  additions,
}: CoveredHistory<Covered>): JobPayloads['compute_snapshot'] => ({
  given: subject.given,
  owned: covered.filter(({ address }) => address.value !== subject.value).map(({ address }) => address.given),
  ...(additions && { userId: additions.userId }),
});
