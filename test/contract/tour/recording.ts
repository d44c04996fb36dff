import type { Example } from '../../../src/http/openapi/examples';
import type { Tour, Visit } from './tour';

/** Entries kept of a list. */
const KEPT = 2;

/** What differs from walk to walk, and what stands for it. */
const PLACEHOLDERS: readonly (readonly [RegExp, string])[] = [
  [/eyJ[\w-]+\.[\w-]+\.[\w-]+/g, 'eyJhbGciOiJIUzI1NiJ9.e30.c2lnbmF0dXJl'],
  [/([?&]secret=|"secret":")[A-Z2-7]{32}/g, '$1JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'],
  [/"otp":"\d{6}"/g, '"otp":"123456"'],
  [/(?:[a-z2-9]{4}-){5}[a-z2-9]{4}/g, 'abcd-efgh-ijkm-npqr-stuv-wxyz'],
  [/someone-\d+-\d+%40example\.com/g, 'someone%40example.com'],
  [/cbk_[0-9A-Za-z]{36}/g, 'cbk_0aB1cD2eF3gH4iJ5kL6mN7oP8qR9sT0aB1cD'],
  [/cbk_[0-9A-Za-z]{8}\b/g, 'cbk_0aB1cD2e'],
  [/whsec_[A-Za-z0-9+/]{43}=/g, 'whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8='],
  [/whsec_[\w-]{43}(?!=)/g, 'whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8'],
  [/someone-\d+-\d+@example\.com/g, 'someone@example.com'],
  [/("token":|\?token=)("?)[\w-]{43}/g, '$1$2AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8'],
  [/"next_cursor":"[\w-]+"/g, '"next_cursor":"WyJwTHZXM1VQaHRSSHQtLWx3IiwyLDE3ODE1MjUyNTEwMDAsNjgwXQ"'],
  [/http:\/\/(127\.0\.0\.1|localhost):\d+/g, 'http://localhost:3000'],
  // The limits of a test are far away.
  [/"limit_per_day":\d+,"limit_per_minute":\d+/g, '"limit_per_day":1000,"limit_per_minute":60'],
  [/"(response_time_ms|uptime_seconds|duration_ms|p50_ms|p95_ms)":\d+/g, '"$1":42'],
  [
    /"details":\{"status":"(queued|running)","progress":\d+\}/g,
    '"details":{"status":"running","progress":5}',
  ],
];

const MOMENT = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g;
const UNIX_SECONDS = /(?<=":)1[78]\d{8}(?=[,}])/g;
const START = '2026-06-15T12:00:00.000Z';
/** The walk takes less by its clock. */
const QUARTER_MS = 900_000;
const quarterOf = (ms: number): number => ms - (ms % QUARTER_MS);
/** Of the clock of the machine: the database's own, for instance. */
const isOfToday = (moment: string): boolean => Math.abs(Date.parse(moment) - Date.now()) < 3_600_000;

const RANDOM_UUID = /[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}/g;

/** Ids of lots and transactions of an exchange account, and of orders, are derived from a random one. */
const DERIVED = /\/(unified|checkout|broker-instructions)\/|broker-notice$/;
const ANY_UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[45][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}/g;

/**
 * Visits -> what the documentation shows: by operation the first success, and the first failure of each code; long
 * lists cut. Random ids and secrets are replaced. Ids and times of the walk are numbered within their operation, so
 * that a visit more changes the example of its own operation only.
 */
export function examplesOf({ visits }: Pick<Tour, 'visits'>): Record<string, Example> {
  const found = Object.entries(collect(visits));
  return Object.fromEntries(found.map(([operation, example]) => [operation, replaceOf(operation, example)]));
}

function replaceOf(operation: string, example: Example): Example {
  const plain = PLACEHOLDERS.reduce(
    (text, [pattern, value]) => text.replace(pattern, value),
    JSON.stringify(example),
  );
  return JSON.parse(withTimes(withIds(plain, DERIVED.test(operation) ? ANY_UUID : RANDOM_UUID))) as Example;
}

function withIds(text: string, pattern: RegExp): string {
  const ids = [...new Set(text.match(pattern))];
  return text.replace(pattern, (id) => uuid(ids.indexOf(id) + 1));
}

const uuid = (n: number): string => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;

/** Times of the walk keep their order and their quarter of an hour; its seconds are their number in that quarter. */
function withTimes(text: string): string {
  const today = text.replace(MOMENT, (moment) => (isOfToday(moment) ? START : moment));
  const moments = [...new Set(today.match(MOMENT))].filter((moment) => moment >= START).sort();
  const numbered = new Map<string, string>();
  const counts = new Map<number, number>();
  for (const moment of moments) {
    const quarter = quarterOf(Date.parse(moment));
    const count = counts.get(quarter) ?? 0;
    counts.set(quarter, count + 1);
    numbered.set(moment, new Date(quarter + count * 1_000).toISOString());
  }
  return today
    .replace(MOMENT, (moment) => numbered.get(moment) ?? moment)
    .replace(UNIX_SECONDS, (seconds) => secondsOf(Number(seconds)));
}

const secondsOf = (seconds: number): string =>
  String(seconds * 1_000 < Date.parse(START) ? seconds : quarterOf(seconds * 1_000) / 1_000);

function collect(visits: readonly Visit[]): Record<string, Example> {
  const examples: Record<string, Example> = {};
  for (const visit of visits) if (visit.code === null) examples[visit.operation] ??= exampleOf(visit);
  for (const { operation, status, code, body } of visits) {
    const example = examples[operation];
    if (!example || code === null) continue;
    example.failures ??= {};
    example.failures[code] ??= { status, body: body as Record<string, unknown> };
  }
  return Object.fromEntries(Object.entries(examples).sort(([a], [b]) => (a < b ? -1 : 1)));
}

function exampleOf({ operation, request, status, type, body }: Visit): Example {
  const { path, query, body: sent, files } = request;
  const dryRun = operation.endsWith('/import') && { dry_run: true };
  const form = files && { ...(sent as object), ...dryRun, file: Object.keys(files) };
  const isText = typeof body === 'string';
  const isBinary = isText && /[\u0000-\u0008\uFFFD]/.test(body);
  return {
    request: {
      ...(path && { path }),
      ...(query && { query }),
      ...(sent !== undefined && { body: form ?? sent }),
    },
    status,
    type,
    ...(isBinary ? {} : { body: isText ? textOf(type, body) : cut(asBegun(status, body)) }),
  };
}

const QUEUED = {
  ...{ status: 'queued', progress: 0, stage: 'queued' },
  ...{ started_at: null, finished_at: null, expires_at: null, result_url: null },
};
const PENDING = { status: 'pending', last_indexed_at: null };

/** A worker may have taken or ended what a request started before the answer was written. */
function asBegun(status: number, body: unknown): unknown {
  const { data } = body as { data?: object };
  const begun =
    status === 202 ? QUEUED : status === 201 && data && 'last_indexed_at' in data ? PENDING : null;
  return begun ? { ...(body as object), data: { ...data, ...begun } } : body;
}

/** A stream of events is kept as a whole. */
const textOf = (type: string, text: string): string =>
  type === 'text/event-stream' ? text : firstLines(text);

/** A heading and two rows of a file. */
const firstLines = (text: string): string =>
  text
    .split('\n')
    .slice(0, KEPT + 1)
    .join('\n');

function cut(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, KEPT).map(cut);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, entry]) => [name, cut(entry)]));
}
