import { useEffect, useState } from 'preact/hooks';
import { listAll, service } from '../../api';
import { counted, signOf, words, yearNow } from '../../format';
import { costOf, gainOf, valueOf } from '../../known';
import { Name, useSources } from '../../sources';
import { useApp, useData } from '../../state';
import { OnUnknownBasis, RealizedGain, StatusTag } from '../../tax-status';
import type { TaxSummary } from '../../types';
import { Card, Empty, Figure, Read, Table, Units, Usd, type Column } from '../../ui';
import { AddSource } from './add-source';
import { SourceList } from './source-list';
import { ToDo } from './to-do';

type Holding = Awaited<ReturnType<typeof listAll<'getUnifiedHoldings'>>>[number];

/** Between reads of the totals while a source is read. */
const [FIRST_POLL_MS, LAST_POLL_MS] = [2000, 30_000];
/** Tax years of the table. */
const SHOWN_YEARS = 3;

/** Everything that the account has: its totals, its sources, and what is to be done. */
export function AllSources() {
  const sources = useSources();
  const [isAdding, setAdding] = useState(false);
  const [turn, setTurn] = useState(0);
  const known = sources.data;
  const key = (known ?? []).map(({ id, state, readAt }) => `${id} ${state} ${readAt}`).join();
  const added = (): void => {
    sources.reload();
    setTurn((n) => n + 1);
  };
  return (
    <>
      {isAdding && <AddSource close={() => setAdding(false)} added={added} />}
      <Read from={sources}>
        {(list) =>
          list.length === 0 ? (
            <Card title="Add your first source">
              <p>
                A source is a wallet, an exchange account or a file of one. Add all that you have: a transfer
                between two of them is then a move and not a sale.
              </p>
              <button type="button" class="primary" onClick={() => setAdding(true)}>
                Add a source
              </button>
            </Card>
          ) : (
            <>
              <Totals key={`${key} ${turn}`} ids={list.map(({ id }) => id)} add={() => setAdding(true)} />
            </>
          )
        }
      </Read>
    </>
  );
}

function Totals({ ids, add }: { ids: string[]; add: () => void }) {
  const { settings } = useApp();
  const summary = useData((signal) => service.getUnifiedSummary({}, { signal }), []);
  const isPartial = summary.data?.data.partial === true;
  const [wait, setWait] = useState(FIRST_POLL_MS);
  useEffect(() => {
    if (!isPartial || summary.isLoading) return undefined;
    const timer = setTimeout(() => {
      setWait(Math.min(LAST_POLL_MS, wait * 1.5));
      summary.reload();
    }, wait);
    return () => clearTimeout(timer);
  }, [isPartial, summary.isLoading]);
  const now = yearNow(settings.timezone);
  const years = useData(
    async (signal) => {
      const asked = [...Array.from({ length: SHOWN_YEARS }, (_, i) => now - i), undefined];
      const answers = asked.map((year) =>
        service.batchTaxSummaries(
          { body: { addresses: ids, combine: true, ...(year !== undefined && { tax_year: year }) } },
          { signal },
        ),
      );
      return (await Promise.all(answers)).map(({ data }) => data);
    },
    [ids.join(), isPartial],
  );
  const [thisYear] = years.data ?? [];
  const all = years.data?.at(-1);
  return (
    <Read from={summary}>
      {({ data }) => (
        <>
          {isPartial && (
            <p class="notice" role="status">
              <strong>Some sources are still being read.</strong> The figures are not complete. This page
              updates itself.
            </p>
          )}
          <dl class="figures">
            <Figure
              label="Value of all sources"
              note={
                data.unpriced.count > 0
                  ? counted(data.unpriced.count, 'holding has no price', 'holdings have no price')
                  : undefined
              }
            >
              {isPartial && signOf(data.total_value) === 0 ? '…' : <Usd of={data.total_value} />}
            </Figure>
            <Figure
              label="Cost basis"
              note={
                signOf(data.unpriced.cost_basis) === 0 ? undefined : (
                  <>
                    and <Usd of={data.unpriced.cost_basis} /> of holdings without a price
                  </>
                )
              }
            >
              <Usd of={data.total_cost_basis} />
            </Figure>
            <Figure label="Unrealized gain">
              <Usd of={data.total_unrealized_gl} isGain />
            </Figure>
            <Figure
              label={`Realized gain, ${now}`}
              note={thisYear?.combined && <OnUnknownBasis of={thisYear.combined} />}
            >
              <Realized of={thisYear?.combined} />
            </Figure>
            <Figure
              label="Realized gain, all years"
              note={
                all?.combined && (
                  <>
                    <StatusTag of={all.combined} /> <OnUnknownBasis of={all.combined} />
                  </>
                )
              }
            >
              <Realized of={all?.combined} />
            </Figure>
            <Figure label={`Income, ${now}`}>
              {thisYear?.combined ? <Usd of={thisYear.combined.printed.total_income} /> : '…'}
            </Figure>
          </dl>
          <div class="halves">
            <SourceList totals={data.by_source} add={add} />
            <ToDo year={now} suggested={data.matches.suggested} />
          </div>
          <Card title="Gains and income by year">
            <Read from={years}>
              {(answers) => (
                <>
                  {answers.some(({ failed }) => failed > 0) && (
                    <p class="notice bad" role="alert">
                      {counted(Math.max(...answers.map(({ failed }) => failed)), 'source is', 'sources are')}{' '}
                      not in these rows: their history is not read yet.
                    </p>
                  )}
                  <Table
                    label="Gains and income by year"
                    columns={YEARS}
                    rows={answers.flatMap(({ combined }) => combined ?? [])}
                    keyOf={(row) => String(row.tax_year)}
                    empty="No source has been read yet."
                  />
                </>
              )}
            </Read>
          </Card>
          <Holdings isPartial={isPartial} />
        </>
      )}
    </Read>
  );
}

const Realized = ({ of }: { of: TaxSummary | null | undefined }) => (of ? <RealizedGain of={of} /> : <>…</>);

const YEARS: Column<TaxSummary>[] = [
  { name: 'Year', cell: (row) => <strong>{row.tax_year ?? 'All'}</strong> },
  { name: 'Status', cell: (row) => <StatusTag of={row} /> },
  { name: 'Disposals', isNumber: true, cell: (row) => row.disposal_count },
  { name: 'Short-term', isNumber: true, cell: (row) => <Usd of={row.printed.short_term.gain_loss} isGain /> },
  { name: 'Long-term', isNumber: true, cell: (row) => <Usd of={row.printed.long_term.gain_loss} isGain /> },
  { name: 'Realized', isNumber: true, cell: (row) => <Usd of={row.printed.gain_loss} isGain /> },
  { name: 'Income', isNumber: true, cell: (row) => <Usd of={row.printed.total_income} /> },
];

const HOLDINGS: Column<Holding>[] = [
  { name: 'Asset', cell: ({ symbol, name }) => <strong title={name}>{symbol}</strong> },
  {
    name: 'Where',
    cell: ({ chain, sources }) => {
      const [first] = sources;
      if (!first) return words(chain);
      return sources.length === 1 ? <Name of={first.id} /> : `${sources.length} sources`;
    },
  },
  { name: 'Units', isNumber: true, cell: (row) => <Units of={row.quantity} /> },
  { name: 'Price', isNumber: true, cell: (row) => <Usd of={row.current_price} /> },
  { name: 'Value', isNumber: true, cell: (row) => <Usd of={valueOf(row)} /> },
  { name: 'Cost', isNumber: true, cell: (row) => <Usd of={costOf(row)} /> },
  { name: 'Gain', isNumber: true, cell: (row) => <Usd of={gainOf(row)} isGain /> },
];

function Holdings({ isPartial }: { isPartial: boolean }) {
  const holdings = useData(() => listAll('getUnifiedHoldings', { sort: 'value_desc' }), [isPartial]);
  return (
    <Card title="Holdings">
      <Read from={holdings}>
        {(rows) =>
          rows.length === 0 ? (
            <Empty>Nothing is held now.</Empty>
          ) : (
            <Table
              label="Holdings"
              columns={HOLDINGS}
              rows={rows}
              keyOf={(row) => `${row.token_key} ${row.position_type}`}
              empty=""
            />
          )
        }
      </Read>
    </Card>
  );
}
