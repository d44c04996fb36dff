import type { AddressInfo } from 'node:net';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { Client } from 'pg';
import { DataSource } from 'typeorm';
import { REDIS_AWAY, startApp, type TestApp } from '../app.factory';
import { valueOf } from '../operate/page';
import { login, post, signup, someEmail, verify } from './client';
import { advanceSqlTime } from '../support/sql-time';
import { until } from '../support/until';

/** The servers of these tests have no certificate. */
const PLAIN = { MAIL_REQUIRE_TLS: 'false' };

/** Mails over SMTP to a real server, and what becomes of them when it is not there. */

interface Letter {
  from: string;
  to: string[];
  text: string;
}

interface Office {
  url: string;
  letters: Letter[];
  /** What the server answers from now on. */
  answer: { failure: Error | null };
  close(): Promise<void>;
}

async function openOffice(options: SMTPServerOptions = {}, port = 0): Promise<Office> {
  const letters: Letter[] = [];
  const answer: Office['answer'] = { failure: null };
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    authOptional: true,
    ...options,
    onData(stream, session, done) {
      let text = '';
      stream.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
      stream.once('end', () => {
        const { mailFrom, rcptTo } = session.envelope;
        const from = mailFrom ? mailFrom.address : '';
        if (!answer.failure) letters.push({ from, to: rcptTo.map(({ address }) => address), text });
        done(answer.failure);
      });
    },
  });
  server.on('error', () => undefined);
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const { port: taken } = server.server.address() as AddressInfo;
  return {
    url: `127.0.0.1:${taken}`,
    letters,
    answer,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

/** Lines of a quoted-printable body put together again. */
const plain = (text: string): string =>
  text
    .replaceAll(/=\r?\n/g, '')
    .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));
const tokenIn = ({ text }: Letter): string => /\?token=([\w-]{43})/.exec(plain(text))?.[1] ?? '';

interface Waiting {
  recipient: string;
  tries: number;
  failure: string | null;
  given_up_at: Date | null;
}
const waiting = async (app: TestApp): Promise<Waiting[]> =>
  app.app.get(DataSource).query('SELECT recipient, tries, failure, given_up_at FROM mail_outbox');
/** The wait after the first try ends. */
const nextTry = (app: TestApp) => advanceSqlTime(app.ownerUrl, 5_000);

it('goes to the server of MAIL_URL, from its sender, to one recipient', async () => {
  const office = await openOffice();
  const app = await startApp({ ...PLAIN, MAIL_URL: `smtp://${office.url}?from=hello@service.example` });
  try {
    const email = someEmail();
    await signup(app, email, undefined, { full_name: 'Ada <b>Lovelace</b>\u202e https://evil.example' });
    await until(() => office.letters.length === 1);
    const [letter] = office.letters as [Letter];
    expect([letter.from, letter.to]).toEqual(['hello@service.example', [email]]);
    expect(letter.text).toMatch(/^Subject: Verify your email address\r$/m);
    expect(letter.text).not.toMatch(/evil|Lovelace|X-Token/);
    expect((await verify(app, tokenIn(letter))).status).toBe(200);
    await until(async () => (await waiting(app)).length === 0);
    expect(office.letters).toHaveLength(1);
  } finally {
    await app.close();
    await office.close();
  }
});

it('logs in where MAIL_URL holds a name and a password', async () => {
  const logins: unknown[] = [];
  const office = await openOffice({
    authOptional: false,
    allowInsecureAuth: true,
    onAuth: ({ username, password }, _session, done) => {
      logins.push([username, password]);
      done(null, { user: username });
    },
  });
  const app = await startApp({ ...PLAIN, MAIL_URL: `smtp://post:s%40cret@${office.url}` });
  try {
    await signup(app, someEmail());
    await until(() => office.letters.length === 1);
    expect(logins).toEqual([['post', 's@cret']]);
    expect(office.letters[0]?.from).toBe('no-reply@localhost');
  } finally {
    await app.close();
    await office.close();
  }
});

it('never goes to a server without TLS, unless MAIL_REQUIRE_TLS=false', async () => {
  const office = await openOffice();
  const app = await startApp({ MAIL_URL: `smtp://${office.url}` });
  try {
    await signup(app, someEmail());
    await until(async () => (await waiting(app)).some(({ failure }) => failure !== null));
    expect(office.letters).toEqual([]);
    expect((await waiting(app))[0]).toMatchObject({ tries: 1, given_up_at: null });
  } finally {
    await app.close();
    await office.close();
  }
});

it('waits in the outbox while the server is down; nobody who signs up notices', async () => {
  const office = await openOffice();
  const port = Number(office.url.split(':')[1]);
  await office.close();
  const app = await startApp({ ...PLAIN, MAIL_URL: `smtp://127.0.0.1:${port}` });
  let later: Office | undefined;
  try {
    const email = someEmail();
    expect((await signup(app, email)).status).toBe(201);
    await until(async () => (await waiting(app))[0]?.failure);
    later = await openOffice({}, port);
    await nextTry(app);
    await until(() => later?.letters.length === 1);
    expect((await verify(app, tokenIn(later.letters[0] as Letter))).status).toBe(200);
    expect((await login(app, email)).status).toBe(200);
  } finally {
    await app.close();
    await later?.close();
  }
});

it('that the server will not take now is tried again, and both its links are good for one account', async () => {
  const office = await openOffice();
  const app = await startApp({ ...PLAIN, MAIL_URL: `smtp://${office.url}` });
  try {
    const email = someEmail();
    office.answer.failure = Object.assign(new Error('come back later'), { responseCode: 451 });
    await signup(app, email);
    await until(async () => (await waiting(app))[0]?.failure);
    expect(office.letters).toEqual([]);
    office.answer.failure = null;
    await nextTry(app);
    await until(() => office.letters.length === 1);
    expect((await verify(app, tokenIn(office.letters[0] as Letter))).status).toBe(200);
  } finally {
    await app.close();
    await office.close();
  }
});

it('is sent once by two processes', async () => {
  const office = await openOffice();
  const app = await startApp({ ...PLAIN, MAIL_URL: `smtp://${office.url}`, ...REDIS_AWAY });
  const other = await startApp({
    ...PLAIN,
    MAIL_URL: `smtp://${office.url}`,
    ...REDIS_AWAY,
    ...app.database,
  });
  try {
    const emails = Array.from({ length: 20 }, () => someEmail());
    await Promise.all(emails.map((email, i) => signup(i % 2 === 0 ? app : other, email)));
    await until(async () => (await waiting(app)).length === 0);
    expect(office.letters.map(({ to }) => to[0]).sort()).toEqual(emails.toSorted());
  } finally {
    await other.close();
    await app.close();
    await office.close();
  }
});

it('of a forgotten password is not in the database, only its hash is', async () => {
  const office = await openOffice();
  const app = await startApp({ ...PLAIN, MAIL_URL: `smtp://${office.url}` });
  try {
    const email = someEmail();
    await signup(app, email);
    await until(() => office.letters.length === 1);
    await verify(app, tokenIn(office.letters[0] as Letter));
    await post(app, '/api/v1/auth/forgot-password', { email });
    await until(() => office.letters.length === 2);
    const token = tokenIn(office.letters[1] as Letter);
    expect(token).toHaveLength(43);
    const rows: unknown[] = await app.app.get(DataSource).query('SELECT * FROM mail_tokens');
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain(token);
  } finally {
    await app.close();
    await office.close();
  }
});

describe('a bad mail', () => {
  const BAD = {
    unwritable: 'unwritable@example.com',
    refused: 'refused@example.com',
    hangs: 'hangs@example.com',
  };
  let office: Office;
  let app: TestApp;
  const lines: string[] = [];

  beforeAll(async () => {
    office = await openOffice({
      onRcptTo: ({ address }, _session, done) => {
        if (address === BAD.hangs) return;
        const failure = Object.assign(new Error(`no such mailbox: ${address}`), { responseCode: 550 });
        done(address === BAD.refused ? failure : null);
      },
    });
    app = await startApp({ ...PLAIN, MAIL_URL: `smtp://${office.url}` });
    const hear = (...words: unknown[]) => void lines.push(words.join(' '));
    app.app.useLogger({ log: hear, warn: hear, error: hear });
    await asOwner(
      `CREATE FUNCTION spoil() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
         IF EXISTS (SELECT FROM signup_attempts WHERE id = NEW.attempt_id AND email = '${BAD.unwritable}')
         THEN RAISE EXCEPTION 'spoilt'; END IF; RETURN NEW; END $$`,
    );
    await asOwner('CREATE TRIGGER spoil BEFORE INSERT ON mail_tokens FOR EACH ROW EXECUTE FUNCTION spoil()');
  });
  afterAll(async () => {
    await app?.close();
    await office?.close();
  });

  async function asOwner(sql: string, values: unknown[] = []): Promise<void> {
    const client = new Client({ connectionString: app.ownerUrl });
    await client.connect();
    await client.query(sql, values).finally(() => client.end());
  }

  /** All of them due at the same moment, in this order. */
  const ask = (emails: string[]) =>
    asOwner(
      `WITH attempts AS (
         INSERT INTO signup_attempts (email, full_name, password_hash, created_at, expires_at)
         SELECT email, '', '', now(), now() + interval '1 day' FROM unnest($1::text[]) AS asked (email)
         RETURNING id, email)
       INSERT INTO mail_outbox (kind, recipient, attempt_id, created_at)
       SELECT 'signup', email, id, now() + make_interval(secs => array_position($1, email)::float8 / 1000)
       FROM attempts`,
      [emails],
    );
  /** The wait of one mail, over at once: the one that hangs is left alone. */
  const hurry = (email: string) =>
    asOwner('UPDATE mail_outbox SET due_at = now() WHERE recipient = $1 AND tries > 0', [email]);
  const rowOf = async (email: string): Promise<Waiting | undefined> =>
    (await waiting(app)).find(({ recipient }) => recipient === email);
  const givenUp = async (reason: string): Promise<number | null> => {
    const page = await (await fetch(`${app.url}/metrics`)).text();
    return valueOf(page, 'cost_basis_mails_given_up_total', { kind: 'signup', reason });
  };

  it('does not hold up the others that are due with it', async () => {
    const good = Array.from({ length: 5 }, () => someEmail());
    await ask([...Object.values(BAD), ...good]);
    await until(() => office.letters.length === good.length);
    expect(office.letters.map(({ to }) => to[0]).toSorted()).toEqual(good.toSorted());
  });

  it('that cannot be written is tried again, and given up after a day', async () => {
    await until(async () => (await rowOf(BAD.unwritable))?.failure === 'P0001');
    await hurry(BAD.unwritable);
    await until(async () => (await rowOf(BAD.unwritable))?.tries === 2);
    await asOwner(
      `UPDATE mail_outbox SET created_at = now() - interval '25 hours', due_at = now() WHERE recipient = $1`,
      [BAD.unwritable],
    );
    await until(async () => (await rowOf(BAD.unwritable))?.given_up_at !== null);
    expect(await givenUp('expired')).toBe(1);
  });

  it('to a recipient the server refuses is tried five times, then kept aside, counted and logged', async () => {
    await until(async () => {
      await hurry(BAD.refused);
      return (await rowOf(BAD.refused))?.given_up_at !== null;
    });
    expect(await rowOf(BAD.refused)).toMatchObject({ tries: 5, failure: 'RecipientRefused' });
    expect(await givenUp('refused')).toBe(1);
    await hurry(BAD.refused);
    const later = someEmail();
    await ask([later]);
    await until(() => office.letters.some(({ to }) => to[0] === later));
    expect((await rowOf(BAD.refused))?.tries).toBe(5);
    expect(lines.join('\n')).toMatch(/given up after 5 tries: RecipientRefused/);
    expect(lines.join('\n')).not.toMatch(/@|mailbox/);
  });
});
