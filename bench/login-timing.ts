import { hash } from '@node-rs/argon2';
import { ask, nextAddress, startService, type BenchService } from './service';

/**
 * Measures whether the time of an answer shows that an address has an account: the same request for known and for unknown
 * addresses, in random order, one after the other. One JSON line per route: medians in ms, their difference, and the
 * two-sided p of a Mann-Whitney test (above 0.01: no difference seen).
 * Run: npm run -s bench:login-timing
 */

const ACCOUNTS = 50;
/** Of each kind; four per address, below the limit for failed logins. */
const SAMPLES = 200;
const WARM_UP = 40;

interface Route {
  path: string;
  body: (email: string) => object;
  /** How often one address may be asked about before a limit changes the answer. */
  perAddress: number;
}

const PASSWORD = 'a long and rare passphrase';
const ROUTES: Record<string, Route> = {
  login: {
    path: 'login',
    body: (email) => ({ email, password: 'a wrong guess' }),
    perAddress: 4,
  },
  'forgot-password': { path: 'forgot-password', body: (email) => ({ email }), perAddress: 3 },
  'resend-verification/public': {
    path: 'resend-verification/public',
    body: (email) => ({ email }),
    perAddress: 3,
  },
  'magic-link': { path: 'magic-link', body: (email) => ({ email }), perAddress: 5 },
  signup: {
    path: 'signup',
    body: (email) => ({ email, password: PASSWORD, accepted_terms: true }),
    perAddress: 4,
  },
};

async function main(): Promise<void> {
  const service = await startService({
    TRUST_PROXY: 'true',
    RATE_LIMIT_RPM: '100000',
    RATE_LIMIT_RPD: '1000000',
  });
  try {
    for (const [name, route] of Object.entries(ROUTES)) {
      const addresses = Math.max(ACCOUNTS, Math.ceil((SAMPLES + WARM_UP) / route.perAddress));
      const known = await accounts(service, name, addresses);
      const unknown = known.map((email) => email.replace('known', 'other'));
      process.stdout.write(
        `${JSON.stringify({ route: name, ...(await compare(service, route, known, unknown)) })}\n`,
      );
    }
  } finally {
    await service.stop();
  }
}

/** Verified accounts, straight into the table. */
async function accounts(service: BenchService, route: string, count: number): Promise<string[]> {
  const passwordHash = await hash(PASSWORD, { memoryCost: 19_456, timeCost: 2, parallelism: 1 });
  const emails = Array.from({ length: count }, (_, i) => `known-${route.replace('/', '-')}-${i}@example.com`);
  await service.query(
    'INSERT INTO users (email, password_hash, email_verified) SELECT unnest($1::text[]), $2, true',
    [emails, passwordHash],
  );
  return emails;
}

async function compare(service: BenchService, route: Route, known: string[], unknown: string[]) {
  const url = `${service.url}/api/v1/auth/${route.path}`;
  const times = { known: [] as number[], unknown: [] as number[] };
  const statuses = new Set<number>();
  for (let i = 0; i < SAMPLES + WARM_UP; i++) {
    const pair = [
      ['known', known[i % known.length]],
      ['unknown', unknown[i % unknown.length]],
    ] as const;
    for (const [kind, email] of Math.random() < 0.5 ? pair : pair.toReversed()) {
      const { status, ms } = await ask(url, nextAddress(), 'POST', route.body(email ?? ''));
      statuses.add(status);
      if (i >= WARM_UP) times[kind].push(ms);
    }
  }
  const medians = { known_ms: median(times.known), unknown_ms: median(times.unknown) };
  return {
    samples: SAMPLES,
    statuses: [...statuses],
    ...medians,
    difference_ms: round(medians.known_ms - medians.unknown_ms),
    p: round(mannWhitney(times.known, times.unknown)),
  };
}

const round = (value: number): number => Math.round(value * 1000) / 1000;

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return round(((sorted[(sorted.length - 1) >> 1] ?? 0) + (sorted[sorted.length >> 1] ?? 0)) / 2);
}

/** Two-sided p by the normal approximation; times of this resolution have no ties worth correcting for. */
function mannWhitney(a: readonly number[], b: readonly number[]): number {
  const ranked = [...a.map((ms) => ({ ms, isA: true })), ...b.map((ms) => ({ ms, isA: false }))].sort(
    (x, y) => x.ms - y.ms,
  );
  const rankSum = ranked.reduce((sum, { isA }, i) => sum + (isA ? i + 1 : 0), 0);
  const u = rankSum - (a.length * (a.length + 1)) / 2;
  const mean = (a.length * b.length) / 2;
  const deviation = Math.sqrt((a.length * b.length * (a.length + b.length + 1)) / 12);
  return 2 * (1 - normal(Math.abs(u - mean) / deviation));
}

/** Standard normal distribution function (Abramowitz and Stegun 26.2.17), good to 7 digits. */
function normal(z: number): number {
  const t = 1 / (1 + 0.2316419 * z);
  const tail =
    t * (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))));
  return 1 - (Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI)) * tail;
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
  process.exit(1);
});
