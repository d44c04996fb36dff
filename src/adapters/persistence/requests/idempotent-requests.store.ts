import { createHmac, hkdfSync } from 'node:crypto';
import {
  Injectable,
  Logger,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { PollingWorker } from '../../../common/polling-worker';
import { SecretBox } from '../../../config/secrets/secret-box';
import { SecretKeys } from '../../../config/secrets/secret-keys';
import { DAY_MS, HOUR_MS } from '../../../domain/kernel/durations';
import { AppError } from '../../../domain/kernel/errors';
import { uuidOf } from '../../../domain/kernel/hash';
import { Clock } from '../../../ports/clock';
import {
  IdempotentRequests,
  type KeyedRequest,
  type KeyedAnswer,
} from '../../../ports/storage/requests/idempotent-requests';
import { EffectScope } from '../effects';
import { conflicts, reach } from '../outage';
import { PersistenceRules } from '../persistence-rules';

/** Of an answer. @source integrators.md 5 */
const KEPT_MS = DAY_MS;
const RENEW_MS = 5_000;
const POLL_MS = 100;
const PURPOSE = 'idempotent answer';
/** Sealed. Plans limit what requests store, but not repeated answers. */
const LARGE_ANSWER_BYTES = 64 * 1024;
const MAX_KEPT_BYTES = 64 * 1024 * 1024;

interface Known {
  id: string;
  fingerprint: string;
  answer: string | null;
}

/**
 * A row with an answer is repeated. A row without one is work in progress while its holder renews the lease. Only the
 * holder writes the answer, in the transaction of the effect.
 */
@Injectable()
export class PostgresIdempotentRequests
  extends IdempotentRequests
  implements OnApplicationBootstrap, BeforeApplicationShutdown
{
  private readonly log = new Logger('Requests');
  private readonly here = new Map<string, Promise<unknown>>();
  private readonly pruning = new PollingWorker(
    () => this.prune(),
    (error) => this.log.warn(`Expired answers could not be deleted: ${String(error)}`),
  );

  constructor(
    private readonly dataSource: DataSource,
    private readonly box: SecretBox,
    private readonly keys: SecretKeys,
    private readonly clock: Clock,
    private readonly rules: PersistenceRules,
  ) {
    super();
  }

  onApplicationBootstrap(): void {
    this.pruning.every(this.clock, HOUR_MS);
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.pruning.stop();
  }

  async once(request: KeyedRequest, work: () => Promise<string>, signal: AbortSignal): Promise<KeyedAnswer> {
    const place = JSON.stringify([request.owner, request.credential, request.route, request.key]);
    for (let other = this.here.get(place); other; other = this.here.get(place)) await ended(other, signal);
    const done = this.take(request, work, signal);
    this.here.set(place, done);
    try {
      return await done;
    } finally {
      this.here.delete(place);
    }
  }

  private async take(
    request: KeyedRequest,
    work: () => Promise<string>,
    signal: AbortSignal,
  ): Promise<KeyedAnswer> {
    for (;;) {
      signal.throwIfAborted();
      const id = this.clock.newId();
      if (await this.claim(id, request)) return { text: await this.work(id, request, work), isReplay: false };
      const known = await this.find(request);
      if (known && !this.isSame(known, request))
        throw new AppError('CONFLICT', { resource: 'idempotency_key' }, { message: OTHER_REQUEST });
      if (known?.answer) return { text: this.box.open(known.answer, PURPOSE, known.id), isReplay: true };
      await this.clock.sleep(POLL_MS, signal);
    }
  }

  private async work(id: string, request: KeyedRequest, work: () => Promise<string>): Promise<string> {
    const renewal = new PollingWorker(
      () => this.renew(id),
      (error) => this.log.warn(`The lease of a request could not be renewed: ${String(error)}`),
    ).every(this.clock, RENEW_MS);
    try {
      // A savepoint that loses a conflict runs again, but keeps the locks of earlier effects.
      return await conflicts.execute(() => this.committed(id, request, work));
    } catch (error) {
      await this.dataSource
        .query('DELETE FROM idempotent_requests WHERE id = $1 AND answer IS NULL', [id])
        .catch(() => undefined);
      throw error;
    } finally {
      await renewal.stop();
    }
  }

  /** Effect and answer commit in one transaction. */
  private async committed(id: string, request: KeyedRequest, work: () => Promise<string>): Promise<string> {
    const scope = new EffectScope(nameOf(request), this.clock);
    try {
      const text = await scope.run(work);
      const sealed = this.box.seal(text, PURPOSE, id);
      await scope.commit(this.dataSource, async (manager) => {
        const [, count] = await manager.query<[unknown, number]>(
          'UPDATE idempotent_requests SET answer = $2 WHERE id = $1 AND answer IS NULL',
          [id, sealed],
        );
        // Another process took the work over: its effect counts.
        if (count !== 1) throw new AppError('SERVICE_UNAVAILABLE', { dependency: 'idempotency_key' });
        if (sealed.length > LARGE_ANSWER_BYTES) await this.checkKept(manager, request.owner);
      });
      return text;
    } catch (error) {
      await scope.rollback();
      throw error;
    }
  }

  /** @throws AppError FORBIDDEN when the answers of an owner take too much space; the work is undone */
  private async checkKept(manager: EntityManager, owner: string): Promise<void> {
    const [kept] = await manager.query<{ bytes: number }[]>(
      `SELECT sum(pg_column_size(answer))::float8 AS bytes FROM idempotent_requests
       WHERE owner = $1 AND created_at > $2`,
      [owner, new Date(this.clock.now() - KEPT_MS)],
    );
    if (kept && kept.bytes > MAX_KEPT_BYTES)
      throw new AppError(
        'FORBIDDEN',
        { resource: 'idempotency_key', limit_bytes: MAX_KEPT_BYTES },
        { message: TOO_MUCH_KEPT },
      );
  }

  private async claim(id: string, { owner, credential, route, key, digest }: KeyedRequest): Promise<boolean> {
    const now = this.clock.now();
    const rows = await reach(() =>
      this.dataSource.query<unknown[]>(
        `INSERT INTO idempotent_requests AS old
           (id, owner, credential, route, key, fingerprint, lease_until, created_at)
         VALUES ($1, $2, $3, $4, $5, $6, service_now() + make_interval(secs => $7), $8)
         ON CONFLICT (owner, credential, route, key) DO UPDATE
           SET id = excluded.id, fingerprint = excluded.fingerprint, answer = NULL,
             lease_until = excluded.lease_until, created_at = excluded.created_at
           WHERE old.created_at <= $9 OR (old.answer IS NULL AND old.lease_until < service_now())
         RETURNING id`,
        [
          id,
          owner,
          credential,
          route,
          key,
          this.fingerprints(digest)[0],
          this.rules.requestLeaseMs / 1_000,
          new Date(now),
          new Date(now - KEPT_MS),
        ],
      ),
    );
    return rows.length === 1;
  }

  private async find({ owner, credential, route, key }: KeyedRequest): Promise<Known | undefined> {
    const [known] = await reach(() =>
      this.dataSource.query<Known[]>(
        `SELECT id, fingerprint, answer FROM idempotent_requests
         WHERE owner = $1 AND credential = $2 AND route = $3 AND key = $4`,
        [owner, credential, route, key],
      ),
    );
    return known;
  }

  private isSame({ fingerprint }: Known, { digest }: KeyedRequest): boolean {
    return this.fingerprints(digest).includes(fingerprint);
  }

  /** By the current sealing key, then by earlier keys. */
  private fingerprints(digest: string): string[] {
    return this.keys.of('encryption').map((secret) => {
      const key = Buffer.from(hkdfSync('sha256', secret, '', 'idempotent requests', 32));
      return createHmac('sha256', key).update(digest).digest('hex');
    });
  }

  private async renew(id: string): Promise<void> {
    await this.dataSource.query(
      'UPDATE idempotent_requests SET lease_until = service_now() + make_interval(secs => $2) WHERE id = $1',
      [id, this.rules.requestLeaseMs / 1_000],
    );
  }

  private async prune(): Promise<void> {
    const before = new Date(this.clock.now() - KEPT_MS);
    await this.dataSource.query('DELETE FROM idempotent_requests WHERE created_at <= $1', [before]);
  }
}

/** Equal for the same request of the same caller. */
const nameOf = ({ owner, credential, route, key, digest }: KeyedRequest): string =>
  uuidOf(JSON.stringify([owner, credential, route, key, digest]));

const OTHER_REQUEST = 'This Idempotency-Key belongs to another request';

const TOO_MUCH_KEPT =
  'The answers that are kept for Idempotency-Keys are too large: send the request without a key, or a day later';

function ended(work: Promise<unknown>, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(signal.reason as Error);
    if (signal.aborted) return stop();
    signal.addEventListener('abort', stop, { once: true });
    const go = () => {
      signal.removeEventListener('abort', stop);
      resolve();
    };
    work.then(go, go);
  });
}
