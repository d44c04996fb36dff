import type * as schemas from '../../clients/typescript/src/generated/schemas';
import { counted, words } from './format';
import { Card, Figure, Table, Tag, Usd, type Column } from './ui';

type Reason = schemas.StatusReasonResponse;
type Status = Pick<schemas.TaxSummaryResponse, 'status' | 'status_reasons'>;

const KINDS = { COMPLETE: 'good', REVIEW: 'warn', INCOMPLETE: 'bad' } as const;

/** Whether a form or a summary can be filed. */
export const StatusTag = ({ of: { status } }: { of: Pick<Status, 'status'> }) => (
  <Tag kind={KINDS[status]}>{words(status.toLowerCase())}</Tag>
);

export const StatusFigure = ({ of }: { of: Pick<Status, 'status'> }) => (
  <Figure label="Form status">
    <StatusTag of={of} />
  </Figure>
);

/** A gain that rests on an unknown basis is no gain yet, and is not shown as one. */
export const RealizedGain = ({ of }: { of: Status & Pick<schemas.TaxSummaryResponse, 'printed'> }) => (
  <Usd of={of.printed.gain_loss} isGain={unknownBasis(of) === undefined} />
);

/** Beside such a gain: how much of it is not known. */
export const OnUnknownBasis = ({ of }: { of: Status }) => {
  const unknown = unknownBasis(of);
  return unknown ? (
    <span class="amber">
      {counted(unknown.count, 'row rests', 'rows rest')} on unknown basis
      {unknown.amount_usd !== null && (
        <>
          , proceeds <Usd of={unknown.amount_usd} />
        </>
      )}
    </span>
  ) : null;
};

const unknownBasis = ({ status_reasons: reasons }: Status): Reason | undefined =>
  reasons.find(({ reason }) => reason === 'unknown_basis');

/** What a row rests on that is not known. */
export const Review = ({ of }: { of: readonly string[] }) => (
  <>
    {of.map((reason) => (
      <Tag key={reason} kind="warn">
        {words(reason)}
      </Tag>
    ))}
  </>
);

/** The mark of such a row before its first cell, as on paper: it is seen where the words beside it are not. */
export const Sign = ({ of }: { of: readonly string[] }) => {
  const label = `To review: ${of.map(words).join(', ')}`;
  return of.length === 0 ? null : (
    <span class="tag warn" role="img" aria-label={label} title={label}>
      !
    </span>
  );
};

const REASONS: Column<Reason>[] = [
  { name: 'Why', cell: ({ reason }) => words(reason) },
  { name: 'Count', isNumber: true, cell: ({ count }) => count },
  { name: 'Amount', isNumber: true, cell: ({ amount_usd: amount }) => <Usd of={amount} /> },
  { name: 'Makes it', cell: (reason) => <StatusTag of={reason} /> },
];

/** Why a form is not complete. Nothing for a complete one. */
export const Reasons = ({ title, of }: { title: string; of: Status }) =>
  of.status_reasons.length === 0 ? null : (
    <Card title={title} aside={<StatusTag of={of} />}>
      <Table
        label={title}
        columns={REASONS}
        rows={of.status_reasons}
        keyOf={({ reason, status }) => `${reason} ${status}`}
        empty=""
      />
    </Card>
  );
