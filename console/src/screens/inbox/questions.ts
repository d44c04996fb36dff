import { listAll, service } from '../../api';
import { difference, signOf } from '../../format';
import type { Issue } from '../../types';

/** A line of the inbox: an issue with what is known of its transfer. */
export interface Question {
  issue: Issue;
  kind: string;
  tone: 'bad' | 'warn';
  direction: 'in' | 'out' | null;
  /** The address of the other side. */
  other: string | null;
}

/** KINDS: each kind of issue as the question that it puts to the owner. */
const KINDS: Record<Issue['type'], { kind: string; tone: 'bad' | 'warn' }> = {
  missing_basis: { kind: 'Where did it come from?', tone: 'bad' },
  unmatched_transfer: { kind: 'Where did it go?', tone: 'warn' },
  missing_price: { kind: 'What was it worth?', tone: 'bad' },
  unknown_operation: { kind: 'What was this?', tone: 'bad' },
  uncertain_classification: { kind: 'Is this right?', tone: 'warn' },
  duplicate_transaction: { kind: 'Does it count twice?', tone: 'warn' },
  balance_difference: { kind: 'Is something missing?', tone: 'warn' },
  history_incomplete: { kind: 'History not read whole', tone: 'bad' },
  filed_year_changed: { kind: 'Filed year changed', tone: 'bad' },
};

interface Transfer {
  transaction_id: string;
  token_key: string;
  direction: 'in' | 'out';
  counterparty: string | null;
}

/** Every question about one source, or about all of them. */
export async function questionsOf(wallet: string): Promise<Question[]> {
  const of = wallet === '' ? {} : { address: wallet };
  const [issues, transfers] = await Promise.all([
    listAll('listIssues', of),
    wallet === ''
      ? listAll('listUnmatchedTransfers', {})
      : service.reconcileWallet({ address: wallet }).then((answer) => answer.unmatched_transfers),
  ]);
  const known = new Map<string, Transfer>(
    transfers.map((one: Transfer) => [`${one.transaction_id} ${one.token_key}`, one]),
  );
  // What the operation was comes before what its units cost.
  const unknown = new Set(
    issues.filter(({ type }) => type === 'unknown_operation').map(({ transaction_id: id }) => id),
  );
  return issues
    .filter(({ type, transaction_id: id }) => type !== 'missing_basis' || id === null || !unknown.has(id))
    .map((issue) => {
      const transfer = known.get(`${issue.transaction_id ?? ''} ${issue.token_key ?? ''}`);
      const { kind, tone } = KINDS[issue.type];
      const isIn = issue.type === 'unmatched_transfer' && transfer?.direction === 'in';
      return {
        issue,
        kind: isIn ? CAME_IN : kind,
        tone,
        direction: transfer?.direction ?? null,
        other: transfer?.counterparty ?? null,
      };
    });
}

/** Of units that came in, and whose basis is known. */
const CAME_IN = 'Who sent it?';

/** True for a question that is answered by saying what the transaction was. */
export const isClassified = ({ issue }: Question): boolean =>
  issue.transaction_id !== null && (issue.fix?.choices.length ?? 0) > 0;

/** Questions with the same address on the other side, which one answer may fit. */
export const alike = (all: readonly Question[], one: Question): Question[] =>
  one.other === null
    ? []
    : all.filter(
        (each) =>
          each.issue.issue_id !== one.issue.issue_id &&
          each.other === one.other &&
          each.direction === one.direction &&
          isClassified(each),
      );

export const ORDERS = { effect: 'Largest effect', newest: 'Newest', oldest: 'Oldest' } as const;
export type Order = keyof typeof ORDERS;

export function sorted(list: readonly Question[], order: Order): Question[] {
  const at = ({ issue }: Question): string => issue.occurred_at ?? '';
  if (order === 'newest') return [...list].sort((a, b) => at(b).localeCompare(at(a)));
  if (order === 'oldest') return [...list].sort((a, b) => at(a).localeCompare(at(b)));
  return [...list].sort(byEffect);
}

function byEffect({ issue: { max_gain_effect: a } }: Question, { issue: { max_gain_effect: b } }: Question) {
  if (a === null || b === null) return Number(a === null) - Number(b === null);
  return signOf(difference(b, a));
}
