import { useState } from 'preact/hooks';
import { listAll, service } from '../../api';
import { counted, words } from '../../format';
import { Hash } from '../../hash';
import { Name, useSources } from '../../sources';
import { linkTo, useApp, useData } from '../../state';
import type { Transaction } from '../../types';
import { Action, Field, Moment, Read, Tag, Units, Usd } from '../../ui';
import { AnswerAll } from './answer-all';
import { BasisFix, ClassificationFix, PriceFix } from './fixes';
import { Ends } from './ends';
import { isClassified, type Question } from './questions';

/** One question, beside the list: what is known, what happened around it, and the answers. */
export function Panel({
  question,
  alike,
  close,
  done,
}: {
  question: Question;
  alike: readonly Question[];
  close: () => void;
  done: () => void;
}) {
  const { issue, kind, tone, other } = question;
  return (
    <section class="card panel" aria-label="Question">
      <header>
        <h2>{kind}</h2>
        <button type="button" onClick={close}>
          Close
        </button>
      </header>
      <p>
        {issue.quantity !== null && issue.symbol !== null && (
          <strong>
            <Units of={issue.quantity} symbol={issue.symbol} />
          </strong>
        )}{' '}
        <Ends question={question} />
        {issue.occurred_at !== null && (
          <>
            , <Moment of={issue.occurred_at} withTime />
          </>
        )}
        {issue.max_gain_effect !== null && (
          <>
            {' '}
            <Tag kind={tone}>
              up to <Usd of={issue.max_gain_effect} />
            </Tag>
          </>
        )}
      </p>
      <p>{issue.message}</p>
      {other !== null && <OwnWallet address={other} done={done} />}
      <Answer question={question} done={done} />
      {alike.length > 0 && isClassified(question) && (
        <AnswerAll
          title={`${counted(alike.length, 'more', 'more')} with this address`}
          questions={[question, ...alike]}
          done={done}
        />
      )}
      {issue.transaction_id !== null && <About issue={issue} id={issue.transaction_id} />}
    </section>
  );
}

/** The first answer: the other side is the owner's as well. */
function OwnWallet({ address, done }: { address: string; done: () => void }) {
  const { tell } = useApp();
  const { find, reload } = useSources();
  const [name, setName] = useState('');
  const [isOpen, setOpen] = useState(false);
  if (find(address)) return null;
  const add = async (): Promise<void> => {
    await service.linkWallet({ body: { address, label: name.trim() } });
    reload();
    tell('The wallet was added. Its history is being read, and its transfers are then moves.', async () => {
      await service.unlinkWallet({ address });
      reload();
      done();
    });
    done();
  };
  return (
    <div class="own">
      <p class="note">
        Other side: <code>{address}</code>
      </p>
      {isOpen ? (
        <div class="form">
          <Field label="Name of your wallet">
            <input value={name} onInput={(event) => setName(event.currentTarget.value)} />
          </Field>
          <Action run={add} kind="primary">
            Add it
          </Action>
        </div>
      ) : (
        <button type="button" onClick={() => setOpen(true)}>
          It is my own wallet: add it
        </button>
      )}
    </div>
  );
}

function Answer({ question: { issue }, done }: { question: Question; done: () => void }) {
  const { address, type, lot_id: lot, transaction_id: id } = issue;
  const choices = issue.fix?.choices ?? [];
  if (type === 'missing_basis' && lot !== null) return <BasisOf address={address} lot={lot} done={done} />;
  if (type === 'missing_price' && id !== null) return <PriceOf address={address} id={id} done={done} />;
  if (id !== null && choices.length > 0)
    return <ClassificationFix wallet={address} transactionId={id} choices={choices} done={done} />;
  if (type === 'filed_year_changed')
    return (
      <p>
        <a href={`${linkTo('taxes', address)}?year=${issue.tax_year ?? ''}`}>Compare the year on Taxes</a>
      </p>
    );
  return (
    <p class="note">
      Rows are missing or counted twice. Look at the{' '}
      <a href={linkTo('transactions', address)}>transactions</a>, or import a file of the explorer on{' '}
      <a href={linkTo('exchanges')}>Exchanges</a>.
    </p>
  );
}

function BasisOf({ address, lot, done }: { address: string; lot: string; done: () => void }) {
  const lots = useData(() => listAll('listLotsNeedingBasis', { address }), [address, lot]);
  return (
    <Read from={lots}>
      {(list) => {
        const found = list.find(({ lot_id: id }) => id === lot);
        return found ? <BasisFix wallet={address} lot={found} done={done} /> : <p>It is answered.</p>;
      }}
    </Read>
  );
}

function PriceOf({ address, id, done }: { address: string; id: string; done: () => void }) {
  const needs = useData(() => listAll('listTransactionsNeedingPrice', { address }), [address, id]);
  return (
    <Read from={needs}>
      {(list) => {
        const found = list.find((one) => one.transaction_id === id);
        return found ? <PriceFix wallet={address} need={found} done={done} /> : <p>It is answered.</p>;
      }}
    </Read>
  );
}

/** Days before and after that are shown. */
const AROUND_MS = 2 * 86_400_000;

/** The transaction with its hash, and what happened around it. */
function About({ issue: { address, occurred_at: at }, id }: { issue: Question['issue']; id: string }) {
  const found = useData(
    async (signal) => {
      const { data } = await service.getTransaction({ address, transaction_id: id }, { signal });
      const time = Date.parse(at ?? data.timestamp);
      const around = await service.listTransactions(
        {
          address,
          start_date: new Date(time - AROUND_MS).toISOString(),
          end_date: new Date(time + AROUND_MS).toISOString(),
          sort: 'date_asc',
          per_page: 10,
        },
        { signal },
      );
      return { detail: data, around: around.data };
    },
    [address, id],
  );
  return (
    <Read from={found}>
      {({ detail, around }) => (
        <>
          {detail.tax_rule && <p class="note">Now: {detail.tax_rule.treatment}</p>}
          {detail.tx_hash !== null && <Hash of={detail.tx_hash} />}
          <h3>Around it</h3>
          <ul class="rows small">
            {around.map((one) => (
              <li key={one.transaction_id} class={one.transaction_id === id ? 'marked' : undefined}>
                <Around one={one} />
              </li>
            ))}
          </ul>
        </>
      )}
    </Read>
  );
}

const Around = ({ one }: { one: Transaction }) => (
  <>
    <span class="row-name">
      <span>
        <Moment of={one.timestamp} withTime /> {words(one.type)}
      </span>
      <span class="note">
        {one.legs.map((leg, i) => (
          <span key={i}>
            {leg.direction === 'in' ? '+' : '−'}
            <Units of={leg.quantity} symbol={leg.symbol.slice(0, 12)} />{' '}
            {leg.counterparty !== null && <Name of={leg.counterparty} />}{' '}
          </span>
        ))}
      </span>
    </span>
  </>
);
