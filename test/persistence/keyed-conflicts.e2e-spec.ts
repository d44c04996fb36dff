import { Client } from 'pg';
import { inEffect } from '../../src/adapters/persistence/effects';
import { PostgresIdempotentRequests } from '../../src/adapters/persistence/requests/idempotent-requests.store';
import { PersistenceRules } from '../../src/adapters/persistence/persistence-rules';
import { SecretBox } from '../../src/config/secrets/secret-box';
import { SecretKeys } from '../../src/config/secrets/secret-keys';
import { FakeClock } from '../fakes/fake-clock';
import { type Connected, connectDatabase } from '../support/connected';
import { testConfig } from '../support/postgres';

/** A request with a key that changes two rows while another transaction changes them in the other order. */
let database: Connected;
let other: Client;
let requests: PostgresIdempotentRequests;

beforeAll(async () => {
  database = await connectDatabase();
  const keys = new SecretKeys(testConfig({ ENCRYPTION_KEY: 'e'.repeat(32) }));
  requests = new PostgresIdempotentRequests(
    database.sql,
    new SecretBox(keys),
    keys,
    new FakeClock(),
    new PersistenceRules(),
  );
  other = new Client({ connectionString: database.url });
  await other.connect();
});
afterAll(async () => {
  await other?.end();
  await database?.close();
});

const never = new AbortController().signal;
const change = (key: string) => `UPDATE counted_attempts SET at = at WHERE key = '${key}'`;

it('is made again when it loses the deadlock: it gives back the locks of its earlier effects', async () => {
  await other.query(`INSERT INTO counted_attempts (key, at) VALUES ('one', now()), ('two', now())`);
  await other.query('BEGIN');
  // The other transaction is not the one that is ended.
  await other.query(`SET LOCAL deadlock_timeout = '1h'`);
  await other.query(change('two'));
  let runs = 0;
  let waiting: Promise<unknown> | undefined;
  const work = async (): Promise<string> => {
    runs++;
    await inEffect(database.sql, (manager) => manager.query(change('one')));
    waiting ??= other.query(change('one')).then(() => other.query('COMMIT'));
    await inEffect(database.sql, (manager) => manager.query(change('two')));
    return 'done';
  };
  const request = { owner: 'user:x', credential: '', route: 'POST /x', key: 'k', digest: 'd' };
  const answer = await requests.once(request, work, never);
  await waiting;
  expect(answer).toEqual({ text: 'done', isReplay: false });
  // The second run can be the first to have the row again, and lose once more.
  expect(runs).toBeGreaterThanOrEqual(2);
  const before = runs;
  const again = await requests.once(request, work, never);
  expect([again, runs]).toEqual([{ text: 'done', isReplay: true }, before]);
});
