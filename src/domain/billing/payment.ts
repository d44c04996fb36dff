import { PLAN_CURRENCY } from './price';

/** How far a dispute has come, as far as the plan is concerned. */
export type DisputeStage = 'inquiry' | 'open' | 'won' | 'lost';

/** What a processor may tell of one payment. Amounts in cents. */
export type PaymentFact =
  /** The customer is through with the form; `isPaid` false: the money is still under way. */
  | { kind: 'completed'; isPaid: boolean; amount: Amount | null }
  | { kind: 'paid'; amount: Amount | null }
  | { kind: 'failed' }
  | { kind: 'expired' }
  /** What has been given back so far, all refunds together. */
  | { kind: 'refunded'; cents: number }
  /** Money on its way back that did not arrive: it is ours again. */
  | { kind: 'refund_failed'; refundId: string; cents: number }
  | { kind: 'disputed'; disputeId: string; stage: DisputeStage };

export interface Amount {
  cents: number;
  /** Lower case. */
  currency: string;
}

/**
 * All that is known of one payment. Facts only ever add up: each field is a first or a last moment, or the latest
 * word about one thing, so that facts in any order, told any number of times, come to the same.
 * Moments are ms UTC by the processor's clock.
 * @source reliability.md 1.10
 */
export interface PaymentFacts {
  completedAt: number | null;
  /** The first and the last time it was said to be paid. */
  paidAt: number | null;
  paidAgainAt: number | null;
  failedAt: number | null;
  expiredAt: number | null;
  /** Somebody paid something else than the price. */
  isMismatched: boolean;
  refunded: Told<number> | null;
  failedRefunds: Readonly<Record<string, Told<number>>>;
  disputes: Readonly<Record<string, Told<DisputeStage>>>;
}

/** The latest word about a thing. */
export interface Told<T> {
  at: number;
  value: T;
}

export const NOTHING_KNOWN: PaymentFacts = {
  completedAt: null,
  paidAt: null,
  paidAgainAt: null,
  failedAt: null,
  expiredAt: null,
  isMismatched: false,
  refunded: null,
  failedRefunds: {},
  disputes: {},
};

/**
 * One fact more. Commutative, associative and idempotent over (fact, at).
 * @param at when the processor says it happened, ms UTC
 * @param priceCents what was to be paid
 */
export function absorb(facts: PaymentFacts, fact: PaymentFact, at: number, priceCents: number): PaymentFacts {
  switch (fact.kind) {
    case 'completed': {
      const completed = { ...facts, completedAt: first(facts.completedAt, at) };
      return fact.isPaid ? paid(completed, fact.amount, at, priceCents) : completed;
    }
    case 'paid':
      return paid(facts, fact.amount, at, priceCents);
    case 'failed':
      return { ...facts, failedAt: last(facts.failedAt, at) };
    case 'expired':
      return { ...facts, expiredAt: first(facts.expiredAt, at) };
    case 'refunded':
      return { ...facts, refunded: latest(facts.refunded, { at, value: fact.cents }, (cents) => cents) };
    case 'refund_failed':
      return { ...facts, failedRefunds: failedRefund(facts, fact, at) };
    case 'disputed':
      return { ...facts, disputes: dispute(facts, fact, at) };
  }
}

function paid(facts: PaymentFacts, amount: Amount | null, at: number, priceCents: number): PaymentFacts {
  const isOther =
    amount !== null && (amount.cents !== priceCents || amount.currency.toLowerCase() !== PLAN_CURRENCY);
  return {
    ...facts,
    paidAt: first(facts.paidAt, at),
    paidAgainAt: last(facts.paidAgainAt, at),
    isMismatched: facts.isMismatched || isOther,
  };
}

function failedRefund(
  { failedRefunds }: PaymentFacts,
  { refundId, cents }: Extract<PaymentFact, { kind: 'refund_failed' }>,
  at: number,
): PaymentFacts['failedRefunds'] {
  const told = latest(failedRefunds[refundId] ?? null, { at, value: cents }, (value) => value);
  return sorted({ ...failedRefunds, [refundId]: told });
}

/** What is later in the life of a dispute, for two words of the same second. */
const STAGES = { inquiry: 0, open: 1, won: 2, lost: 3 } as const satisfies Record<DisputeStage, number>;

function dispute(
  { disputes }: PaymentFacts,
  { disputeId, stage }: Extract<PaymentFact, { kind: 'disputed' }>,
  at: number,
): PaymentFacts['disputes'] {
  const told = latest(disputes[disputeId] ?? null, { at, value: stage }, (value) => STAGES[value]);
  return sorted({ ...disputes, [disputeId]: told });
}

const first = (known: number | null, at: number): number => (known === null ? at : Math.min(known, at));
const last = (known: number | null, at: number): number => (known === null ? at : Math.max(known, at));

/** The later word; of two at the same moment the weightier one, so that their order does not matter. */
function latest<T>(known: Told<T> | null, told: Told<T>, weight: (value: T) => number): Told<T> {
  if (known === null || told.at > known.at) return told;
  return told.at === known.at && weight(told.value) > weight(known.value) ? told : known;
}

/** The same facts look the same, in whatever order they came. */
const sorted = <T>(entries: Record<string, T>): Record<string, T> =>
  Object.fromEntries(Object.entries(entries).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)));
