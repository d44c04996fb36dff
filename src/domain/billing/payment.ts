import { PLAN_CURRENCY } from './price';

export type DisputeStage = 'inquiry' | 'open' | 'won' | 'lost';

/** Amounts in cents. */
export type PaymentFact =
  /** `isPaid` false: the money is still in transit. */
  | { kind: 'completed'; isPaid: boolean; amount: Amount | null }
  | { kind: 'paid'; amount: Amount | null }
  | { kind: 'failed' }
  | { kind: 'expired' }
  | { kind: 'refunded'; cents: number }
  | { kind: 'refund_failed'; refundId: string; cents: number }
  | { kind: 'disputed'; disputeId: string; stage: DisputeStage };

export interface Amount {
  cents: number;
  /** Lower case. */
  currency: string;
}

/**
 * Each field is a first or last time, or the latest report about one thing. So facts in any order and with
 * repetitions give the same result. Times are ms UTC by the processor's clock.
 * @source reliability.md 1.10
 */
export interface PaymentFacts {
  completedAt: number | null;
  paidAt: number | null;
  paidAgainAt: number | null;
  failedAt: number | null;
  expiredAt: number | null;
  isMismatched: boolean;
  refunded: Report<number> | null;
  failedRefunds: Readonly<Record<string, Report<number>>>;
  disputes: Readonly<Record<string, Report<DisputeStage>>>;
}

interface Report<T> {
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

/** Commutative, associative and idempotent over (fact, at). @param at ms UTC by the processor's clock */
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
  const reported = latest(failedRefunds[refundId] ?? null, { at, value: cents }, (value) => value);
  return sorted({ ...failedRefunds, [refundId]: reported });
}

/** Order for two reports of the same second. */
const STAGES = { inquiry: 0, open: 1, won: 2, lost: 3 } as const satisfies Record<DisputeStage, number>;

function dispute(
  { disputes }: PaymentFacts,
  { disputeId, stage }: Extract<PaymentFact, { kind: 'disputed' }>,
  at: number,
): PaymentFacts['disputes'] {
  const reported = latest(disputes[disputeId] ?? null, { at, value: stage }, (value) => STAGES[value]);
  return sorted({ ...disputes, [disputeId]: reported });
}

const first = (known: number | null, at: number): number => (known === null ? at : Math.min(known, at));
const last = (known: number | null, at: number): number => (known === null ? at : Math.max(known, at));

/** For equal times, the report with the higher weight wins, so that the order of reports does not matter. */
function latest<T>(known: Report<T> | null, reported: Report<T>, weight: (value: T) => number): Report<T> {
  if (known === null || reported.at > known.at) return reported;
  return reported.at === known.at && weight(reported.value) > weight(known.value) ? reported : known;
}

/** Sorts the keys, so that equal facts are equal as text. */
const sorted = <T>(entries: Record<string, T>): Record<string, T> =>
  Object.fromEntries(Object.entries(entries).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)));
