import { z } from 'zod';
import { DEPOSIT_POLICIES, type DepositPolicy } from '../domain/chain';
import { cutSlash, isLoopback, isOrigin } from './env-checks';
import { CHAIN_VARIABLES } from './chain-variables';
import { EXCHANGE_VARIABLES } from './exchange-variables';
import { THREAD_VARIABLES, threadDefaults } from './thread-variables';
import {
  text,
  optionalText,
  flag,
  optionalFlag,
  count,
  url,
  optionalUrl,
  list,
  secrets,
  port,
  optionalCount,
  zone,
  pauses,
  cidrs,
} from './variable-types';

/** Generates `.env.example`. Operators depend on the names. */

interface Variable<T extends z.ZodType = z.ZodType> {
  type: T;
  doc: string;
}
const row = <T extends z.ZodType>(type: T, doc: string): Variable<T> => ({ type, doc });

export const VARIABLES = {
  NODE_ENV: row(
    z.enum(['development', 'production', 'test']).default('development'),
    '`production` refuses default secrets and demo wallets unless set on purpose',
  ),
  HOST: row(text('127.0.0.1'), 'address to listen on'),
  PORT: row(port().default(3000), 'port to listen on'),
  PUBLIC_BASE_URL: row(
    optionalUrl(['http', 'https']),
    'base URL of links in responses and mails; default http://localhost:$PORT; never taken from a request',
  ),
  DATA_DIR: row(text('.data'), 'embedded database, mail files, generated secrets (0600)'),
  DATABASE_URL: row(
    optionalUrl(['postgres', 'postgresql']),
    'PostgreSQL 15 or later; unset: a private server in DATA_DIR',
  ),
  DATABASE_MIGRATION_URL: row(
    optionalUrl(['postgres', 'postgresql']),
    'role that owns the tables and migrates, never through a pool; default DATABASE_SESSION_URL',
  ),
  DATABASE_SESSION_URL: row(
    optionalUrl(['postgres', 'postgresql']),
    'the role of DATABASE_URL on a connection that is not pooled by transaction, for LISTEN and locks of a session; set it when DATABASE_URL is PgBouncer in transaction mode; default DATABASE_URL',
  ),
  DATABASE_CONNECT_TIMEOUT_MS: row(count(2000), 'for a connection, then 503; embedded database: 10000'),
  DATABASE_START_TIMEOUT_MS: row(
    count(30_000),
    'a process that starts waits so long for a database that is not there or not ready, then it exits',
  ),
  REDIS_URL: row(
    optionalUrl(['redis', 'rediss']),
    'Redis 7; unset: queue, counters and cache in this one process',
  ),
  JWT_SECRET: row(
    secrets(),
    'at least 32 bytes; several, comma-separated: the first signs, all verify; unset: generated once and stored in DATA_DIR (refused in production)',
  ),
  ENCRYPTION_KEY: row(
    secrets(),
    'at least 32 bytes; several, comma-separated: the first encrypts, all decrypt; unset: generated once and stored in DATA_DIR (refused in production)',
  ),
  REFRESH_ROTATION: row(flag(false), 'each refresh also sets a new refresh_token cookie'),
  COOKIE_SECURE: row(
    z.enum(['auto', 'true', 'false']).default('auto'),
    '`auto` marks cookies Secure when the request came over https',
  ),
  MAIL_URL: row(
    optionalUrl(['smtp', 'smtps']),
    'mail server, `?from=` sets the sender; unset: each mail is written to a file in DATA_DIR/mail',
  ),
  MAIL_REQUIRE_TLS: row(
    flag(true),
    '`false` sends mail to a server without TLS, as plain text; for a server on this machine or in a private network',
  ),
  PLANS: row(
    z.enum(['on', 'off']).default('on'),
    '`on`: plans with their caps; `off`: no account is limited and no plan is sold, for a service of your own',
  ),
  RATE_LIMIT_RPM: row(count(60), 'requests per rolling minute and client'),
  RATE_LIMIT_RPD: row(count(1000), 'requests per UTC day and client'),
  PARTNER_RATE_LIMIT_RPM: row(optionalCount(), 'the same per partner; default ten times RATE_LIMIT_RPM'),
  PARTNER_RATE_LIMIT_RPD: row(
    optionalCount(),
    'the same per partner; default a hundred times RATE_LIMIT_RPD',
  ),
  CONSOLE: row(z.enum(['on', 'off']).default('on'), 'serves the web console at /'),
  CONSOLE_PUBLIC_READ: row(
    optionalFlag(),
    'the console reads wallets without an account, and opens the demo account; default true when HOST is a loopback address and TRUST_PROXY is off. Never with a forwarding header, another Host than localhost, 127.0.0.1 or [::1], or a foreign Origin',
  ),
  ANONYMOUS_ORDERS_RPM: row(
    optionalCount(),
    'wallets that one network without a credential can have read from upstreams per rolling minute; default half of RATE_LIMIT_RPM',
  ),
  ANONYMOUS_ORDERS_TOTAL_RPM: row(
    optionalCount(),
    'the same for all callers without a credential together; default twice RATE_LIMIT_RPM',
  ),
  CORS_ORIGINS: row(list(''), 'comma-separated origins that may call with credentials'),
  TRUST_PROXY: row(z.string().trim().default('false'), '`true`, `false`, a number of hops, or CIDRs'),
  CALCULATE_REQUIRE_AUTH: row(flag(false), 'requires authentication for /api/calculate and /api/wallets'),
  ANONYMOUS_LEDGER_ROWS: row(
    count(10_000),
    'transactions of a posted ledger, and rows of wallets that are read together, without a credential; more answer 401',
  ),
  REPORT_TIMEZONE: row(zone('UTC'), 'IANA zone of tax days and years'),
  ENABLE_WASH_SALES: row(flag(false), 'applies the wash-sale rule to digital assets'),
  GAS_POLICY: row(
    z.enum(['dispose', 'capitalize']).default('dispose'),
    'treatment of gas paid for transfers: `dispose` or `capitalize`',
  ),
  WRAP_POLICY: row(z.enum(['carry', 'taxable']).default('carry'), 'wrapping 1:1: `carry` or `taxable`'),
  DEPOSIT_POLICY: row(
    z.enum(DEPOSIT_POLICIES).optional(),
    'deposits that give a receipt: `mixed` (default; a receipt for one asset carries its basis, a share of a pool is an exchange), `carry` or `taxable`',
  ),
  LP_POLICY: row(z.enum(DEPOSIT_POLICIES).optional(), 'former name of DEPOSIT_POLICY, which wins'),
  PARTIAL_BUDGET_MS: row(count(3000), 'after this time, holdings return a partial answer'),
  LIGHT_TIMEOUT_MS: row(count(15000), 'total time limit of light requests'),
  HEAVY_TIMEOUT_MS: row(count(55000), 'total time limit of heavy requests'),
  WEBHOOK_TEST_TIMEOUT_MS: row(count(40000), 'total time limit of POST /api/v1/webhooks/{id}/test'),
  WEBHOOK_SIGNING_ENABLED: row(flag(true), 'signs deliveries: X-Service-Signature'),
  WEBHOOKS_ALLOW_API_KEYS: row(flag(false), 'accepts API keys with write:webhooks on the webhook routes'),
  WEBHOOK_TIMEOUT_MS: row(count(30000), 'total time limit of a delivery attempt'),
  WEBHOOK_BACKOFF_MS: row(pauses('10000,30000'), 'pauses before the second and the third attempt'),
  WEBHOOK_REQUEUE_DELAY_MS: row(
    count(300000),
    'pause before an attempt that did not start or end is retried',
  ),
  QUEUE_DEGRADED_AFTER_MS: row(
    count(300000),
    '`/health` reports `degraded` when a job has been queued for longer',
  ),
  ...THREAD_VARIABLES,
  EGRESS_POLICY: row(
    z.enum(['public-only', 'allow-private']).optional(),
    'allowed webhook targets: `public-only` (default in production) or `allow-private` (loopback and RFC 1918 too; default otherwise)',
  ),
  WEBHOOK_ALLOWED_CIDRS: row(
    cidrs(),
    'comma-separated CIDRs that webhooks can always reach; metadata addresses stay blocked',
  ),
  STRIPE_SECRET_KEY: row(optionalText, 'API key of the payment processor; unset: payments are disabled'),
  STRIPE_WEBHOOK_SECRET: row(
    optionalText,
    'secret the processor signs calls of /api/v1/checkout/webhook with; unset: they are refused',
  ),
  STRIPE_API_BASE: row(
    url('https://api.stripe.com').refine(isOrigin, 'must be a scheme and a host, without a path'),
    'base URL of the payment processor; tests set a fake',
  ),
  DEMO_WALLETS: row(
    optionalFlag(),
    'serves bundled wallets without network access; default true outside production',
  ),
  FIRST_USER_IS_OPERATOR: row(
    optionalFlag(),
    'the first account that verifies its address becomes the operator, on the highest plan; default true outside production',
  ),
  ...CHAIN_VARIABLES,
  DEFILLAMA_COINS_BASE_URL: row(url('https://coins.llama.fi'), 'DefiLlama prices'),
  DEFILLAMA_YIELDS_BASE_URL: row(url('https://yields.llama.fi'), 'DefiLlama yields of tokenized funds'),
  DEFILLAMA_API_BASE_URL: row(
    url('https://api.llama.fi'),
    'DefiLlama assets under management of tokenized funds',
  ),
  COINGECKO_BASE_URL: row(url('https://api.coingecko.com/api/v3'), 'CoinGecko'),
  COINGECKO_API_KEY: row(optionalText, 'CoinGecko demo key'),
  RWA_BENJI_APY: row(
    optionalText.refine(
      (value) => value === undefined || /^\d{1,2}(\.\d{1,6})?$/.test(value),
      'must be a percentage such as 3.81',
    ),
    'yield of BENJI in percent (no API publishes it); unset: unknown',
  ),
  ...EXCHANGE_VARIABLES,
  LOG_LEVEL: row(
    z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
    'log level',
  ),
  MCP_API_KEY: row(
    optionalText,
    'API key that `npm run mcp` calls the service with; the service itself does not read it',
  ),
  MCP_URL: row(
    optionalUrl(['http', 'https']),
    'the /mcp of the service that `npm run mcp` calls; default PUBLIC_BASE_URL/mcp',
  ),
  METRICS_ENABLED: row(
    flag(true),
    'serves /metrics in Prometheus format, to loopback and to METRICS_TOKEN only',
  ),
  METRICS_TOKEN: row(
    optionalText.refine(
      (value) => value === undefined || /^\S{16,}$/.test(value),
      'must have at least 16 characters and no spaces',
    ),
    'Bearer token that can read /metrics from any address; unset: loopback only',
  ),
  WORKER_METRICS_PORT: row(
    port().optional(),
    'worker port on HOST for /metrics and /health/ready; unset: the worker does not listen',
  ),
  OTEL_EXPORTER_OTLP_ENDPOINT: row(
    optionalUrl(['http', 'https']),
    'OpenTelemetry collector (OTLP over HTTP) that receives traces; unset: tracing is disabled. Other OTEL_* variables follow its specification',
  ),
} as const satisfies Record<string, Variable>;

type Parsed = { [K in keyof typeof VARIABLES]: z.output<(typeof VARIABLES)[K]['type']> };

// The class is the injection token, and the interface its shape. The fields are the variables of the table
// above.
// eslint-disable-next-line @typescript-eslint/no-unsafe-declaration-merging
export interface Config extends Readonly<
  Omit<
    Parsed,
    | 'PUBLIC_BASE_URL'
    | 'DEMO_WALLETS'
    | 'FIRST_USER_IS_OPERATOR'
    | 'CONSOLE_PUBLIC_READ'
    | 'EGRESS_POLICY'
    | 'DEPOSIT_POLICY'
    | 'LP_POLICY'
    | 'DATABASE_MIGRATION_URL'
    | 'DATABASE_SESSION_URL'
    | 'PARTNER_RATE_LIMIT_RPM'
    | 'PARTNER_RATE_LIMIT_RPD'
    | 'BACKGROUND_THREAD'
    | 'COMPUTE_THREADS'
    | 'ANONYMOUS_ORDERS_RPM'
    | 'ANONYMOUS_ORDERS_TOTAL_RPM'
  >
> {
  readonly PUBLIC_BASE_URL: string;
  readonly DEMO_WALLETS: boolean;
  readonly FIRST_USER_IS_OPERATOR: boolean;
  readonly CONSOLE_PUBLIC_READ: boolean;
  readonly EGRESS_POLICY: 'public-only' | 'allow-private';
  readonly DEPOSIT_POLICY: DepositPolicy;
  readonly DATABASE_MIGRATION_URL: string | undefined;
  readonly DATABASE_SESSION_URL: string | undefined;
  readonly PARTNER_RATE_LIMIT_RPM: number;
  readonly PARTNER_RATE_LIMIT_RPD: number;
  readonly BACKGROUND_THREAD: boolean;
  readonly COMPUTE_THREADS: number;
  readonly ANONYMOUS_ORDERS_RPM: number;
  readonly ANONYMOUS_ORDERS_TOTAL_RPM: number;
}
// eslint-disable-next-line @typescript-eslint/no-unsafe-declaration-merging
export abstract class Config {}

/** Lists all bad variables at once, so that the operator can fix them together. */
export class ConfigError extends Error {}

/** @throws ConfigError listing every bad variable by name */
export function loadConfig(env: Record<string, string | undefined>): Config {
  const problems: string[] = [];
  const parsed: Record<string, unknown> = {};
  for (const [name, { type }] of Object.entries(VARIABLES)) {
    const given = env[name];
    const result = type.safeParse(given === '' ? undefined : given);
    if (result.success) parsed[name] = result.data;
    else problems.push(`${name}: ${result.error.issues.map((issue) => issue.message).join('; ')}`);
  }
  problems.push(...missingSecrets(parsed), ...missingDatabase(parsed));
  if (problems.length > 0) throw new ConfigError(`Bad configuration:\n  ${problems.join('\n  ')}`);
  const { LP_POLICY, ...values } = parsed as Parsed;
  const threads = threadDefaults();
  const config: Omit<Config, never> = {
    ...values,
    DEPOSIT_POLICY: values.DEPOSIT_POLICY ?? LP_POLICY ?? 'mixed',
    PUBLIC_BASE_URL: cutSlash(values.PUBLIC_BASE_URL ?? `http://localhost:${values.PORT}`),
    DEMO_WALLETS: values.DEMO_WALLETS ?? values.NODE_ENV !== 'production',
    FIRST_USER_IS_OPERATOR: values.FIRST_USER_IS_OPERATOR ?? values.NODE_ENV !== 'production',
    CONSOLE_PUBLIC_READ:
      values.CONSOLE_PUBLIC_READ ?? (isLoopback(values.HOST) && values.TRUST_PROXY === 'false'),
    EGRESS_POLICY:
      values.EGRESS_POLICY ?? (values.NODE_ENV === 'production' ? 'public-only' : 'allow-private'),
    DATABASE_MIGRATION_URL:
      values.DATABASE_MIGRATION_URL ?? values.DATABASE_SESSION_URL ?? values.DATABASE_URL,
    DATABASE_SESSION_URL: values.DATABASE_SESSION_URL ?? values.DATABASE_URL,
    PARTNER_RATE_LIMIT_RPM: values.PARTNER_RATE_LIMIT_RPM ?? values.RATE_LIMIT_RPM * 10,
    PARTNER_RATE_LIMIT_RPD: values.PARTNER_RATE_LIMIT_RPD ?? values.RATE_LIMIT_RPD * 100,
    BACKGROUND_THREAD: values.BACKGROUND_THREAD ?? threads.BACKGROUND_THREAD,
    COMPUTE_THREADS: values.COMPUTE_THREADS ?? threads.COMPUTE_THREADS,
    ANONYMOUS_ORDERS_RPM: values.ANONYMOUS_ORDERS_RPM ?? Math.ceil(values.RATE_LIMIT_RPM / 2),
    ANONYMOUS_ORDERS_TOTAL_RPM: values.ANONYMOUS_ORDERS_TOTAL_RPM ?? values.RATE_LIMIT_RPM * 2,
  };
  return Object.freeze(Object.assign(Object.create(Config.prototype) as object, config));
}

/** Every connection of an embedded database supports sessions. */
function missingDatabase(parsed: Record<string, unknown>): string[] {
  const { DATABASE_URL, DATABASE_SESSION_URL } = parsed;
  return DATABASE_SESSION_URL !== undefined && DATABASE_URL === undefined
    ? ['DATABASE_SESSION_URL: needs DATABASE_URL']
    : [];
}

/** A secret generated by one process on its own disk cannot be shared by several machines. */
function missingSecrets(parsed: Record<string, unknown>): string[] {
  if (parsed['NODE_ENV'] !== 'production') return [];
  return (['JWT_SECRET', 'ENCRYPTION_KEY'] as const)
    .filter((name) => Array.isArray(parsed[name]) && parsed[name].length === 0)
    .map((name) => `${name}: must be set in production`);
}
