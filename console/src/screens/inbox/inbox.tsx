import { useState } from 'preact/hooks';
import { service } from '../../api';
import { OpenDemo } from '../../demo';
import { counted, difference, signOf } from '../../format';
import { useKeys } from '../../keys';
import { useApp, useData, useParam } from '../../state';
import { Choice, Empty, Field, Moment, Read, Tag, Units, Usd } from '../../ui';
import { AnswerAll } from './answer-all';
import { Ends } from './ends';
import { Panel } from './panel';
import { alike, isClassified, ORDERS, questionsOf, sorted, type Order, type Question } from './questions';
import { StatedBasis } from './stated-basis';
import { StatedPrices } from './stated-prices';

/** Questions drawn at first, and by each further click. */
const DRAWN = 100;

export function Inbox({ wallet }: { wallet: string }) {
  const { user } = useApp();
  const [turn, setTurn] = useState(0);
  const questions = useData(
    () => (user ? questionsOf(wallet) : Promise.resolve(null)),
    [wallet, user?.email, turn],
  );
  const reload = (): void => setTurn((n) => n + 1);
  if (!user) return <Anonymous wallet={wallet} />;
  return (
    <Read from={questions}>
      {(all) => (
        <>
          <p class="lead">
            {all === null || all.length === 0
              ? 'Nothing is open: every inflow has a basis, and every transaction has a value.'
              : `${counted(all.length, 'question', 'questions')} about your data. What you answer changes the figures at once, and can be undone.`}
          </p>
          {all !== null && all.length > 0 && <List all={all} reload={reload} />}
          {wallet !== '' && (
            <>
              <StatedBasis wallet={wallet} key={turn} reload={reload} />
              <StatedPrices wallet={wallet} key={`prices ${turn}`} reload={reload} />
            </>
          )}
        </>
      )}
    </Read>
  );
}

function List({ all, reload }: { all: readonly Question[]; reload: () => void }) {
  const [opened, open] = useParam('open');
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [drawn, setDrawn] = useState(DRAWN);
  const { list, filters } = useFilters(all);
  const at = list.findIndex(({ issue }) => issue.issue_id === opened);
  const current = list[at];
  const step = (by: number): void => {
    const next = list[at + by];
    if (next) open(next.issue.issue_id);
  };
  useKeys({ Escape: () => open(''), ArrowDown: () => step(1), ArrowUp: () => step(-1) }, at >= 0);
  const selected = list.filter(({ issue }) => chosen.has(issue.issue_id));
  const toggle = (id: string): void => {
    const next = new Set(chosen);
    if (!next.delete(id)) next.add(id);
    setChosen(next);
  };
  const done = (): void => {
    open('');
    setChosen(new Set());
    reload();
  };
  return (
    <>
      {filters}
      <div class={current ? 'beside open' : 'beside'}>
        <div>
          {selected.length > 0 && (
            <AnswerAll
              title={`${counted(selected.length, 'question', 'questions')} selected`}
              questions={selected}
              done={done}
              cancel={() => setChosen(new Set())}
            />
          )}
          <ul class="issues">
            {list.slice(0, drawn).map((one) => (
              <Row
                key={one.issue.issue_id}
                question={one}
                isOpen={one === current}
                isChosen={chosen.has(one.issue.issue_id)}
                toggle={() => toggle(one.issue.issue_id)}
                open={() => open(one === current ? '' : one.issue.issue_id)}
              />
            ))}
          </ul>
          {list.length === 0 && <Empty>No question matches. Change the filter above.</Empty>}
          {list.length > drawn && (
            <div class="row">
              <button type="button" onClick={() => setDrawn(drawn + DRAWN)}>
                Show more
              </button>
              <span class="note">
                {drawn} of {list.length} are shown.
              </span>
            </div>
          )}
        </div>
        {current && (
          <Panel
            key={opened}
            question={current}
            alike={alike(all, current)}
            close={() => open('')}
            done={done}
          />
        )}
      </div>
    </>
  );
}

function useFilters(all: readonly Question[]) {
  const [kind, setKind] = useParam('kind');
  const [year, setYear] = useParam('year');
  const [asset, setAsset] = useParam('asset');
  const [least, setLeast] = useParam('least');
  const [order, setOrder] = useParam('sort');
  const distinct = (values: (string | null)[]): string[] => [
    ...new Set(values.flatMap((value) => value ?? [])),
  ];
  const kinds = distinct(all.map((one) => one.kind));
  const years = distinct(all.map(({ issue }) => issue.tax_year?.toString() ?? null)).sort();
  const assets = distinct(all.map(({ issue }) => issue.symbol)).sort();
  const fits = ({ kind: of, issue }: Question): boolean =>
    (kind === '' || of === kind) &&
    (year === '' || issue.tax_year?.toString() === year) &&
    (asset === '' || issue.symbol === asset) &&
    (!/^\d+$/.test(least) ||
      issue.max_gain_effect === null ||
      signOf(difference(issue.max_gain_effect, least)) >= 0);
  const chosen: Order = order in ORDERS ? (order as Order) : 'effect';
  const choice = (label: string, value: string, names: string[], choose: (name: string) => void) => (
    <Field label={label}>
      <select value={value} onChange={(event) => choose(event.currentTarget.value)}>
        <option value="">All</option>
        {names.map((name) => (
          <option key={name} value={name}>
            {name}
          </option>
        ))}
      </select>
    </Field>
  );
  const filters = (
    <div class="filters">
      {choice('Question', kind, kinds, setKind)}
      {choice('Tax year', year, years, setYear)}
      {choice('Asset', asset, assets, setAsset)}
      <Field label="Least effect, USD">
        <input
          class="short"
          inputMode="numeric"
          value={least}
          onInput={(event) => setLeast(event.currentTarget.value.trim())}
        />
      </Field>
      <Choice
        label="Order"
        value={chosen}
        names={Object.keys(ORDERS) as Order[]}
        titles={ORDERS}
        choose={(name) => setOrder(name === 'effect' ? '' : name)}
      />
    </div>
  );
  return { list: sorted(all.filter(fits), chosen), filters };
}

function Row({
  question,
  isOpen,
  isChosen,
  toggle,
  open,
}: {
  question: Question;
  isOpen: boolean;
  isChosen: boolean;
  toggle: () => void;
  open: () => void;
}) {
  const { issue, kind, tone } = question;
  const label = `${kind} ${issue.symbol ?? ''} ${issue.occurred_at ?? ''}`;
  return (
    <li class={isOpen ? 'issue marked' : 'issue'}>
      <div class="issue-line">
        {isClassified(question) ? (
          <input type="checkbox" aria-label={`Select: ${label}`} checked={isChosen} onChange={toggle} />
        ) : (
          <span class="no-check" />
        )}
        <Tag kind={tone}>{kind}</Tag>
        <span class="issue-title">
          {issue.quantity !== null && issue.symbol !== null ? (
            <strong>
              <Units of={issue.quantity} symbol={issue.symbol.slice(0, 16)} />
            </strong>
          ) : (
            issue.message
          )}
          <span class="note">
            {' '}
            <Ends question={question} />
            {issue.occurred_at !== null && (
              <>
                , <Moment of={issue.occurred_at} withTime />
              </>
            )}
          </span>
        </span>
        <span class="issue-effect">
          {issue.max_gain_effect !== null && (
            <>
              up to <Usd of={issue.max_gain_effect} />
            </>
          )}
        </span>
        <button type="button" aria-expanded={isOpen} onClick={open}>
          {issue.fix ? 'Answer' : 'Look'}
        </button>
      </div>
    </li>
  );
}

/** What can be said without an account. */
function Anonymous({ wallet }: { wallet: string }) {
  const { settings } = useApp();
  const found = useData((signal) => service.reconcileWallet({ address: wallet }, { signal }), [wallet]);
  return (
    <Read from={found}>
      {({ unmatched_transfers: list }) => (
        <>
          <p class="notice">
            An answer is stored in an account. Log in
            {settings.demo_account ? ', or open the demo account,' : ''} to answer these. <OpenDemo />
          </p>
          <ul class="issues">
            {list.map((one) => (
              <li class="issue" key={`${one.transaction_id} ${one.token_key} ${one.direction}`}>
                <div class="issue-line">
                  <Tag kind={one.direction === 'in' ? 'bad' : 'warn'}>
                    {one.direction === 'in' ? 'Where did it come from?' : 'Where did it go?'}
                  </Tag>
                  <span class="issue-title">
                    <Units of={one.quantity} symbol={one.symbol} />, <Moment of={one.timestamp} withTime />
                  </span>
                  <span class="issue-effect">
                    <Usd of={one.value_usd} />
                  </span>
                </div>
              </li>
            ))}
          </ul>
          {list.length === 0 && <Empty>Both ends of every transfer are known.</Empty>}
        </>
      )}
    </Read>
  );
}
