import { normalPath } from '../dialects';

/** What a body may be under a path. */
export interface BodyRule {
  /** Of the bytes on the wire, and of the bytes after decompression. */
  limitBytes: number;
  /** JSON values: each object, list, text, number, boolean and null counts as one. */
  limitValues: number;
  /** Numbers are money: they keep their digits as JsonNumber. */
  keepDigits: boolean;
  /** A thread parses the JSON: the body stays bytes. */
  keepsBytes?: boolean;
  /** A form with files is accepted as well. */
  takesForms?: boolean;
  /** The bytes as they came, whatever their content type: the sender signed them. */
  isRaw?: boolean;
}

const MIB = 1024 * 1024;
/** A whole object of 100,000 keys, and more than any DTO outside the calculations has. */
const MANY_VALUES = 200_000;
/** 50,000 rows with every field of a row, and 10,000 prices. */
const LEDGER_VALUES = 1_250_000;

const OTHER: BodyRule = { limitBytes: MIB, limitValues: MANY_VALUES, keepDigits: false };
const EXACT: BodyRule = { ...OTHER, keepDigits: true };

/** BODIES: path prefix -> what a body may be there. @source api.md 7 */
const BODIES = {
  '/api/calculate': { limitBytes: 32 * MIB, limitValues: LEDGER_VALUES, keepDigits: true },
  '/api/v1/wallets': EXACT,
  '/api/v1/manual-entries': EXACT,
  '/api/v1/batch': EXACT,
} as const satisfies Record<string, BodyRule>;

/** FORMS: paths that take files. @source api.md 1.11 (Import) */
const FORMS = [
  { path: /^\/api\/v1\/(wallets\/[^/]+|exchange-accounts)\/import$/, limitBytes: 32 * MIB },
  { path: /^\/api\/v1\/broker-forms\/?$/, limitBytes: 32 * MIB },
] as const;

/** RAW: paths whose sender signs the bytes. @source api.md 1.9 (Webhook receiver) */
const RAW = [{ path: /^\/api\/v1\/checkout\/webhook\/?$/, limitBytes: MIB }] as const;

/** LEDGERS: paths whose body a thread parses. */
const LEDGERS = /^\/api\/calculate\/(cost-basis|unrealized-gl)\/?$/;

export function ruleOf(path: string): BodyRule {
  const known = normalPath(path);
  const form = FORMS.find((candidate) => candidate.path.test(known));
  if (form) return { ...OTHER, limitBytes: form.limitBytes, takesForms: true };
  const raw = RAW.find((candidate) => candidate.path.test(known));
  if (raw) return { ...OTHER, limitBytes: raw.limitBytes, isRaw: true };
  if (LEDGERS.test(known)) return { ...BODIES['/api/calculate'], keepsBytes: true };
  return Object.entries(BODIES).find(([prefix]) => known.startsWith(`${prefix}/`))?.[1] ?? OTHER;
}
