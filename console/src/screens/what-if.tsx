import { useState } from 'preact/hooks';
import type * as schemas from '../../../clients/typescript/src/generated/schemas';
import { service } from '../api';
import { short, words } from '../format';
import { useApp, useData } from '../state';
import { Action, Card, Empty, Figure, Moment, Read, Table, Tag, Units, Usd, type Column } from '../ui';

type Rule = schemas.LawRecordResponse;
type Result = schemas.LawResultResponse;
type BillId = schemas.LawComparisonInput['law'][number];

const IN_FORCE: readonly Rule['status'][] = ['law', 'regulation', 'notice'];

/** What bills would change in a wallet, and the register that they are in. */
export function WhatIf({ wallet }: { wallet: string }) {
  const register = useData((signal) => service.getLaw({}, { signal }), []);
  return (
    <Read from={register}>
      {({ data: { rules } }) => (
        <>
          <Bills wallet={wallet} bills={rules.filter(({ status }) => !IN_FORCE.includes(status))} />
          <Register rules={rules} />
        </>
      )}
    </Read>
  );
}

function Bills({ wallet, bills }: { wallet: string; bills: readonly Rule[] }) {
  const { user } = useApp();
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [results, setResults] = useState<readonly Result[]>([]);
  const computed = bills.filter(({ computable }) => computable);
  const toggle = (id: string) => () =>
    setChosen(chosen.includes(id) ? chosen.filter((other) => other !== id) : [...chosen, id]);
  const compare = async (): Promise<void> => {
    if (chosen.length === 0) throw new Error('Choose a bill');
    const body = { law: chosen as BillId[] };
    setResults((await service.compareLaw({ address: wallet, body })).data.results);
  };
  return (
    <Card title="What if it passes">
      <p>A bill is no law. These figures are a comparison: no form has them, and nothing is stored.</p>
      {computed.map(({ id, what }) => (
        <label key={id} class="switch">
          <input type="checkbox" checked={chosen.includes(id)} onChange={toggle(id)} />
          <span>
            <strong>{id}</strong> {what}
          </span>
        </label>
      ))}
      {user ? (
        <Action run={compare} kind="primary">
          Compare
        </Action>
      ) : (
        <Empty>Log in to compare.</Empty>
      )}
      {results.map((result) => (
        <Outcome key={result.law} result={result} />
      ))}
    </Card>
  );
}

const YEARS: Column<Result['years'][number]>[] = [
  { name: 'Tax year', cell: ({ tax_year: year }) => year },
  { name: 'Gains, law', isNumber: true, cell: (row) => <Usd of={row.law_gains} isGain /> },
  { name: 'Income, law', isNumber: true, cell: (row) => <Usd of={row.law_income} /> },
  { name: 'Gains, bill', isNumber: true, cell: (row) => <Usd of={row.bill_gains} isGain /> },
  { name: 'Income, bill', isNumber: true, cell: (row) => <Usd of={row.bill_income} /> },
  { name: 'Kind not known', isNumber: true, cell: (row) => <Usd of={row.bill_of_unknown_kind} isGain /> },
  { name: 'Difference', isNumber: true, cell: (row) => <Usd of={row.difference} isGain /> },
  { name: 'Note', cell: ({ note }) => note ?? '' },
];

const ROWS: Column<Result['rows'][number]>[] = [
  { name: 'Time', cell: ({ timestamp }) => <Moment of={timestamp} withTime /> },
  { name: 'Kind', cell: ({ type }) => words(type) },
  { name: 'Units', isNumber: true, cell: (row) => <Units of={row.quantity} symbol={row.symbol} /> },
  { name: 'Law', isNumber: true, cell: (row) => <Usd of={row.law_amount} isGain /> },
  { name: 'Bill', isNumber: true, cell: (row) => <Usd of={row.bill_amount} isGain /> },
  { name: 'Difference', isNumber: true, cell: (row) => <Usd of={row.difference} isGain /> },
  { name: 'Transaction', cell: ({ tx_hash: hash }) => (hash === null ? '' : short(hash)) },
];

function Outcome({ result }: { result: Result }) {
  const undecided = result.undecided_basis_count + result.undecided_value_count;
  return (
    <>
      <h3>{result.law}</h3>
      <dl class="figures">
        <Figure label="Difference">
          <Usd of={result.difference} isGain />
        </Figure>
        <Figure label="Not verified">{result.unverified.map(words).join(', ')}</Figure>
      </dl>
      {result.readings.map((reading) => (
        <p key={reading} class="note">
          {reading}
        </p>
      ))}
      {result.is_approximate && <p class="note">Approximate: too many losses are deferred.</p>}
      {undecided > 0 && <p class="note">Sales of which it cannot be told: {undecided}.</p>}
      {result.unknown_basis_count > 0 && (
        <p class="note">Of unknown basis, which counts as 0: {result.unknown_basis_count}.</p>
      )}
      {result.needs_value_count > 0 && (
        <p class="note">Without a value, and in no amount: {result.needs_value_count}.</p>
      )}
      <Table
        label={`Years, ${result.law}`}
        columns={YEARS}
        rows={result.years}
        keyOf={({ tax_year: year }) => String(year)}
        empty="No sale and no income."
      />
      <Table
        label={`Rows, ${result.law}`}
        columns={ROWS}
        rows={result.rows}
        keyOf={(_, i) => String(i)}
        empty="No row differs."
      />
      {result.rows_not_listed > 0 && (
        <p class="note">
          Not listed: {result.rows_not_listed} rows, <Usd of={result.not_listed_difference} isGain />.
        </p>
      )}
    </>
  );
}

const RULES: Column<Rule>[] = [
  { name: 'Rule', cell: ({ id }) => id },
  {
    name: 'Status',
    cell: ({ status }) => <Tag kind={IN_FORCE.includes(status) ? 'good' : 'warn'}>{words(status)}</Tag>,
  },
  { name: 'From', cell: ({ effective_from: from }) => from ?? '' },
  { name: 'To', cell: ({ effective_to: to }) => to ?? '' },
  { name: 'Read on', cell: ({ read_on: day }) => day },
  { name: 'Computed', cell: ({ not_computable_reason: reason }) => reason ?? 'Yes' },
  { name: 'What', cell: ({ what }) => what },
  { name: 'Source', cell: ({ source }) => source },
];

const Register = ({ rules }: { rules: readonly Rule[] }) => (
  <Card title="Register of law">
    <Table label="Register of law" columns={RULES} rows={rules} keyOf={({ id }) => id} empty="No rule." />
  </Card>
);
