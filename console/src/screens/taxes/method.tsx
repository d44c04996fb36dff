import { useState } from 'preact/hooks';
import type * as schemas from '../../../../clients/typescript/src/generated/schemas';
import { listAll, service } from '../../api';
import { Ask } from '../../dialog';
import { isAccount } from '../../sources';
import { useApp, useData } from '../../state';
import type { Form8949 } from '../../types';
import { Action, Card, Choice, Empty, Field, Moment, Read, Table, Tag, Usd, type Column } from '../../ui';

type Election = schemas.ElectionEntryShape;

/** Which units a sale takes: the method of the form, what the others would give, and the elections. */
export function Method({
  address,
  year,
  method,
  reload,
}: {
  address: string;
  year: number;
  method: string;
  reload: () => void;
}) {
  const { user } = useApp();
  return (
    <>
      <Methods address={address} year={year} />
      {user ? (
        <Elections address={address} method={method} reload={reload} />
      ) : (
        <Card title="Elections">
          <p>An election is kept in an account.</p>
        </Card>
      )}
    </>
  );
}

function Elections({ address, method, reload }: { address: string; method: string; reload: () => void }) {
  const { tell } = useApp();
  const list = useData(() => listAll('listMethodElections', { address }), [address]);
  const [chosen, choose] = useState<(typeof METHODS)[number]>('hifo');
  const [from, setFrom] = useState('');
  const withdraw = async (id: string, isMistaken: boolean): Promise<void> => {
    await service.deactivateMethodElection({ entry_id: id, mistaken: isMistaken });
    reload();
  };
  const elect = async (): Promise<void> => {
    const of = isAccount(address) ? { account_id: address } : { address };
    const { data } = await service.createMethodElection({
      body: { ...of, method: chosen, ...(from !== '' && { effective_from: from }) },
    });
    tell(`${chosen.toUpperCase()} is the method from ${data.effective_from.slice(0, 10)} on.`, () =>
      withdraw(data.id, true),
    );
    reload();
  };
  return (
    <Card title="Elections" aside={<Tag>{method.toUpperCase()} on this form</Tag>}>
      <Read from={list}>
        {(all) =>
          all.length === 0 ? (
            <Empty>None: first in, first out. An election holds for sales after it is recorded.</Empty>
          ) : (
            <ul class="rows">
              {all.map((one: Election) => (
                <li key={one.id}>
                  <span class="row-name">
                    <strong>{one.method.toUpperCase()}</strong>
                    <span class="note">
                      from <Moment of={one.effective_from} />, recorded <Moment of={one.created_at} />
                    </span>
                  </span>
                  <Ask
                    yes="End the election"
                    question="Later sales are first in, first out again. Sales in its time keep their units."
                    run={() => withdraw(one.id, false)}
                  >
                    End
                  </Ask>
                </li>
              ))}
            </ul>
          )
        }
      </Read>
      <div class="filters elect">
        <Choice label="Method" value={chosen} names={METHODS} titles={NAMES} choose={choose} />
        <Field label="From" hint="Empty: from now on">
          <input type="date" value={from} onInput={(event) => setFrom(event.currentTarget.value)} />
        </Field>
        <Action run={elect} kind="primary">
          Record the election
        </Action>
      </div>
    </Card>
  );
}

/** NAMES: what each method takes first. */
const NAMES = {
  fifo: 'FIFO: earliest first',
  lifo: 'LIFO: latest first',
  hifo: 'HIFO: highest cost first',
} as const;

const METHODS = ['fifo', 'lifo', 'hifo'] as const;

interface Compared {
  method: string;
  form: Form8949;
}

const COMPARED: Column<Compared>[] = [
  { name: 'Method', cell: ({ method }) => method.toUpperCase() },
  {
    name: 'Short-term',
    isNumber: true,
    cell: ({ form }) => <Usd of={form.totals.short_term.gain_loss} isGain />,
  },
  {
    name: 'Long-term',
    isNumber: true,
    cell: ({ form }) => <Usd of={form.totals.long_term.gain_loss} isGain />,
  },
  { name: 'Rows', isNumber: true, cell: ({ form }) => form.row_count },
];

function Methods({ address, year }: { address: string; year: number }) {
  const compared = useData(
    (signal) =>
      Promise.all(
        METHODS.map(async (method): Promise<Compared> => {
          const query = { address, tax_year: year, method, per_page: 1 };
          return { method, form: (await service.getForm8949(query, { signal })).data };
        }),
      ),
    [address, year],
  );
  return (
    <Card title="Methods compared">
      <Read from={compared}>
        {(rows) => (
          <Table
            label="Methods"
            columns={COMPARED}
            rows={rows}
            keyOf={({ method }) => method}
            empty="No method."
          />
        )}
      </Read>
      <p class="note">A comparison, not for filing. The method of record is that of the form.</p>
    </Card>
  );
}
