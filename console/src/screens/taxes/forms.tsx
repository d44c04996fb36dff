import { useState } from 'preact/hooks';
import type { Download } from '../../../../clients/typescript/src/download';
import { save, service } from '../../api';
import { difference, signOf, sum, words } from '../../format';
import { finished } from '../../jobs';
import { kindOfFile, LastKind, officialKind } from '../../official-form';
import { useSources } from '../../sources';
import { useApp } from '../../state';
import { Review as Marks, Sign } from '../../tax-status';
import type { Form8949, Schedule1 } from '../../types';
import { Action, Card, Empty, Moment, Table, Units, Usd, type Column } from '../../ui';

type Row = Form8949['parts'][number]['rows'][number];

type Of = { address: string; tax_year: number };
type Ask = (of: Of) => Promise<Download>;
/** CARDS: what is handed in, each with its files. */
const CARDS: Record<string, { about: string; files: Record<string, Ask> }> = {
  'Form 8949': {
    about: 'Sales and other dispositions',
    files: {
      PDF: (of) => service.exportForm8949({ ...of, format: 'pdf' }),
      CSV: (of) => service.exportForm8949({ ...of, format: 'csv' }),
      TXF: (of) => service.exportForm8949({ ...of, format: 'txf' }),
      TurboTax: (of) => service.exportForm8949({ ...of, format: 'turbotax' }),
      Drake: (of) => service.exportForm8949({ ...of, format: 'drake' }),
      TaxAct: (of) => service.exportForm8949({ ...of, format: 'taxact' }),
      'Summary PDF': (of) => service.exportForm8949({ ...of, format: 'summary_pdf' }),
      'Summary CSV': (of) => service.exportForm8949({ ...of, format: 'summary_csv' }),
      Notes: (of) => service.exportForm8949({ ...of, format: 'notes' }),
    },
  },
  'Schedule D': {
    about: 'Totals of both terms and the carryover',
    files: {
      PDF: (of) => service.exportScheduleD({ ...of, format: 'pdf' }),
      CSV: (of) => service.exportScheduleD({ ...of, format: 'csv' }),
    },
  },
  'Schedule 1': {
    about: 'Income',
    files: {
      PDF: (of) => service.exportSchedule1({ ...of, format: 'pdf' }),
      CSV: (of) => service.exportSchedule1({ ...of, format: 'csv' }),
    },
  },
};

/** The files of the year, then what is in them. */
export function Review({
  address,
  year,
  form,
  schedule,
}: {
  address: string;
  year: number;
  form: Form8949;
  schedule: Schedule1;
}) {
  return (
    <>
      <Downloads address={address} year={year} official={form.official_form} />
      <FormCard form={form} />
      <ScheduleCard schedule={schedule} />
    </>
  );
}

function Downloads({
  address,
  year,
  official,
}: {
  address: string;
  year: number;
  official: Form8949['official_form'];
}) {
  const { user } = useApp();
  const { nameOf } = useSources();
  const [kind, setKind] = useState<string | null>(null);
  const of = { id: address, name: nameOf(address) };
  const download = async (ask: Ask): Promise<void> => {
    const file = await ask({ address, tax_year: year });
    setKind(kindOfFile(file));
    await save(file, of);
  };
  const everything = async (): Promise<void> => {
    const { data } = await service.generateTaxReport({ address, body: { tax_year: year, format: 'zip' } });
    const file = await service.getJobResult({ job_id: await finished(data.job_id) });
    if ('blob' in file) await save(file, of);
  };
  return (
    <div class="columns files">
      {Object.entries(CARDS).map(([title, { about, files }]) => (
        <section class="card" key={title} aria-label={`Files of ${title}`}>
          <h3>{title}</h3>
          <p class="note">{about}</p>
          <div class="row">
            {Object.entries(files).map(([label, ask]) => (
              <Action key={label} run={() => download(ask)}>
                {label}
              </Action>
            ))}
          </div>
          {title === 'Form 8949' && <p class="note">PDF: {officialKind(official)}</p>}
        </section>
      ))}
      {user && (
        <section class="card" aria-label="Everything">
          <h3>Everything</h3>
          <p class="note">Forms, lots and notes in one archive, for the accountant</p>
          <div class="row">
            <Action run={everything}>ZIP</Action>
          </div>
        </section>
      )}
      <LastKind kind={kind} />
    </div>
  );
}

/** How much of the gain rests on a basis that nobody knows, and between what the gain lies. */
export function UnknownBasis({ of: form }: { of: Form8949 }) {
  const unknown = onUnknownBasis(form);
  if (signOf(unknown) <= 0) return null;
  const total = bothTerms(form, 'gain_loss');
  return (
    <span class="amber">
      of which <Usd of={unknown} /> on unknown basis; between <Usd of={difference(total, unknown)} /> and{' '}
      <Usd of={total} />
    </span>
  );
}

/** Units without a basis cost nothing on the form: their gain is the most that it can be. */
export const onUnknownBasis = ({ parts }: Form8949): string =>
  parts
    .flatMap(({ rows }) => rows)
    .filter(({ review }) => review.includes('unknown_basis'))
    .reduce((total, row) => sum(total, row.gain_loss), '0');

/** Part I and part II, as the form prints them. */
export const bothTerms = (
  { totals: { short_term: a, long_term: b } }: Form8949,
  field: 'gain_loss' | 'proceeds',
) => sum(a[field], b[field]);

/** Rows come in pages; a part that spans pages is put together again. Totals are those of the whole form. */
export async function wholeForm(address: string, year: number, signal: AbortSignal): Promise<Form8949> {
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
export async function wholeSchedule(address: string, year: number, signal: AbortSignal): Promise<Schedule1> {
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
  { name: 'Review', cell: (row) => <Marks of={row.review} /> },
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
  { name: 'Review', cell: (row) => <Marks of={row.review} /> },
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
