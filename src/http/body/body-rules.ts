import { normalPath } from '../dialects';

/** What a body may be under a path. */
export interface BodyRule {
  reads: BodyKind;
  /** Of the bytes on the wire, and of the bytes after decompression. */
  limitBytes: number;
  /** JSON values: each object, list, text, number, boolean and null counts as one. */
  limitValues: number;
  /** Of one JSON object: `JSON.parse` takes 1 ms for an object of 2,000 new keys, and 25 ms for one of 9,000. */
  limitKeys: number;
}

export type BodyKind =
  | 'json'
  /** JSON whose numbers are money, or not ours: they keep their digits as JsonNumber. */
  | 'exact json'
  /** JSON that a thread parses: the body stays bytes. */
  | 'json bytes'
  | 'form'
  | 'form or json'
  /** The JSON stays bytes. */
  | 'form or json bytes'
  /** Of any content type: the sender signed them. */
  | 'bytes';

const MIB = 1024 * 1024;
/** More than any DTO has, and few enough to be parsed at once. */
const FEW_VALUES = 10_000;
/** The rows of a form that a broker issued. */
const MANY_VALUES = 200_000;
/** 50,000 rows with every field of a row, and 10,000 prices. */
const LEDGER_VALUES = 1_250_000;

/** More than any object has that is parsed on the event loop. */
const FEW_KEYS = 1_000;

const OTHER: BodyRule = {
  reads: 'json',
  limitBytes: MIB,
  limitValues: FEW_VALUES,
  limitKeys: FEW_KEYS,
};

/** BODIES: paths with a rule of their own. @source api.md 7, 1.9 (Webhook receiver), 1.11 (Import) */
const BODIES: readonly { paths: RegExp; rule: Partial<BodyRule> }[] = [
  {
    paths: /^\/api\/calculate\/(cost-basis|unrealized-gl)\/?$/,
    rule: {
      reads: 'json bytes',
      limitBytes: 32 * MIB,
      limitValues: LEDGER_VALUES,
      limitKeys: LEDGER_VALUES,
    },
  },
  { paths: /^\/api\/v1\/wallets\/[^/]+\/import\/?$/, rule: { reads: 'form', limitBytes: 32 * MIB } },
  {
    paths: /^\/api\/v1\/broker-forms\/?$/,
    rule: { reads: 'form or json bytes', limitBytes: 32 * MIB, limitValues: MANY_VALUES },
  },
  {
    paths: /^\/api\/v1\/exchange-accounts\/import\/?$/,
    rule: { reads: 'form or json', limitBytes: 32 * MIB },
  },
  { paths: /^\/api\/v1\/checkout\/webhook\/?$/, rule: { reads: 'bytes' } },
  {
    paths:
      /^\/api\/v1\/(wallets|manual-entries|batch|portfolios|unified|standing-selections|basis-allocations)(\/|$)/,
    rule: { reads: 'exact json' },
  },
];

export function ruleOf(path: string): BodyRule {
  const known = normalPath(path);
  return { ...OTHER, ...BODIES.find(({ paths }) => paths.test(known))?.rule };
}
