import { service } from '../../api';
import { counted, yearNow } from '../../format';
import { Name, useSources } from '../../sources';
import { linkTo, useApp, useData, useParam } from '../../state';
import { StatusTag } from '../../tax-status';
import type { TaxSummary } from '../../types';
import { Card, Empty, Read, Table, Usd, type Column } from '../../ui';
import { YearField } from '../../year-field';
import { yearsOf } from '../../years';
import { YearSteps } from './steps';

export function Taxes({ wallet }: { wallet: string }) {
  return wallet === '' ? <AllTaxes /> : <TaxesOf wallet={wallet} />;
}

/** The year before this one is the one to file. */
function TaxesOf({ wallet }: { wallet: string }) {
  const { settings } = useApp();
  const now = yearNow(settings.timezone);
  const years = useData(() => yearsOf(wallet, now, settings.timezone), [wallet]);
  const [chosen, choose] = useParam('year');
  return (
    <Read from={years}>
      {(list) => {
        const asked = Number(chosen);
        const year = list.includes(asked) ? asked : list.includes(now - 1) ? now - 1 : (list[0] ?? now);
        return (
          <>
            <div class="filters">
              <YearField label="Tax year" years={list} year={year} choose={(next) => choose(String(next))} />
            </div>
            <YearSteps key={year} address={wallet} year={year} />
          </>
        );
      }}
    </Read>
  );
}

/** Tax years that can be chosen for all sources together. */
const SHOWN_YEARS = 8;

/** The year of every source, each with its way to its forms. */
function AllTaxes() {
  const { settings } = useApp();
  const sources = useSources();
  const now = yearNow(settings.timezone);
  const [chosen, choose] = useParam('year');
  const list = Array.from({ length: SHOWN_YEARS }, (_, i) => now - i);
  const asked = Number(chosen);
  const year = list.includes(asked) ? asked : now - 1;
  return (
    <>
      <div class="filters">
        <YearField label="Tax year" years={list} year={year} choose={(next) => choose(String(next))} />
      </div>
      <Read from={sources}>
        {(all) =>
          all.length === 0 ? (
            <Empty>
              No source. <a href={linkTo('home')}>Add one</a>.
            </Empty>
          ) : (
            <OfYear ids={all.map(({ id }) => id)} year={year} />
          )
        }
      </Read>
      <p class="note">
        Each source has its own steps. One Form 8949 of all of them is that of a{' '}
        <a href={linkTo('portfolios')}>portfolio</a> with these sources.
      </p>
    </>
  );
}

function OfYear({ ids, year }: { ids: string[]; year: number }) {
  const found = useData(
    async (signal) => {
      const body = { addresses: ids, tax_year: year, combine: true };
      return (await service.batchTaxSummaries({ body }, { signal })).data;
    },
    [ids.join(), year],
  );
  const columns: Column<TaxSummary>[] = [
    {
      name: 'Source',
      cell: ({ address }) =>
        address === TOTAL ? (
          <strong>All sources</strong>
        ) : (
          <a href={`${linkTo('taxes', address)}?year=${year}`}>
            <Name of={address} />
          </a>
        ),
    },
    { name: 'Status', cell: (row) => <StatusTag of={row} /> },
    { name: 'Disposals', isNumber: true, cell: (row) => row.disposal_count },
    {
      name: 'Short-term',
      isNumber: true,
      cell: (row) => <Usd of={row.printed.short_term.gain_loss} isGain />,
    },
    { name: 'Long-term', isNumber: true, cell: (row) => <Usd of={row.printed.long_term.gain_loss} isGain /> },
    { name: 'Realized', isNumber: true, cell: (row) => <Usd of={row.printed.gain_loss} isGain /> },
    { name: 'Income', isNumber: true, cell: (row) => <Usd of={row.printed.total_income} /> },
  ];
  return (
    <Read from={found}>
      {({ results, combined, failed }) => (
        <Card title={`Taxes of ${year}`}>
          {failed > 0 && (
            <p class="notice bad" role="alert">
              {counted(failed, 'source is', 'sources are')} not in this table: the history is not read yet.
            </p>
          )}
          <Table
            label={`Taxes of ${year}`}
            columns={columns}
            rows={[...results.flatMap(({ tax_summary: one }) => one ?? []), ...(combined ? [combined] : [])]}
            keyOf={({ address }) => address}
            empty="No source has been read yet."
          />
        </Card>
      )}
    </Read>
  );
}

/** The address of the answer for all of them together. */
const TOTAL = 'combined';
