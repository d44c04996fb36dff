import { useState } from 'preact/hooks';
import type * as schemas from '../../../../clients/typescript/src/generated/schemas';
import { service } from '../../api';
import { Ask } from '../../dialog';
import { counted, words } from '../../format';
import { useApp, useData } from '../../state';
import { Action, Card, Empty, Field, Figure, Moment, Read, Table, Usd, type Column } from '../../ui';
import { FilesField } from '../exchanges/files';

type Difference = schemas.ReasonTotalResponse;

const DIFFERENCES: Column<Difference>[] = [
  { name: 'Reason', cell: ({ reason }) => words(reason) },
  { name: 'Rows', isNumber: true, cell: ({ count }) => count },
  { name: 'Proceeds', isNumber: true, cell: (row) => <Usd of={row.proceeds_difference} isGain /> },
  { name: 'Cost', isNumber: true, cell: (row) => <Usd of={row.cost_basis_difference} isGain /> },
];

/** Form 1099-DA exists since this tax year. */
const FIRST_YEAR = 2025;

/** What brokers reported, and how it differs from the rows of the own books. */
export function BrokerForms({ year }: { year: number }) {
  const { user, tell } = useApp();
  const isAsked = user !== null && year >= FIRST_YEAR;
  const found = useData(
    async (signal) => {
      if (!isAsked) return null;
      const [compared, forms] = await Promise.all([
        service.reconcileBrokerForms({ tax_year: year }, { signal }),
        service.listBrokerForms({ tax_year: year }, { signal }),
      ]);
      return { compared: compared.data, forms: forms.data };
    },
    [year, user?.email],
  );
  if (!isAsked)
    return (
      <Card title="Form 1099-DA compared">
        <p>
          {year < FIRST_YEAR
            ? `Brokers report on Form 1099-DA from ${FIRST_YEAR} on. There is nothing to compare.`
            : 'Forms of brokers are kept in an account.'}
        </p>
      </Card>
    );
  const remove = (id: string): Promise<unknown> =>
    service.deleteBrokerForm({ form_id: id }).then(() => {
      tell('The form was removed.');
      found.reload();
    });
  return (
    <Card title="Form 1099-DA compared">
      <Read from={found}>
        {(data) => (
          <>
            {data?.forms.length === 0 && (
              <Empty>No form is imported. Add the file that the broker sent you.</Empty>
            )}
            <ul class="rows">
              {data?.forms.map((form) => (
                <li key={form.id}>
                  <span class="row-name">
                    <strong>{form.broker}</strong>
                    <span class="note">
                      {counted(form.row_count, 'row', 'rows')}, added <Moment of={form.created_at} />
                    </span>
                  </span>
                  <Ask
                    yes="Remove the form"
                    question={`The form of ${form.broker} is removed. Add its file once more to have it back.`}
                    run={() => remove(form.id)}
                  >
                    Remove
                  </Ask>
                </li>
              ))}
            </ul>
            {data && data.forms.length > 0 && (
              <>
                <dl class="figures">
                  <Figure label="Proceeds, broker">
                    <Usd of={data.compared.broker.proceeds} />
                  </Figure>
                  <Figure label="Proceeds, your books">
                    <Usd of={data.compared.own.proceeds} />
                  </Figure>
                  <Figure label="Rows that agree">{data.compared.agreed}</Figure>
                  <Figure label="Differences">{data.compared.difference_count}</Figure>
                </dl>
                <Table
                  label="Differences to Form 1099-DA"
                  columns={DIFFERENCES}
                  rows={data.compared.by_reason}
                  keyOf={({ reason }) => reason}
                  empty="Every row agrees with your books."
                />
              </>
            )}
          </>
        )}
      </Read>
      <AddForm year={year} done={found.reload} />
    </Card>
  );
}

function AddForm({ year, done }: { year: number; done: () => void }) {
  const { tell } = useApp();
  const [files, setFiles] = useState<File[]>([]);
  const [broker, setBroker] = useState('');
  const add = async (): Promise<void> => {
    const { data } = await service.importBrokerForm({
      body: { tax_year: year, broker: broker.trim(), file: files },
    });
    setFiles([]);
    tell(`The form of ${data.broker} was added.`, async () => {
      await service.deleteBrokerForm({ form_id: data.id });
      done();
    });
    done();
  };
  return (
    <details>
      <summary>Add a Form 1099-DA</summary>
      <FilesField
        label="File of the form"
        hint="The CSV file that the broker offers beside the PDF."
        files={files}
        choose={setFiles}
      />
      <div class="filters">
        <Field label="Broker, as the form names it">
          <input value={broker} onInput={(event) => setBroker(event.currentTarget.value)} />
        </Field>
        {files.length > 0 && broker.trim() !== '' ? (
          <Action run={add} kind="primary">
            Add the form
          </Action>
        ) : (
          <span class="note">Choose the file, and name the broker.</span>
        )}
      </div>
    </details>
  );
}
