import { useState } from 'preact/hooks';
import type * as schemas from '../../../clients/typescript/src/generated/schemas';
import { save, service } from '../api';
import { signOf, sum, words, yearNow } from '../format';
import { kindOfFile, LastKind, officialKind } from '../official-form';
import { useApp, useData } from '../state';
import { Reasons, Review, Sign, StatusFigure } from '../tax-status';
import type { Form8949, Schedule1 } from '../types';
import { Action, Card, Empty, Figure, Moment, Read, Table, Units, Usd, type Column } from '../ui';
import { YearField } from '../year-field';
import { yearsOf } from '../years';

type Row = Form8949['parts'][number]['rows'][number];

export function Taxes({ wallet }: { wallet: string }) {
  const { settings } = useApp();
  const address = wallet;
  const years = useData(() => yearsOf(address, yearNow(settings.timezone), settings.timezone), [wallet]);
  const [chosen, setChosen] = useState<number | null>(null);
  return (
    <Read from={years}>
      {(list) => {
        const year = chosen ?? list[0] ?? yearNow(settings.timezone);
        return (
          <>
            <div class="filters">
              <YearField label="Tax year" years={list} year={year} choose={setChosen} />
              <Downloads address={address} year={year} />
            </div>
            <Year key={year} address={address} year={year} />
          </>
        );
      }}
    </Read>
  );
}

type Of = { address: string; tax_year: number };
const FILES = {
  '8949 PDF': (of: Of) => service.exportForm8949({ ...of, format: 'pdf' }),
  '8949 CSV': (of: Of) => service.exportForm8949({ ...of, format: 'csv' }),
  '8949 TXF': (of: Of) => service.exportForm8949({ ...of, format: 'txf' }),
  '8949 TurboTax': (of: Of) => service.exportForm8949({ ...of, format: 'turbotax' }),
  '8949 Drake': (of: Of) => service.exportForm8949({ ...of, format: 'drake' }),
  '8949 TaxAct': (of: Of) => service.exportForm8949({ ...of, format: 'taxact' }),
  '8949 summary PDF': (of: Of) => service.exportForm8949({ ...of, format: 'summary_pdf' }),
  '8949 summary CSV': (of: Of) => service.exportForm8949({ ...of, format: 'summary_csv' }),
  '8949 notes': (of: Of) => service.exportForm8949({ ...of, format: 'notes' }),
  'Schedule D PDF': (of: Of) => service.exportScheduleD({ ...of, format: 'pdf' }),
  'Schedule D CSV': (of: Of) => service.exportScheduleD({ ...of, format: 'csv' }),
  'Schedule 1 PDF': (of: Of) => service.exportSchedule1({ ...of, format: 'pdf' }),
  'Schedule 1 CSV': (of: Of) => service.exportSchedule1({ ...of, format: 'csv' }),
};

function Downloads({ address, year }: { address: string; year: number }) {
  const [kind, setKind] = useState<string | null>(null);
  const download = async (ask: (typeof FILES)[keyof typeof FILES]) => {
    const file = await ask({ address, tax_year: year });
    setKind(kindOfFile(file));
    await save(file);
  };
  return (
    <div class="row" role="group" aria-label="Downloads">
      {Object.entries(FILES).map(([label, ask]) => (
        <Action key={label} run={() => download(ask)}>
          {label}
        </Action>
      ))}
      <LastKind kind={kind} />
    </div>
  );
}

function Year({ address, year }: { address: string; year: number }) {
  const forms = useData(
    async (signal) => {
      const [form, schedule] = await Promise.all([
        wholeForm(address, year, signal),
        wholeSchedule(address, year, signal),
      ]);
      return { form, schedule };
    },
    [address, year],
  );
  return (
    <Read from={forms}>
      {({ form, schedule }) => (
        <>
          <dl class="figures">
            <Figure label="Short-term">
              <Usd of={form.totals.short_term.gain_loss} isGain />
            </Figure>
            <Figure label="Long-term">
              <Usd of={form.totals.long_term.gain_loss} isGain />
            </Figure>
            <Figure label="Realized gain">
              <Usd of={bothTerms(form, 'gain_loss')} isGain />
            </Figure>
            <Figure label="Proceeds">
              <Usd of={bothTerms(form, 'proceeds')} />
            </Figure>
            <Figure label="Ordinary income">
              <Usd of={schedule.total} />
            </Figure>
            <StatusFigure of={form} />
            <Figure label="8949 PDF">{officialKind(form.official_form)}</Figure>
          </dl>
          <Reasons title="Form 8949: what is not known" of={form} />
          <Reasons title="Schedule 1: what is not known" of={schedule} />
          <FormCard form={form} />
          <ScheduleCard schedule={schedule} />
          <Methods address={address} year={year} />
          <BrokerForms year={year} />
        </>
      )}
    </Read>
  );
}

/** Part I and part II, as the form prints them. */
const bothTerms = ({ totals: { short_term: a, long_term: b } }: Form8949, field: 'gain_loss' | 'proceeds') =>
  sum(a[field], b[field]);

/** Rows come in pages; a part that spans pages is put together again. Totals are those of the whole form. */
async function wholeForm(address: string, year: number, signal: AbortSignal): Promise<Form8949> {
  const query = { address, tax_year: year, per_page: 100 };
  const first = await service.getForm8949(query, { signal });
  const form = { ...first.data, parts: first.data.parts.map((part) => ({ ...part, rows: [...part.rows] })) };
  for (let page = 2; page <= first.pagination.total_pages; page += 1) {
    const { data } = await service.getForm8949({ ...query, page }, { signal });
    for (const part of data.parts) {
      const known = form.parts.find(({ box }) => box === part.box);
      if (known) known.rows.push(...part.rows);
      else form.parts.push(part);
    }
  }
  return form;
}

/** Every receipt of the year; totals are those of the whole schedule. */
async function wholeSchedule(address: string, year: number, signal: AbortSignal): Promise<Schedule1> {
  const query = { address, tax_year: year, per_page: 100 };
  const first = await service.getSchedule1(query, { signal });
  const rows = [...first.data.rows];
  for (let page = 2; page <= first.pagination.total_pages; page += 1)
    rows.push(...(await service.getSchedule1({ ...query, page }, { signal })).data.rows);
  return { ...first.data, rows };
}

const ROWS: Column<Row>[] = [
  {
    name: 'Description (a)',
    cell: (row) => (
      <>
        <Sign of={row.review} /> {row.description}
      </>
    ),
  },
  { name: 'Acquired (b)', cell: (row) => row.date_acquired },
  { name: 'Sold (c)', cell: (row) => row.date_sold },
  { name: 'Proceeds (d)', isNumber: true, cell: (row) => <Usd of={row.proceeds} /> },
  { name: 'Cost (e)', isNumber: true, cell: (row) => <Usd of={row.cost_basis} /> },
  { name: 'Code (f)', cell: (row) => row.adjustment_code },
  { name: 'Adjustment (g)', isNumber: true, cell: (row) => <Usd of={row.adjustment_amount} /> },
  { name: 'Gain (h)', isNumber: true, cell: (row) => <Usd of={row.gain_loss} isGain /> },
  { name: 'Review', cell: (row) => <Review of={row.review} /> },
];

function FormCard({ form }: { form: Form8949 }) {
  return (
    <Card title="Form 8949" aside={<span class="note">Method {form.method.toUpperCase()}</span>}>
      {form.parts.length === 0 && <Empty>No disposal in this year. Choose another year above.</Empty>}
      {form.parts.map((part) => (
        <div key={part.box}>
          <h3>
            Part {part.part}, box {part.box}: {part.part === 'I' ? 'short-term' : 'long-term'}
          </h3>
          <Table
            label={`Form 8949, box ${part.box}`}
            columns={ROWS}
            rows={part.rows}
            keyOf={(row, i) => `${row.disposal_id ?? 'broker'} ${i}`}
            empty="No row on this box."
          />
          <p class="totals">
            Proceeds <Usd of={part.totals.proceeds} />, cost <Usd of={part.totals.cost_basis} />, gain{' '}
            <strong data-test={`gain-${part.box}`}>
              <Usd of={part.totals.gain_loss} isGain />
            </strong>
          </p>
        </div>
      ))}
    </Card>
  );
}

const INCOME: Column<Schedule1['rows'][number]>[] = [
  {
    name: 'Received',
    cell: (row) => (
      <>
        <Sign of={row.review} /> <Moment of={row.received_at} />
      </>
    ),
  },
  { name: 'Kind', cell: (row) => words(row.type) },
  { name: 'Units', isNumber: true, cell: (row) => <Units of={row.quantity} symbol={row.symbol} /> },
  { name: 'Fair value', isNumber: true, cell: (row) => <Usd of={row.fair_market_value} /> },
  { name: 'Price source', cell: (row) => row.price_source ?? '' },
  { name: 'Review', cell: (row) => <Review of={row.review} /> },
];

const ScheduleCard = ({ schedule }: { schedule: Schedule1 }) => (
  <Card
    title="Schedule 1"
    aside={
      <span>
        {schedule.line}: <Usd of={schedule.line_8v_total} />
        {signOf(schedule.schedule_b_interest_total) !== 0 && (
          <>
            , interest for Schedule B: <Usd of={schedule.schedule_b_interest_total} />
          </>
        )}
        {signOf(schedule.schedule_c_total) !== 0 && (
          <>
            , receipts of a business for Schedule C: <Usd of={schedule.schedule_c_total} />
          </>
        )}
      </span>
    }
  >
    {schedule.excluded_count > 0 && (
      <p class="note">Without a value, and in no sum: {schedule.excluded_count}.</p>
    )}
    <Table
      label="Schedule 1"
      columns={INCOME}
      rows={schedule.rows}
      keyOf={(row) => row.income_id}
      empty="No income in this year."
    />
  </Card>
);

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
      <p class="note">A comparison, not for filing. The method of record is that of Form 8949 above.</p>
    </Card>
  );
}

type Difference = schemas.ReasonTotalResponse;

const DIFFERENCES: Column<Difference>[] = [
  { name: 'Reason', cell: ({ reason }) => words(reason) },
  { name: 'Rows', isNumber: true, cell: ({ count }) => count },
  { name: 'Proceeds', isNumber: true, cell: (row) => <Usd of={row.proceeds_difference} isGain /> },
  { name: 'Cost', isNumber: true, cell: (row) => <Usd of={row.cost_basis_difference} isGain /> },
];

function BrokerForms({ year }: { year: number }) {
  const { user } = useApp();
  const forms = useData(
    async (signal) =>
      user && year >= 2025 ? (await service.reconcileBrokerForms({ tax_year: year }, { signal })).data : null,
    [year, user?.email],
  );
  if (!user || year < 2025) return null;
  return (
    <Card title="Form 1099-DA compared">
      <Read from={forms}>
        {(data) => (
          <Table
            label="Differences to Form 1099-DA"
            columns={DIFFERENCES}
            rows={data?.by_reason ?? []}
            keyOf={({ reason }) => reason}
            empty="No difference. Import a Form 1099-DA by the API to compare it with these rows."
          />
        )}
      </Read>
    </Card>
  );
}
