import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { listAll, service } from '../../api';
import { counted, signOf } from '../../format';
import { linkTo, useApp, useData, useParam } from '../../state';
import { Reasons, StatusFigure, StatusTag } from '../../tax-status';
import type { Form8949, Schedule1 } from '../../types';
import { Card, Figure, Read, Tag, Usd } from '../../ui';
import { BrokerForms } from './broker-forms';
import { FiledBadge, Freeze, type Filed } from './freeze';
import { bothTerms, onUnknownBasis, Review, UnknownBasis, wholeForm, wholeSchedule } from './forms';
import { Method } from './method';

interface Of {
  address: string;
  year: number;
}

const STEPS = ['data', 'method', 'broker', 'review', 'freeze'] as const;
type Step = (typeof STEPS)[number];
const TITLES: Record<Step, string> = {
  data: 'Complete the data',
  method: 'Method',
  broker: 'Compare 1099-DA',
  review: 'Review',
  freeze: 'Freeze',
};

interface Year {
  form: Form8949;
  schedule: Schedule1;
  /** Null without an account. */
  questions: number | null;
  filed: Filed | null;
  elections: number;
}

/** The year of one source in the order in which it is done. */
export function YearSteps({ address, year }: Of) {
  const { user } = useApp();
  const [turn, setTurn] = useState(0);
  const found = useData(
    async (signal): Promise<Year> => {
      const [form, schedule, own] = await Promise.all([
        wholeForm(address, year, signal),
        wholeSchedule(address, year, signal),
        user ? ownOf(address, year, signal) : NOTHING,
      ]);
      return { form, schedule, ...own };
    },
    [address, year, user?.id, turn],
  );
  const [asked, choose] = useParam('step');
  return (
    <Read from={found}>
      {(data) => {
        const step = STEPS.find((name) => name === asked) ?? firstOpen(data);
        const reload = (): void => setTurn((n) => n + 1);
        return (
          <>
            {data.filed && <FiledBadge filed={data.filed} />}
            <Figures data={data} />
            <Steps data={data} step={step} choose={choose} />
            <Content step={step} data={data} of={{ address, year }} reload={reload} />
          </>
        );
      }}
    </Read>
  );
}

type Own = Pick<Year, 'questions' | 'filed' | 'elections'>;
const NOTHING: Own = { questions: null, filed: null, elections: 0 };

async function ownOf(address: string, year: number, signal: AbortSignal): Promise<Own> {
  const [issues, filed, elections] = await Promise.all([
    service.listIssues({ address, tax_year: year, per_page: 1 }, { signal }),
    service.listFiledYears({ tax_year: year }, { signal }),
    listAll('listMethodElections', { address }),
  ]);
  const own = filed.data.find((one) => one.address.toLowerCase() === address.toLowerCase());
  return { questions: issues.pagination.total, filed: own ?? null, elections: elections.length };
}

const isDone: Record<Step, (data: Year) => boolean> = {
  data: ({ questions, form }) => questions === 0 && form.status === 'COMPLETE',
  method: () => true,
  broker: () => false,
  review: ({ filed }) => filed !== null,
  freeze: ({ filed }) => filed !== null && filed.status !== 'changed',
};

/** Where to begin: with what is missing, else with the forms. */
const firstOpen = (data: Year): Step =>
  data.questions !== null && data.questions > 0 && data.filed === null ? 'data' : 'review';

function Steps({ data, step, choose }: { data: Year; step: Step; choose: (step: string) => void }) {
  return (
    <ol class="steps-bar" aria-label="Steps of the year">
      {STEPS.map((name, i) => (
        <li key={name}>
          <button
            type="button"
            aria-current={name === step ? 'step' : undefined}
            onClick={() => choose(name)}
          >
            <span class="step-sign" aria-hidden="true">
              {isDone[name](data) ? '✓' : i + 1}
            </span>
            <span>
              {TITLES[name]}
              <small>
                <StepNote name={name} data={data} />
              </small>
            </span>
          </button>
        </li>
      ))}
    </ol>
  );
}

function StepNote({ name, data }: { name: Step; data: Year }): ComponentChildren {
  const { questions, form, filed } = data;
  switch (name) {
    case 'data':
      return questions === null
        ? 'needs an account'
        : questions === 0
          ? 'nothing is open'
          : counted(questions, 'question', 'questions');
    case 'method':
      return form.method.toUpperCase();
    case 'broker':
      return 'what the broker reports';
    case 'review':
      return counted(form.row_count, 'row', 'rows');
    case 'freeze':
      return filed === null ? 'not frozen' : filed.status === 'changed' ? 'changed since' : 'frozen';
  }
}

function Figures({ data: { form, schedule } }: { data: Year }) {
  return (
    <>
      <dl class="figures">
        <Figure label="Realized gain" note={<UnknownBasis of={form} />}>
          <Usd of={bothTerms(form, 'gain_loss')} isGain={signOf(onUnknownBasis(form)) === 0} />
        </Figure>
        <Figure label="Short-term">
          <Usd of={form.totals.short_term.gain_loss} isGain />
        </Figure>
        <Figure label="Long-term">
          <Usd of={form.totals.long_term.gain_loss} isGain />
        </Figure>
        <Figure label="Proceeds">
          <Usd of={bothTerms(form, 'proceeds')} />
        </Figure>
        <Figure label="Ordinary income">
          <Usd of={schedule.total} />
        </Figure>
        <StatusFigure of={form} />
      </dl>
    </>
  );
}

function Content({
  step,
  data,
  of: { address, year },
  reload,
}: {
  step: Step;
  data: Year;
  of: Of;
  reload: () => void;
}) {
  const { form, schedule, questions, filed } = data;
  switch (step) {
    case 'data':
      return (
        <>
          <Card title="Complete the data" aside={<StatusTag of={form} />}>
            {questions === null ? (
              <p>Questions about the data are asked in an account.</p>
            ) : questions === 0 ? (
              <p>
                <Tag kind="good">Done</Tag> No question of {year} is open.
              </p>
            ) : (
              <p>
                {counted(questions, 'question', 'questions')} of {year}{' '}
                {questions === 1 ? 'changes' : 'change'} the forms.
              </p>
            )}
            <a class="button" href={`${linkTo('inbox', address)}?year=${year}`}>
              Open the inbox
            </a>
          </Card>
          <Reasons title="Form 8949: what is not known" of={form} />
          <Reasons title="Schedule 1: what is not known" of={schedule} />
        </>
      );
    case 'method':
      return <Method address={address} year={year} method={form.method} reload={reload} />;
    case 'broker':
      return <BrokerForms year={year} />;
    case 'review':
      return <Review address={address} year={year} form={form} schedule={schedule} />;
    case 'freeze':
      return <Freeze address={address} year={year} filed={filed} form={form} reload={reload} />;
  }
}
