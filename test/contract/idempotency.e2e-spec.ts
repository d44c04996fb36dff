import { rmSync } from 'node:fs';
import { Client } from 'pg';
import { DataSource } from 'typeorm';
import { PostgresIdempotentRequests } from '../../src/adapters/persistence/requests/idempotent-requests.store';
import { inEffect } from '../../src/adapters/persistence/effects';
import type { AppError } from '../../src/domain/kernel/errors';
import { RouteAccessTable } from '../../src/http/auth/route-access-table';
import { IdempotentRequests } from '../../src/ports/storage/requests/idempotent-requests';
import { account, call, mailsTo, PASSWORD, signIn, type Account, type Answer } from '../accounts/client';
import { startApp, type TestApp } from '../app.factory';
import { FakeClock } from '../fakes/fake-clock';
import { createMigratedDatabase } from '../support/postgres';
import { sendTo, type Request, type Tour } from './tour/tour';
import { SETTINGS, startTour, walk } from './tour/walk';
import { temporaryFolder } from '../support/temporary-folder';
import { until } from '../support/until';

/** More than there are connections to the database: those that wait must hold none. One route shows that. */
const AT_ONCE = 50;
const CROWDED = 'POST /api/v1/portfolios';
const FEW = 5;
const sizeOf = (operation: string): number => (operation === CROWDED ? AT_ONCE : FEW);

/** What a creating route adds: a table, with a condition; null for one that changes or sends something. */
const EFFECTS: Record<string, string | null> = {
  'POST /api/v1/api-keys': 'api_keys',
  'POST /api/v1/api-keys/{key_id}/rotate': null,
  'POST /api/v1/auth/forgot-password': null,
  'POST /api/v1/auth/magic-link': null,
  'POST /api/v1/auth/resend-verification': null,
  'POST /api/v1/auth/resend-verification/public': null,
  'POST /api/v1/auth/signup': null,
  'POST /api/v1/auth/totp': 'totp_factors',
  'POST /api/v1/auth/totp/confirm': 'totp_factors WHERE confirmed_at IS NOT NULL',
  'POST /api/v1/auth/totp/recovery-codes': null,
  'POST /api/v1/basis-allocations': `manual_entries WHERE kind = 'basis_allocation'`,
  'POST /api/v1/manual-entries/basis-assignments': `manual_entries WHERE kind = 'basis_assignment'`,
  'POST /api/v1/broker-forms': 'broker_forms',
  'POST /api/v1/broker-forms/{form_id}/apply': null,
  'POST /api/v1/broker-forms/{form_id}/evidence': `jobs WHERE type = 'evidence_pack'`,
  'POST /api/v1/checkout/sessions': null,
  'POST /api/v1/manual-entries/disposal-entries': `manual_entries WHERE kind = 'disposal_entry'`,
  'POST /api/v1/exchange-accounts': 'exchange_accounts',
  'POST /api/v1/exchange-accounts/import': null,
  'POST /api/v1/exchange-accounts/{account_id}/sync': `jobs WHERE type = 'exchange_sync'`,
  'POST /api/v1/filed-years': 'filed_years',
  'POST /api/v1/linked-wallets': 'linked_wallets',
  'POST /api/v1/manual-entries/lot-selections': `manual_entries WHERE kind = 'lot_selection'`,
  'POST /api/v1/method-elections': `manual_entries WHERE kind = 'method_election'`,
  'POST /api/v1/standing-selections': `manual_entries WHERE kind = 'standing_selection'`,
  'POST /api/v1/portfolios': 'portfolios',
  'POST /api/v1/portfolios/{portfolio_id}/addresses': 'portfolio_addresses',
  'POST /api/v1/portfolios/{portfolio_id}/invitations': 'space_invitations',
  'POST /api/v1/tax-reports/{address}/generate': `jobs WHERE type = 'tax_report'`,
  'POST /api/v1/manual-entries/trade-completions': `manual_entries WHERE kind = 'trade_completion'`,
  'POST /api/v1/unified/transfer-matches/{match_id}/confirm': null,
  'POST /api/v1/unified/transfer-matches/{match_id}/reject': null,
  'POST /api/v1/unified/transfer-matches/{match_id}/undo': null,
  'POST /api/v1/unified/unmatched-transfers/{transaction_id}/external': `manual_entries WHERE kind = 'disposal_entry'`,
  'POST /api/v1/wallets/{address}/import': null,
  'POST /api/v1/wallets/{address}/precompute': `jobs WHERE type = 'precompute'`,
  'POST /api/v1/wallets/{address}/track': `jobs WHERE type = 'track_wallet'`,
  'POST /api/v1/webhooks': 'webhooks',
  'POST /api/v1/webhooks/{webhook_id}/deliveries/{delivery_id}/redeliver': null,
  'POST /api/v1/webhooks/{webhook_id}/rotate-secret': null,
  'POST /api/v1/webhooks/{webhook_id}/test': null,
};

/** POST routes that create and start nothing, or open a session. */
const WITHOUT_KEY: Record<string, string> = {
  'POST /mcp': 'a protocol of its own',
  'POST /api/v1/partners/validate': 'reads',
  'POST /api/v1/batch/holdings': 'reads',
  'POST /api/v1/batch/tax-summary': 'reads',
  'POST /api/calculate/cost-basis': 'reads',
  'POST /api/calculate/unrealized-gl': 'reads',
  'POST /api/v1/tax-reports/{address}/law-comparison': 'reads',
  'POST /api/v1/portfolios/{portfolio_id}/law-comparison': 'reads',
  'POST /api/v1/tax-reports/{address}/tool-comparison': 'reads',
  'POST /api/v1/portfolios/{portfolio_id}/tool-comparison': 'reads',
  'POST /api/v1/auth/login': 'opens a session',
  'POST /api/v1/auth/refresh': 'opens a session',
  'POST /api/v1/auth/magic-link/verify': 'opens a session',
  'POST /api/v1/auth/console/demo-session': 'opens a session',
  'POST /api/v1/auth/console/demo-session/reset': 'the same result each time',
  'POST /api/v1/auth/logout': 'the same result each time',
  'POST /api/v1/auth/verify-email': 'takes a token that counts once',
  'POST /api/v1/auth/reset-password': 'takes a token that counts once',
  'POST /api/v1/auth/change-password': 'the same result each time',
  'POST /api/v1/space-invitations/accept': 'takes a token that counts once',
  'POST /api/v1/checkout/webhook': 'each event has an id that counts once',
};

/** Identical requests that were sent at once, and their first answer. */
interface Burst {
  operation: string;
  request: Request;
  headers: Record<string, string>;
  at: number;
  first: Answer;
  /** Statuses and data that differ from the first. */
  different: unknown[];
  replays: number;
  /** Rows that were added; null without a table. */
  added: number | null;
}

const database = createMigratedDatabase();
const dataDir = temporaryFolder('idempotency-');
const bursts: Burst[] = [];
/** Their answers after a restart. */
const repeated: Answer[] = [];
let clock: FakeClock;
let app: TestApp;
let tour: Tour;
let keyed: string[];
let unkeyed: string[];
let ada: Account;

async function environment(): Promise<Record<string, string>> {
  const { serviceUrl, url } = await database;
  return { DATA_DIR: dataDir, DATABASE_URL: serviceUrl, DATABASE_MIGRATION_URL: url };
}

beforeAll(async () => {
  ({ tour, app } = await startTour(await environment()));
  ({ clock, ada } = tour);
  const routes = app.app
    .get(RouteAccessTable, { strict: false })
    .routes()
    .map(({ isKeyed, method, path }) => ({
      isKeyed,
      operation: `${method} ${path.replace(/:(\w+)/g, '{$1}')}`,
    }));
  keyed = routes.filter(({ isKeyed }) => isKeyed).map(({ operation }) => operation);
  unkeyed = routes.filter(({ isKeyed }) => !isKeyed).map(({ operation }) => operation);
  tour.sender = sendAtOnce;
  await walk(tour);
  await app.close();
  const end = clock.now();
  app = await startApp({ ...SETTINGS, ...(await environment()) }, clock);
  for (const { operation, request, headers, at } of bursts) {
    // The tour moves the clock: its sessions expire.
    clock.advance(at - clock.now());
    repeated.push(await sendTo(app, operation, request, headers));
  }
  clock.advance(end - clock.now());
  const { token } = await signIn(app, ada.email);
  ada = { ...ada, token };
});
afterAll(async () => {
  await app?.close();
  await (await database).drop();
  rmSync(dataDir, { recursive: true, force: true });
});

/** In place of a visit to a creating route. */
async function sendAtOnce(operation: string, request: Request): Promise<Answer | null> {
  if (!keyed.includes(operation)) return null;
  const as = tour.headersOf(request.as ?? 'partner');
  const headers = { ...as, 'Idempotency-Key': `once-${bursts.length}` };
  const table = EFFECTS[operation];
  const before = table ? await counted(`SELECT count(*) FROM ${table}`) : 0;
  const answers = await Promise.all(
    Array.from({ length: sizeOf(operation) }, () => sendTo(app, operation, request, headers)),
  );
  const [first] = answers;
  if (!first) throw new Error(operation);
  bursts.push({
    operation,
    request,
    headers,
    at: clock.now(),
    first,
    different: answers.filter((each) => contentOf(each) !== contentOf(first)).map(contentOf),
    replays: answers.filter(isReplay).length,
    added: table ? (await counted(`SELECT count(*) FROM ${table}`)) - before : null,
  });
  return first;
}

const contentOf = ({ status, body }: Answer): string => JSON.stringify([status, body?.data]);

const send = (path: string, body?: object, headers: Record<string, string> = {}): Promise<Answer> =>
  call(app, 'POST', `/api/v1${path}`, { token: ada.token, body, headers });

const counted = async (sql: string): Promise<number> =>
  Number((await app.app.get(DataSource).query<{ count: string }[]>(sql))[0]?.count);

const isReplay = ({ headers }: Answer): boolean => headers.get('Idempotency-Replayed') === 'true';

it('a POST route without a key is one that creates and starts nothing', () => {
  const posts = unkeyed.filter((operation) => operation.startsWith('POST '));
  expect(posts.toSorted()).toEqual(Object.keys(WITHOUT_KEY).toSorted());
});

describe('identical requests at once', () => {
  it('were sent to each route that takes a key', () => {
    const sent = bursts.filter(({ first }) => first.status < 300).map(({ operation }) => operation);
    expect(keyed.toSorted()).toEqual(Object.keys(EFFECTS).toSorted());
    expect([...new Set(sent)].toSorted()).toEqual(Object.keys(EFFECTS).toSorted());
  });

  it('have one answer, made once', () => {
    const wrong = bursts.filter(
      ({ operation, different, replays }) => different.length > 0 || replays !== sizeOf(operation) - 1,
    );
    expect(wrong.map(({ operation, different, replays }) => ({ operation, different, replays }))).toEqual([]);
  });

  it('have one effect', () => {
    const wrong = bursts.filter(({ added }) => added !== null && added !== 1);
    expect(wrong.map(({ operation, added, first }) => [operation, added, first.text])).toEqual([]);
  });

  it('have the same answer after a restart', () => {
    expect(repeated).toHaveLength(bursts.length);
    const wrong = bursts.filter(({ first }, i) => {
      const again = repeated[i];
      return !again || contentOf(again) !== contentOf(first) || !isReplay(again);
    });
    expect(wrong.map(({ operation, first }) => [operation, first.text])).toEqual([]);
  });
});

it('requests with keys of their own do not wait for each other for ever', async () => {
  const answers = await Promise.all(
    Array.from({ length: AT_ONCE }, (_, i) =>
      send('/portfolios', { name: `Many ${i}` }, { 'Idempotency-Key': `many-${i}` }),
    ),
  );
  expect(answers.map(({ status }) => status)).toEqual(Array(AT_ONCE).fill(201));
});

describe('a key', () => {
  const webhook = (url: string, key: string) =>
    send('/webhooks', { url, events: ['lot.created'] }, { 'Idempotency-Key': key });

  it('belongs to one request: another body is refused', async () => {
    await webhook('https://example.com/one', 'one');
    const other = await webhook('https://example.com/other', 'one');
    expect([other.status, other.body.error.code, other.body.error.details.resource]).toEqual([
      409,
      'CONFLICT',
      'idempotency_key',
    ]);
  });

  it('belongs to one caller and one route', async () => {
    const bob = await account(app);
    const headers = { 'Idempotency-Key': 'shared' };
    const one = await call(app, 'POST', '/api/v1/portfolios', {
      token: ada.token,
      body: { name: 'x' },
      headers,
    });
    const two = await call(app, 'POST', '/api/v1/portfolios', {
      token: bob.token,
      body: { name: 'x' },
      headers,
    });
    const three = await call(app, 'POST', '/api/v1/api-keys', {
      token: ada.token,
      body: { name: 'x', permissions: ['read:lots'] },
      headers,
    });
    expect([one, two, three].map(isReplay)).toEqual([false, false, false]);
    expect(two.body.data.id).not.toBe(one.body.data.id);
  });

  it('of a refused request is free again', async () => {
    const bad = await webhook('ftp://example.com', 'free');
    const good = await webhook('https://example.com/free', 'free');
    expect([bad.status, good.status, isReplay(good)]).toEqual([400, 201, false]);
  });

  it('counts for a day', async () => {
    const first = await webhook('https://example.com/day', 'day');
    clock.advance(24 * 3_600_000);
    ada = { ...ada, token: (await signIn(app, ada.email)).token };
    const next = await webhook('https://example.com/day', 'day');
    expect([isReplay(next), next.body.data.id === first.body.data.id]).toEqual([false, false]);
  });

  it('that is no text of 1 to 255 printable characters is refused', async () => {
    for (const key of ['', 'a b', 'x'.repeat(256)]) {
      const { status, body } = await webhook('https://example.com/x', key);
      expect([status, body.error?.field]).toEqual([400, 'Idempotency-Key']);
    }
  });

  it('leaves no secret in the database', async () => {
    const { body } = await webhook('https://example.com/secret', 'secret');
    const rows = await app.app.get(DataSource).query('SELECT * FROM idempotent_requests');
    const text = JSON.stringify(rows);
    expect(text).not.toContain(body.data.secret);
    expect(text).not.toContain(body.data.id);
    expect(rows.length).toBeGreaterThan(0);
  });
});

describe('the effect and the answer', () => {
  const request = (key: string) => ({ owner: 'user:x', credential: '', route: 'POST /x', key, digest: 'd' });
  const requests = () =>
    app.app.get<IdempotentRequests, PostgresIdempotentRequests>(IdempotentRequests, { strict: false });
  const note = (key: string) =>
    inEffect(app.app.get(DataSource), (manager) =>
      manager.query(`INSERT INTO counted_attempts (key, at) VALUES ($1, now())`, [key]),
    );
  const notes = (key: string) => counted(`SELECT count(*) FROM counted_attempts WHERE key = '${key}'`);
  const signal = () => new AbortController().signal;

  it('commit together: work that fails after its effect leaves nothing', async () => {
    const failing = requests().once(
      request('fails'),
      async () => {
        await note('fails');
        throw new Error('no answer');
      },
      signal(),
    );
    await expect(failing).rejects.toThrow('no answer');
    expect(await notes('fails')).toBe(0);
    const text = await requests().once(
      request('fails'),
      async () => {
        await note('fails');
        return 'done';
      },
      signal(),
    );
    expect([text, await notes('fails')]).toEqual([{ text: 'done', isReplay: false }, 1]);
  });

  it('are not kept beyond 64 MiB of one owner, and then the work is undone', async () => {
    const large = 'a'.repeat(24 * 1024 * 1024);
    const once = async (owner: string, key: string, text: string): Promise<string> => {
      const work = async () => (await note(`${owner} ${key}`), text);
      return requests()
        .once({ ...request(key), owner }, work, signal())
        .then(
          () => 'kept',
          (error: AppError) => error.code,
        );
    };
    const outcomes: string[] = [];
    for (const key of ['first', 'second', 'third']) outcomes.push(await once('user:large', key, large));
    expect([outcomes[0], outcomes[2]]).toEqual(['kept', 'FORBIDDEN']);
    expect(await notes('user:large third')).toBe(0);
    expect(await once('user:large', 'small', '{}')).toBe('kept');
    expect(await once('user:other', 'first', large)).toBe('kept');
  });

  it('of a process that lost its lease are dropped', async () => {
    const slow = requests().once(
      request('lost'),
      async () => {
        await note('lost');
        // Another process took over: its row has another id.
        await app.app
          .get(DataSource)
          .query(`UPDATE idempotent_requests SET id = gen_random_uuid() WHERE key = 'lost'`);
        return 'late';
      },
      signal(),
    );
    await expect(slow).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
    expect(await notes('lost')).toBe(0);
  });

  it('are done again when the process that began them is gone', async () => {
    const dataSource = app.app.get(DataSource);
    await dataSource.query(
      `INSERT INTO idempotent_requests (id, owner, credential, route, key, fingerprint, lease_until, created_at)
       VALUES (gen_random_uuid(), 'user:x', '', 'POST /x', 'crashed', 'f', now() - interval '1 second', $1)`,
      [new Date(clock.now())],
    );
    expect(await requests().once(request('crashed'), async () => 'second', signal())).toEqual({
      text: 'second',
      isReplay: false,
    });
  });
});

describe('an answer that cannot be stored', () => {
  const DOOMED = 'doomed@example.com';
  let carl: Account;
  /** Signs in by mailed links only. */
  let dora: Account;
  let hook: string;
  let key: string;
  const ask = (path: string, body: object, headers: Record<string, string> = {}): Promise<Answer> =>
    call(app, 'POST', `/api/v1${path}`, { token: carl.token, body, headers });

  const owner = async (sql: string): Promise<void> => {
    const client = new Client({ connectionString: app.ownerUrl });
    await client.connect();
    await client.query(sql);
    await client.end();
  };
  const mails = async (email: string) => (await mailsTo(app, email)).length;

  beforeAll(async () => {
    [carl, dora] = [await account(app), await account(app)];
    hook = (await ask('/webhooks', { url: 'https://example.com/x', events: ['lot.created'] })).body.data.id;
    key = (await ask('/api-keys', { name: 'x', permissions: ['read:lots'] })).body.data.id;
    await owner(`CREATE FUNCTION refuse_answer() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN RAISE EXCEPTION 'refused'; END $$`);
    await owner(`CREATE TRIGGER refuse_answer BEFORE UPDATE OF answer ON idempotent_requests FOR EACH ROW
      WHEN (NEW.key LIKE 'doomed%') EXECUTE FUNCTION refuse_answer()`);
  });
  afterAll(() => owner('DROP TRIGGER refuse_answer ON idempotent_requests'));

  const newcomer = {
    email: DOOMED,
    password: 'a long enough pass phrase 7',
    full_name: 'D',
    accepted_terms: true,
  };
  it.each<[string, () => string, () => object, () => Promise<unknown>]>([
    [
      'sign-up',
      () => '/auth/signup',
      () => newcomer,
      async () => [
        await counted(`SELECT count(*) FROM signup_attempts WHERE email = '${DOOMED}'`),
        await mails(DOOMED),
      ],
    ],
    ['mail', () => '/auth/forgot-password', () => ({ email: carl.email }), () => mails(carl.email)],
    ['magic link', () => '/auth/magic-link', () => ({ email: dora.email }), () => mails(dora.email)],
    [
      'rotation of a webhook',
      () => `/webhooks/${hook}/rotate-secret`,
      () => ({}),
      () => app.app.get(DataSource).query('SELECT secret FROM webhooks WHERE id = $1', [hook]),
    ],
    [
      'rotation of an API key',
      () => `/api-keys/${key}/rotate`,
      () => ({}),
      () => app.app.get(DataSource).query('SELECT key_hash FROM api_keys WHERE id = $1', [key]),
    ],
    [
      'second factor',
      () => '/auth/totp',
      () => ({ password: PASSWORD }),
      () => app.app.get(DataSource).query('SELECT secret FROM totp_factors WHERE user_id = $1', [carl.id]),
    ],
  ])('leaves no effect of a %s', async (name, path, body, stateOf) => {
    const before = await stateOf();
    const answer = await ask(path(), body(), { 'Idempotency-Key': `doomed-${name.replaceAll(' ', '-')}` });
    expect([answer.status, answer.text]).toEqual([500, expect.stringContaining('INTERNAL_ERROR')]);
    // A mail that was ordered has been sent.
    await until(async () => (await counted('SELECT count(*) FROM mail_outbox')) === 0);
    expect(await stateOf()).toEqual(before);
    // The same request without a fault has its effect.
    const again = await ask(path(), body(), { 'Idempotency-Key': `fine-${name.replaceAll(' ', '-')}` });
    expect(again.status).toBeLessThan(300);
  });
});
