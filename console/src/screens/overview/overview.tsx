import { useEffect, useState } from 'preact/hooks';
import { listAll, service } from '../../api';
import { Caveats } from '../../caveats';
import { counted, signOf, words, yearNow } from '../../format';
import { costOf, gainOf, valueOf } from '../../known';
import { isAccount, useSources } from '../../sources';
import { linkTo, useApp, useData } from '../../state';
import { OnUnknownBasis, RealizedGain, StatusTag } from '../../tax-status';
import type { Dashboard, Holding, TaxSummary } from '../../types';
import { Action, Card, Field, Figure, Percent, Read, Table, Tag, Units, Usd, type Column } from '../../ui';
import { yearsOf } from '../../years';
import { ValueOverTime } from './value-chart';
import { YearBars } from './year-bars';

const READING_POLL_MS = 1500;
const PRICES_POLL_MS = 15_000;

export function Overview({ wallet }: { wallet: string }) {
  const dashboard = useData((signal) => service.getDashboard({ address: wallet }, { signal }), [wallet]);
  const isPartial = dashboard.data?.data.partial === true;
  const isReading = isPartial && dashboard.data?.meta.balances_pending === true;
  useEffect(() => {
    if (!isPartial || dashboard.isLoading) return undefined;
    const timer = setTimeout(dashboard.reload, isReading ? READING_POLL_MS : PRICES_POLL_MS);
    return () => clearTimeout(timer);
  }, [isPartial, isReading, dashboard.isLoading]);
  return (
    <Read from={dashboard}>
      {({ data, meta }) => (
        <>
          {isReading && <Progress progress={meta.progress} />}
          {isPartial && !isReading && (
            <p class="notice" role="status">
              Some prices have not arrived yet. What depends on them is left out until then.
            </p>
          )}
          <Caveats meta={meta} />
          <Totals data={data} wallet={wallet} isReading={isReading} />
          {!isReading && <ValueOverTime wallet={wallet} />}
          <Deposited list={data.summary.deposited} />
          <Holdings wallet={wallet} isReading={isReading} isPartial={isPartial} />
          {!isReading && <Years wallet={wallet} isPartial={isPartial} />}
          {!isAccount(wallet) && <LinkWallet wallet={wallet} />}
        </>
      )}
    </Read>
  );
}

type IndexingProgress = Awaited<ReturnType<typeof service.getDashboard>>['meta']['progress'];

function Progress({ progress }: { progress: IndexingProgress }) {
  return (
    <div class="notice" role="status">
      <p>
        <strong>The history is being read.</strong> The figures below are not complete. This page updates
        itself.
      </p>
      {progress && (
        <p>
          {progress.chains_done} of {progress.chains_total} chains, {progress.rows_read} rows read
          {progress.eta_seconds !== null && `, about ${progress.eta_seconds} s left`}
          <progress
            max={Math.max(1, progress.chains_total)}
            value={progress.chains_done}
            aria-label="Chains read"
          />
        </p>
      )}
    </div>
  );
}

function Totals({ data, wallet, isReading }: { data: Dashboard; wallet: string; isReading: boolean }) {
  const reconciliation = useData(
    (signal) =>
      isReading ? Promise.resolve(null) : service.reconcileWallet({ address: wallet }, { signal }),
    [wallet, isReading],
  );
  const { summary, tax_summary: tax } = data;
  // Nothing is known yet, which is not nothing.
  const isEmpty = isReading && signOf(summary.total_value) === 0;
  // Units without their other end: nothing is complete while they wait.
  const held = reconciliation.data?.held_outflow_count ?? 0;
  const complete = reconciliation.data?.lineage_completeness_percent ?? null;
  return (
    <dl class="figures">
      <Figure
        label="Value"
        note={
          summary.unpriced.count > 0
            ? counted(summary.unpriced.count, 'holding has no price', 'holdings have no price')
            : undefined
        }
      >
        {isEmpty ? '…' : <Usd of={summary.total_value} />}
      </Figure>
      <Figure
        label="Cost basis"
        note={
          signOf(summary.unpriced.cost_basis) === 0 ? undefined : (
            <>
              and <Usd of={summary.unpriced.cost_basis} /> of holdings without a price
            </>
          )
        }
      >
        {isEmpty ? '…' : <Usd of={summary.total_cost_basis} />}
      </Figure>
      <Figure label="Unrealized gain">
        {isEmpty ? '…' : <Usd of={summary.total_unrealized_gl} isGain />}
      </Figure>
      <Figure
        label="Realized gain, all years"
        note={
          data.partial ? undefined : (
            <>
              <StatusTag of={tax} /> <OnUnknownBasis of={tax} />
            </>
          )
        }
      >
        {data.partial ? '…' : <RealizedGain of={tax} />}
      </Figure>
      <Figure label="Income, all years">{data.partial ? '…' : <Usd of={tax.printed.total_income} />}</Figure>
      <Figure label="Complete" note={<Questions key={String(isReading)} wallet={wallet} />}>
        {complete === null ? '…' : held > 0 ? `${held} held` : <Percent of={complete} />}
      </Figure>
    </dl>
  );
}

/** The count that the inbox has. */
function Questions({ wallet }: { wallet: string }) {
  const { user } = useApp();
  const issues = useData(
    async (signal) =>
      user ? (await service.listIssues({ address: wallet, per_page: 1 }, { signal })).pagination.total : null,
    [wallet, user?.id],
  );
  return (
    <a href={linkTo('inbox', wallet)}>
      {issues.data === null ? 'Open the inbox' : counted(issues.data, 'question', 'questions')}
    </a>
  );
}

const HOLDINGS: Column<Holding>[] = [
  {
    name: 'Asset',
    cell: ({ symbol, name, has_untracked: isUntracked }) => (
      <>
        <strong title={name ?? symbol}>{symbol}</strong> {isUntracked && <Tag kind="warn">basis missing</Tag>}
      </>
    ),
  },
  { name: 'Chain', cell: ({ chain }) => words(chain) },
  { name: 'Units', isNumber: true, cell: (row) => <Units of={row.quantity} /> },
  {
    name: 'Price',
    isNumber: true,
    cell: (row) => (
      <span title={row.price_source ?? ''}>
        <Usd of={row.current_price} />
      </span>
    ),
  },
  { name: 'Cost', isNumber: true, cell: (row) => <Usd of={costOf(row)} /> },
  { name: 'Value', isNumber: true, cell: (row) => <Usd of={valueOf(row)} /> },
  { name: 'Gain', isNumber: true, cell: (row) => <Usd of={gainOf(row)} isGain /> },
  {
    name: 'Gain %',
    isNumber: true,
    cell: (row) => <Percent of={gainOf(row) === null ? null : row.unrealized_gl_percent} />,
  },
];

/** Read again when the history and the prices have arrived. */
interface Arriving {
  wallet: string;
  isReading?: boolean;
  isPartial: boolean;
}

function Holdings({ wallet, isReading, isPartial }: Arriving) {
  const holdings = useData(
    () => listAll('listHoldings', { address: wallet }),
    [wallet, isReading, isPartial],
  );
  return (
    <Card title="Holdings">
      <Read from={holdings}>
        {(rows) => (
          <Table
            label="Holdings"
            columns={HOLDINGS}
            rows={rows}
            keyOf={(row) => row.token_key}
            empty="This wallet holds nothing. Transactions show what it held before."
          />
        )}
      </Read>
    </Card>
  );
}

/** Units that are the owner's and not in the wallet: staked, lent, in escrow. No total above has them. */
const Deposited = ({ list }: { list: Dashboard['summary']['deposited'] }) =>
  list.length === 0 ? null : (
    <Card title="Deposited in protocols" aside={<span class="note">Not in the totals above</span>}>
      <Table
        label="Deposited in protocols"
        columns={HOLDINGS}
        rows={list}
        keyOf={(row, i) => `${row.token_key} ${i}`}
        empty=""
      />
    </Card>
  );

const YEARS: Column<TaxSummary>[] = [
  { name: 'Year', cell: (row) => <strong>{row.tax_year}</strong> },
  { name: 'Status', cell: (row) => <StatusTag of={row} /> },
  { name: 'Disposals', isNumber: true, cell: (row) => row.disposal_count },
  { name: 'Short-term', isNumber: true, cell: (row) => <Usd of={row.printed.short_term.gain_loss} isGain /> },
  { name: 'Long-term', isNumber: true, cell: (row) => <Usd of={row.printed.long_term.gain_loss} isGain /> },
  { name: 'Realized', isNumber: true, cell: (row) => <Usd of={row.printed.gain_loss} isGain /> },
  { name: 'Income', isNumber: true, cell: (row) => <Usd of={row.printed.total_income} /> },
];

function Years({ wallet, isPartial }: Arriving) {
  const { settings } = useApp();
  const years = useData(
    async (signal) => {
      const list = await yearsOf(wallet, yearNow(settings.timezone), settings.timezone);
      const summaries = list.map((year) =>
        service.getTaxSummary({ address: wallet, tax_year: year }, { signal }),
      );
      return (await Promise.all(summaries)).map(({ data }) => data);
    },
    [wallet, isPartial],
  );
  return (
    <Card title="Gains and income by year">
      <Read from={years}>
        {(rows) => (
          <>
            <YearBars years={rows} />
            <Table
              label="Gains and income by year"
              columns={YEARS}
              rows={rows.filter(hasAny)}
              keyOf={(row) => String(row.tax_year)}
              empty="No year has a disposal or income."
            />
          </>
        )}
      </Read>
    </Card>
  );
}

const hasAny = ({ disposal_count: disposals, income }: TaxSummary): boolean =>
  disposals > 0 || signOf(income?.total ?? '0') !== 0;

function LinkWallet({ wallet }: { wallet: string }) {
  const { user, tell } = useApp();
  const { data, find, reload } = useSources();
  const [name, setName] = useState('');
  if (!user || !data || find(wallet)) return null;
  const link = async (): Promise<void> => {
    await service.linkWallet({ body: { address: wallet, label: name.trim() } });
    reload();
    tell('The wallet is one of your sources now.', async () => {
      await service.unlinkWallet({ address: wallet });
      reload();
    });
  };
  return (
    <Card title="Is this wallet yours?">
      <p>Add it to your sources: a transfer between two of them is then a move and not a sale.</p>
      <div class="filters">
        <Field label="Name">
          <input value={name} onInput={(event) => setName(event.currentTarget.value)} />
        </Field>
        <Action run={link} kind="primary">
          Add this wallet
        </Action>
      </div>
    </Card>
  );
}
