import { normalPath } from '../dialects';

export interface BodyRule {
  reads: BodyKind;
  /** On the wire, and after decompression. */
  limitBytes: number;
  /** Each object, list, text, number, boolean and null counts as one. */
  limitValues: number;
  /** Of one JSON object: `JSON.parse` takes 1 ms for 2,000 new keys, and 25 ms for 9,000. */
  limitKeys: number;
}

export type BodyKind =
  | 'json'
  /** JSON numbers that are money, or not ours, keep their digits as JsonNumber. */
  | 'exact json'
  | 'json bytes'
  | 'form'
  | 'form or json'
  | 'form or json bytes'
  /** Of any content type: the sender signed the bytes. */
  | 'bytes';

const MIB = 1024 * 1024;
/** More than any DTO has, and few enough to be parsed at once. */
const FEW_VALUES = 10_000;
const MANY_VALUES = 200_000;
/** 50,000 rows with every field of a row, and 10,000 prices. */
const LEDGER_VALUES = 1_250_000;

/** More keys than any object that is parsed on the event loop. */
const FEW_KEYS = 1_000;

const OTHER: BodyRule = {
  reads: 'json',
  limitBytes: MIB,
  limitValues: FEW_VALUES,
  limitKeys: FEW_KEYS,
};

/** BODIES: paths with their own rule. @source api.md 7, 1.9 (Webhook receiver), 1.11 (Import) */
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
  {
    paths: /^\/api\/v1\/(tax-reports|portfolios)\/[^/]+\/tool-comparison\/?$/,
    rule: { reads: 'form', limitBytes: 32 * MIB },
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
