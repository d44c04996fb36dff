import { useState } from 'preact/hooks';
import type * as schemas from '../../../../clients/typescript/src/generated/schemas';
import { service } from '../../api';
import { Ask } from '../../dialog';
import { sum, words } from '../../format';
import { finished } from '../../jobs';
import { useApp } from '../../state';
import type { Form8949 } from '../../types';
import { Action, Card, Moment, Table, Tag, Usd, type Column } from '../../ui';

export type Filed = schemas.FiledYearResponse;
type Change = NonNullable<Filed['issue']>['lines'][number];

/** What was filed, and whether the figures still say the same. */
export function FiledBadge({ filed }: { filed: Filed }) {
  const isChanged = filed.status === 'changed';
  return (
    <p class={isChanged ? 'notice bad' : 'notice'} role="status">
      <Tag kind={isChanged ? 'bad' : 'good'}>Filed</Tag> <Moment of={filed.frozen_at} />,{' '}
      {isChanged ? (
        <>
          changed by <Usd of={changeOf(filed)} isGain />
        </>
      ) : filed.status === 'unchanged' ? (
        'unchanged'
      ) : (
        'not compared yet'
      )}
      . <span class="note">Report {filed.report_id.slice(0, 8)}</span>
    </p>
  );
}

/** Of the gain, both terms together. */
const changeOf = ({ issue }: Filed): string =>
  (issue?.lines ?? [])
    .filter(({ line }) => line.endsWith('gain_loss'))
    .reduce((total, line) => sum(total, line.difference), '0');

const LINES: Column<Change>[] = [
  { name: 'Line', cell: ({ line }) => words(line) },
  { name: 'Filed', isNumber: true, cell: (row) => <Usd of={row.filed} /> },
  { name: 'Now', isNumber: true, cell: (row) => <Usd of={row.computed} /> },
  {
    name: 'Change',
    isNumber: true,
    cell: (row) => <Usd of={row.difference} isGain />,
  },
];

/** Binds the year to a report that is kept: from then on each change of a line is stated. */
export function Freeze({
  address,
  year,
  filed,
  form,
  reload,
}: {
  address: string;
  year: number;
  filed: Filed | null;
  form: Form8949;
  reload: () => void;
}) {
  const { user, tell } = useApp();
  const [isRunning, setRunning] = useState(false);
  if (!user)
    return (
      <Card title="Freeze the year">
        <p>A filed year is kept in an account.</p>
      </Card>
    );
  const unfreeze = async (): Promise<void> => {
    await service.unfreezeYear({ tax_year: String(year), address });
  };
  const freeze = async (): Promise<void> => {
    setRunning(true);
    try {
      const { data } = await service.generateTaxReport({ address, body: { tax_year: year, format: 'json' } });
      const job = await finished(data.job_id);
      await service.freezeYear({ body: { tax_year: year, report_id: job } });
    } finally {
      setRunning(false);
    }
    tell(`${year} is frozen.`, async () => {
      await unfreeze();
      reload();
    });
    reload();
  };
  if (filed === null)
    return (
      <Card title="Freeze the year">
        <p>
          Freeze {year} when you file it. The report is kept as it is; whatever changes later, you see by how
          much each line of the return differs from what you filed.
        </p>
        {form.status !== 'COMPLETE' && (
          <p class="notice bad">
            The form says {words(form.status.toLowerCase())}: something in it is not known. It can be frozen,
            and keeps that mark.
          </p>
        )}
        <div class="row">
          <Action run={freeze} kind="primary">
            Freeze {year}
          </Action>
          {isRunning && (
            <span class="note" role="status">
              The report is being made…
            </span>
          )}
        </div>
      </Card>
    );
  return (
    <Card title="Filed year" aside={<Tag kind="good">frozen</Tag>}>
      {filed.issue && (
        <>
          <p>{filed.issue.message}</p>
          <Table
            label="Changed lines"
            columns={LINES}
            rows={filed.issue.lines}
            keyOf={({ line }) => line}
            empty=""
          />
        </>
      )}
      <div class="row">
        <Ask
          yes={`Unfreeze ${year}`}
          question="The record is kept, with the time at which it was unfrozen. Changes are then no longer compared with it."
          run={async () => {
            await unfreeze();
            tell(`${year} is not frozen any more.`, async () => {
              await service.freezeYear({ body: { tax_year: year, report_id: filed.report_id } });
              reload();
            });
            reload();
          }}
        >
          Unfreeze
        </Ask>
      </div>
    </Card>
  );
}
