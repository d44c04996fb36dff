import { randomUUID } from 'node:crypto';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { Client } from 'pg';
import { HOUR_MS } from '../../src/domain/kernel/durations';
import { sessionTokenOf } from '../../src/http/auth/credential';
import { SecretStrategy } from '../../src/http/auth/secret.strategy';
import { STRATEGY_NAMES } from '../../src/http/auth/strategies';
import { JwtStrategy } from '../../src/modules/auth/sessions/jwt.strategy';
import { DeliveryRules } from '../../src/modules/webhooks/delivery/delivery-rules';
import { DomainEvents } from '../../src/ports/work/domain-events';
import { OutboundHttp } from '../../src/ports/upstream/outbound-http';
import { type Override, startService } from '../app.factory';
import { type Answer, send } from '../contract/http-app';

export const ENCRYPTION_KEY = 'an encryption key of the tests which is long enough';

/**
 * Deliveries are found soon, and no lease ends by itself, however slow the machine is: a test about a worker that died ends
 * the leases in their rows. The grace is short, because a process that a test closes has nothing to finish.
 */
export const QUICK = { leaseMs: HOUR_MS, renewEveryMs: HOUR_MS, pollEveryMs: 100, graceMs: 500 };

/** The bearer token is the id of the user. */
const tokenIsUser = new SecretStrategy(STRATEGY_NAMES.session, sessionTokenOf, (token, done) => {
  const isUser = /^[0-9a-f-]{36}$/.test(token);
  done(
    null,
    isUser ? { kind: 'user', userId: token, plan: 'free', isOperator: false, sessionId: randomUUID() } : null,
  );
});

export interface WebhooksApp {
  url: string;
  sql: Client;
  databaseUrl: string;
  events: DomainEvents;
  app: NestExpressApplication;
  /** A new user. @returns the id, which is the token */
  user(): Promise<string>;
  call(user: string, method: string, path: string, body?: unknown): Promise<Answer>;
  /** Registers; fails the test when that fails. */
  webhook(
    user: string,
    body: Record<string, unknown>,
  ): Promise<{ id: string; secret: string; standard_secret: string }>;
  logs(user: string, id: string): Promise<LogEntry[]>;
  close(): Promise<void>;
}

export interface LogEntry {
  event_id: string;
  event_type: string;
  attempt: number;
  status: string;
  status_code: number | null;
  error_message: string | null;
  created_at: string;
}

interface Options {
  env?: Record<string, string>;
  rules?: Partial<DeliveryRules>;
  outbound?: OutboundHttp;
}

/** The whole application over a database of its own; sessions are stood in for. */
export async function startWebhooksApp({
  env = {},
  rules = {},
  outbound,
}: Options = {}): Promise<WebhooksApp> {
  const overrides: Override[] = [
    [JwtStrategy, tokenIsUser],
    [DeliveryRules, new DeliveryRules().with({ ...QUICK, ...rules })],
  ];
  if (outbound) overrides.push([OutboundHttp, outbound]);
  const service = await startService(
    { ENCRYPTION_KEY, JWT_SECRET: 'a signing secret of the tests which is long enough', ...env },
    overrides,
  );
  const { app, url, ownerUrl } = service;
  const sql = new Client({ connectionString: ownerUrl });
  sql.on('error', () => undefined);
  await sql.connect();
  const call = (user: string, method: string, path: string, body?: unknown): Promise<Answer> =>
    send(url, `/api/v1/webhooks${path}`, {
      method,
      headers: { Authorization: `Bearer ${user}`, 'Content-Type': 'application/json' },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
  return {
    url,
    sql,
    databaseUrl: ownerUrl,
    app,
    call,
    events: app.get(DomainEvents, { strict: false }),
    user: () => addUser(sql),
    webhook: async (user, body) => {
      const answer = await call(user, 'POST', '', { events: ['transaction.new'], ...body });
      if (answer.status !== 201) throw new Error(answer.text);
      return answer.body.data as { id: string; secret: string; standard_secret: string };
    },
    logs: async (user, id) => {
      const answer = await call(user, 'GET', `/${id}/logs?per_page=100`);
      return answer.body.data as unknown as LogEntry[];
    },
    close: async () => {
      await sql.end();
      await service.close();
    },
  };
}

export async function addUser(sql: Client): Promise<string> {
  const id = randomUUID();
  await sql.query('INSERT INTO users (id, email) VALUES ($1, $2)', [id, `${id}@example.com`]);
  return id;
}
