import { type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { Client } from 'pg';
import { SecretBox } from '../../src/config/secrets/secret-box';
import { SecretKeys } from '../../src/config/secrets/secret-keys';
import type { DeliveryRules } from '../../src/modules/webhooks/delivery/delivery-rules';
import { DomainEvents } from '../../src/ports/work/domain-events';
import { spawnTypescript } from '../support/child';
import { createMigratedDatabase, testConfig } from '../support/postgres';
import { type Deliveries, startDeliveries } from './delivery-worker';
import { eventOf, type Receiver, startReceiver } from './receiver';
import { newEvent } from './new-event';
import { addUser, ENCRYPTION_KEY, QUICK } from './webhooks-app';
import { until } from '../support/until';

/** A database, a receiver, webhooks on it, and worker processes that may be killed, frozen and replaced. */
export class Storm {
  readonly workers: ChildProcess[] = [];
  private constructor(
    readonly databaseUrl: string,
    readonly sql: Client,
    readonly receiver: Receiver,
    readonly eventSource: Deliveries,
    private readonly env: Record<string, string>,
    private readonly rules: Partial<DeliveryRules>,
    private readonly drop: () => Promise<void>,
  ) {}

  static async begin(
    webhooks: number,
    env: Record<string, string> = {},
    rules: Partial<DeliveryRules> = {},
  ): Promise<Storm> {
    const database = await createMigratedDatabase();
    const all = {
      DATABASE_URL: database.url,
      ENCRYPTION_KEY,
      WEBHOOK_BACKOFF_MS: '200,400',
      WEBHOOK_REQUEUE_DELAY_MS: '500',
      ...env,
    };
    const config = testConfig(all);
    const sql = new Client({ connectionString: database.url });
    sql.on('error', () => undefined);
    await sql.connect();
    const receiver = await startReceiver();
    const box = new SecretBox(new SecretKeys(config));
    const user = await addUser(sql);
    for (let i = 0; i < webhooks; i++) {
      const id = randomUUID();
      await sql.query(
        `WITH made AS (INSERT INTO webhooks (id, user_id, url, events, addresses_filter, headers, secret, created_at, updated_at)
           VALUES ($6, $1, $2, '{transaction.new}', ARRAY[$3], $4, $5, now(), now()) RETURNING id)
         INSERT INTO webhook_addresses SELECT id, $3, $3, now() FROM made`,
        [
          user,
          `${receiver.url}/${i}`,
          addressOf(i),
          box.seal('{}', 'webhook headers', id),
          box.seal('whsec_x', 'webhook secret', id),
          id,
        ],
      );
    }
    const eventSource = await startDeliveries(config, {}, false);
    return new Storm(database.url, sql, receiver, eventSource, all, { ...QUICK, ...rules }, () =>
      database.drop(),
    );
  }

  /** One delivery per event: the n-th goes to webhook n modulo their number. */
  async tell(events: number, webhooks: number, chunk = 200): Promise<void> {
    const { eventSource } = this;
    for (let from = 0; from < events; from += chunk) {
      const batch = Array.from({ length: Math.min(chunk, events - from) }, (_, i) =>
        newEvent({ address: addressOf((from + i) % webhooks), data: { address: WALLETS, n: from + i } }),
      );
      await eventSource.get(DomainEvents).append(batch);
    }
  }

  /** @param rules on top of those of all workers */
  async spawn(rules: Partial<DeliveryRules> = {}): Promise<ChildProcess> {
    const child = spawnTypescript(join(__dirname, 'worker.child.ts'), {
      ...this.env,
      CHILD_RULES: JSON.stringify({ ...this.rules, ...rules }),
    });
    this.workers.push(child);
    child.once('exit', () => this.workers.splice(this.workers.indexOf(child), 1));
    if (child.stdout) await Promise.race([once(child.stdout, 'data'), once(child, 'exit')]);
    return child;
  }

  /** The leases of all attempts end now: those who held them are dead or frozen. */
  async endLeases(): Promise<void> {
    await this.sql.query(
      `UPDATE webhook_deliveries SET lease_until = now() - interval '1 s' WHERE status = 'sending'`,
    );
  }

  /** Kills every worker. Their leases end. */
  async killAll(): Promise<void> {
    const dying = [...this.workers];
    const deaths = dying.map((child) => once(child, 'exit'));
    for (const child of dying) child.kill('SIGKILL');
    await Promise.all(deaths);
    await this.endLeases();
  }

  /**
   * Processes that commit an event each and die before they can notify others.
   * @param atOnce how many live at the same time
   * @returns the signals that ended them
   */
  async dieTelling(times: number, atOnce = 4): Promise<(string | null)[]> {
    const signals: (string | null)[] = [];
    let left = times;
    const one = async (): Promise<void> => {
      while (left-- > 0) {
        const child = spawnTypescript(join(__dirname, 'event-source.child.ts'), {
          DATABASE_URL: this.databaseUrl,
        });
        const [, signal] = (await once(child, 'exit')) as [number | null, string | null];
        signals.push(signal);
      }
    };
    await Promise.all(Array.from({ length: atOnce }, one));
    return signals;
  }

  /** Resolves when nothing waits and nothing is being sent. */
  async drained(): Promise<void> {
    const open = `SELECT (SELECT count(*) FROM events WHERE fanned_out_at IS NULL)
      + (SELECT count(*) FROM webhook_deliveries WHERE status IN ('waiting', 'sending')) AS n`;
    await until(
      () => this.count(open),
      (n) => n === 0,
    );
  }

  /** What must be zero, and what there was. */
  async reckon(events: number) {
    const requests = new Map<string, number>();
    for (const request of this.receiver.requests) {
      const id = eventOf(request).event_id;
      requests.set(id, (requests.get(id) ?? 0) + 1);
    }
    const { rows } = await this.sql.query<{ event_id: string; n: string }>(
      'SELECT event_id, count(*) AS n FROM webhook_attempts GROUP BY event_id',
    );
    const logged = new Map(rows.map((row) => [row.event_id, Number(row.n)]));
    const unlogged = [...requests].reduce((sum, [id, n]) => sum + Math.max(0, n - (logged.get(id) ?? 0)), 0);
    // An attempt whose worker was killed does not count.
    const triedThrice = await this.count(
      `SELECT count(*) AS n FROM webhook_deliveries d WHERE d.status = 'failed' AND
         (SELECT count(*) FROM webhook_attempts a WHERE a.delivery_id = d.id AND a.status <> 'success' AND
           a.error_message IS DISTINCT FROM 'worker lost; outcome unknown') = 3`,
    );
    const delivered = await this.count(
      `SELECT count(*) AS n FROM webhook_deliveries WHERE status = 'delivered'`,
    );
    return {
      lost: events - delivered - triedThrice,
      neverArrived: events - requests.size,
      unlogged,
      pending: await this.count(`SELECT count(*) AS n FROM webhook_attempts WHERE status = 'pending'`),
      inFlight: await this.count('SELECT sum(in_flight) AS n FROM webhooks'),
      miscounted:
        events -
        (await this.count('SELECT sum(successful_deliveries + failed_deliveries) AS n FROM webhooks')),
      pastThree: await this.count('SELECT count(*) AS n FROM webhook_attempts WHERE attempt > 3'),
      workerLost: await this.count(
        `SELECT count(*) AS n FROM webhook_attempts WHERE error_message = 'worker lost; outcome unknown'`,
      ),
      requests: this.receiver.requests.length,
      delivered,
      triedThrice,
    };
  }

  async count(sql: string): Promise<number> {
    return Number((await this.sql.query<{ n: string }>(sql)).rows[0]?.n ?? 0);
  }

  async end(): Promise<void> {
    for (const child of this.workers) child.kill('SIGKILL');
    await this.eventSource.close();
    await this.sql.end();
    await this.receiver.close();
    await this.drop();
  }
}

/** Nothing lost, nothing on the wire that is not in the log, nothing left hanging. */
export const CLEAN = {
  lost: 0,
  neverArrived: 0,
  unlogged: 0,
  pending: 0,
  inFlight: 0,
  miscounted: 0,
  pastThree: 0,
};

const WALLETS = 'wallet';
const addressOf = (i: number): string => `0x${i.toString(16).padStart(40, '0')}`;

/** Every tenth request fails. */
export const failTenth = (receiver: Receiver): void =>
  receiver.answer((_, response) => {
    response.statusCode = receiver.requests.length % 10 === 0 ? 500 : 200;
    response.end();
  });
