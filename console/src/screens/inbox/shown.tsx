import type { ComponentChildren } from 'preact';
import { difference, signOf, words } from '../../format';
import { linkTo } from '../../state';
import type {
  Issue,
  NeedsBasis,
  NeedsPrice,
  Reconciliation,
  Transaction,
  UnmatchedTransfer,
} from '../../types';
import { Moment, Units } from '../../ui';
import { BasisFix, ClassificationFix, PriceFix, UncertainFix } from './fixes';

export interface Issues {
  reconciliation: Reconciliation;
  basis: NeedsBasis[];
  prices: NeedsPrice[];
  /** Transactions of the lots that need a basis, by lot. */
  founded: ReadonlyMap<string, string>;
  /** Of kinds that no list above has: uncertain classifications, changed years, repeated rows. */
  reported: Issue[];
  /** Transactions whose value the owner stated. */
  priced: Transaction[];
}

type Tone = 'bad' | 'warn';

/** REPORTED: the kinds that are read as issues, with their titles. The others have lists with more facts. */
const REPORTED: Partial<Record<Issue['type'], { kind: string; tone: Tone }>> = {
  filed_year_changed: { kind: 'Filed year changed', tone: 'bad' },
  unknown_operation: { kind: 'Unknown operation', tone: 'bad' },
  uncertain_classification: { kind: 'Uncertain classification', tone: 'warn' },
  duplicate_transaction: { kind: 'Repeated row', tone: 'warn' },
};
export const isReported = ({ type }: Issue): boolean => REPORTED[type] !== undefined;

/** A line of the inbox. */
export interface Shown {
  id: string;
  kind: string;
  title: ComponentChildren;
  /** USD, the largest change of gains. Null: unknown. */
  effect: string | null;
  tone: Tone;
  /** Null: the owner has nothing to do here. */
  fix: ((done: () => void) => ComponentChildren) | null;
}

/** Every issue, the largest effect first, then those whose effect is not known. */
export function shownOf(wallet: string, issues: Issues): Shown[] {
  const { prices, reported, founded, reconciliation } = issues;
  const unknown = new Set(
    reported.filter(({ type }) => type === 'unknown_operation').map(({ transaction_id: id }) => id),
  );
  // What the operation was comes before what its units cost.
  const basis = issues.basis.filter(({ lot_id: id }) => !unknown.has(founded.get(id) ?? ''));
  const fixable = new Set(founded.values());
  const transfers = reconciliation.unmatched_transfers.filter(
    ({ direction, transaction_id: id }) => direction === 'out' || !fixable.has(id),
  );
  const differing = reconciliation.balance_check.filter((one) => signOf(one.difference) !== 0);
  const all: Shown[] = [
    ...basis.map((lot) => missingBasis(wallet, lot)),
    ...prices.map((one) => missingPrice(wallet, one)),
    ...reported.map((one) => ofIssue(wallet, one)),
    ...transfers.map((one) => unmatched(wallet, one)),
    ...differing.map((one) => balance(wallet, one)),
  ];
  return all.sort(byEffect);
}

function byEffect({ effect: a }: Shown, { effect: b }: Shown): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null);
  return signOf(difference(b, a));
}

const missingBasis = (wallet: string, lot: NeedsBasis): Shown => ({
  id: lot.lot_id,
  kind: 'Missing basis',
  title: (
    <>
      <Units of={lot.untracked_quantity} symbol={lot.symbol} /> arrived on <Moment of={lot.received_date} />{' '}
      from an unknown source
    </>
  ),
  effect: lot.max_gain_effect,
  tone: 'bad',
  fix: (done) => <BasisFix wallet={wallet} lot={lot} done={done} />,
});

const missingPrice = (wallet: string, one: NeedsPrice): Shown => ({
  id: `price ${one.transaction_id}`,
  kind: 'Missing price',
  title: (
    <>
      {words(one.type)} of <Moment of={one.timestamp} />:{' '}
      {[...one.legs, ...one.fees].map(({ symbol }) => symbol).join(', ')}
    </>
  ),
  effect: one.max_gain_effect,
  tone: 'bad',
  fix: (done) => <PriceFix wallet={wallet} need={one} done={done} />,
});

function ofIssue(wallet: string, issue: Issue): Shown {
  const { type, transaction_id: transactionId } = issue;
  const choices = issue.fix?.choices ?? [];
  return {
    id: issue.issue_id,
    kind: REPORTED[type]?.kind ?? words(type),
    title: <About issue={issue} />,
    effect: issue.max_gain_effect,
    tone: REPORTED[type]?.tone ?? 'warn',
    fix:
      transactionId !== null && choices.length > 0
        ? (done) => (
            <UncertainFix wallet={wallet} transactionId={transactionId} choices={choices} done={done} />
          )
        : null,
  };
}

const unmatched = (wallet: string, one: UnmatchedTransfer): Shown => ({
  id: `${one.transaction_id} ${one.token_key} ${one.direction}`,
  kind: 'Unmatched transfer',
  title: <Unmatched transfer={one} />,
  effect: one.value_usd,
  tone: 'warn',
  fix: (done) => (
    <ClassificationFix wallet={wallet} transactionId={one.transaction_id} choices={one.choices} done={done} />
  ),
});

const balance = (wallet: string, one: Reconciliation['balance_check'][number]): Shown => ({
  id: `balance ${one.token_key}`,
  kind: signOf(one.computed) < 0 ? 'Negative balance' : 'Balance differs',
  title: (
    <>
      {one.token_key}: computed <Units of={one.computed} />, on chain <Units of={one.on_chain} />
    </>
  ),
  effect: null,
  tone: 'warn',
  fix: () => (
    <p>
      Rows are missing or counted twice. Look at the <a href={linkTo('transactions', wallet)}>transactions</a>{' '}
      of this token, or import a file of the explorer on <a href={linkTo('exchanges')}>Exchanges</a>.
    </p>
  ),
});

const About = ({ issue }: { issue: Issue }) => (
  <>
    {issue.quantity !== null && issue.symbol !== null && (
      <>
        <Units of={issue.quantity} symbol={issue.symbol} />:{' '}
      </>
    )}
    {issue.message}
    {issue.occurred_at !== null && (
      <span class="note">
        {' '}
        <Moment of={issue.occurred_at} withTime />
      </span>
    )}
  </>
);

export const Unmatched = ({ transfer }: { transfer: UnmatchedTransfer }) => (
  <>
    <Units of={transfer.quantity} symbol={transfer.symbol} />{' '}
    {transfer.direction === 'in' ? 'came in' : 'went out'} on <Moment of={transfer.timestamp} /> without a
    known other end
  </>
);
