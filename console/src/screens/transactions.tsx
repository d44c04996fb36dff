import { useState } from 'preact/hooks';
import { chunksOf, service } from '../api';
import { short, words } from '../format';
import { More, useLongList } from '../long-list';
import { linkTo, useApp, useData } from '../state';
import type { Leg, Transaction, TransactionDetail } from '../types';
import {
  Action,
  Card,
  Choice,
  Field,
  Moment,
  Read,
  Table,
  Tag,
  TextFilter,
  Units,
  Usd,
  type Column,
} from '../ui';
import { ClassificationFix } from './inbox/fixes';

const TYPES = [
  'buy',
  'sell',
  'swap',
  'transfer_in',
  'transfer_out',
  'internal_transfer',
  'bridge',
  'wrap',
  'unwrap',
  'income',
  'stake',
  'unstake',
  'lp_add',
  'lp_remove',
  'borrow',
  'repay',
  'approve',
  'spend',
  'fee_only',
  'failed',
  'unknown',
] as const;
type Type = (typeof TYPES)[number];

export function Transactions({ wallet }: { wallet: string }) {
  const [type, setType] = useState<Type | ''>('');
  const [symbol, setSymbol] = useState('');
  const [year, setYear] = useState('');
  const [hasSpam, setSpam] = useState(false);
  const [chosen, setChosen] = useState<string | null>(null);
  const query = {
    ...(type !== '' && { type }),
    ...(symbol !== '' && { symbol }),
    ...(/^\d{4}$/.test(year) && { tax_year: Number(year) }),
    include_spam: hasSpam,
  };
  const list = useLongList(
    () => chunksOf('listTransactions', { address: wallet, ...query }),
    [wallet, JSON.stringify(query)],
  );
  return (
    <>
      <div class="filters">
        <Choice label="Type" value={type} names={TYPES} choose={setType}>
          <option value="">All</option>
        </Choice>
        <TextFilter label="Asset" placeholder="ETH" choose={setSymbol} />
        <Field label="Tax year">
          <input
            value={year}
            inputMode="numeric"
            onInput={(event) => setYear(event.currentTarget.value.trim())}
            placeholder="2024"
          />
        </Field>
        <label class="switch">
          <input
            type="checkbox"
            checked={hasSpam}
            onChange={(event) => setSpam(event.currentTarget.checked)}
          />
          <span>Show spam</span>
        </label>
      </div>
      {chosen && (
        <Detail
          key={chosen}
          wallet={wallet}
          id={chosen}
          close={() => setChosen(null)}
          changed={list.reload}
        />
      )}
      <Read from={list}>
        {(rows) => (
          <Table
            label="Transactions"
            columns={columns(setChosen)}
            rows={rows}
            keyOf={({ transaction_id: id }) => id}
            empty="No transaction matches. Change the filter above."
          />
        )}
      </Read>
      <More list={list} />
    </>
  );
}

/** MARKS: flags of a transaction that keep a form from being complete. */
const MARKS = [
  ['classification_uncertain', 'uncertain'],
  ['unmatched', 'no other end'],
  ['untracked', 'unknown origin'],
  ['history_incomplete', 'not read whole'],
] as const satisfies readonly (readonly [Transaction['flags'][number], string])[];

const columns = (choose: (id: string) => void): Column<Transaction>[] => [
  {
    name: 'Time',
    cell: (row) => (
      <button
        type="button"
        class="link"
        onClick={() => choose(row.transaction_id)}
        title="Why it is classified so"
      >
        <Moment of={row.timestamp} withTime />
      </button>
    ),
  },
  {
    name: 'Type',
    cell: (row) => (
      <>
        {words(row.income_type ?? row.type)} {row.is_spam && <Tag kind="warn">spam</Tag>}
        {row.status === 'failed' && <Tag>failed</Tag>}
        {row.value_status === 'missing' && <Tag kind="bad">no price</Tag>}
        {MARKS.flatMap(([flag, mark]) =>
          row.flags.includes(flag) ? (
            <Tag key={flag} kind="warn">
              {mark}
            </Tag>
          ) : (
            []
          ),
        )}
      </>
    ),
  },
  { name: 'Out', isNumber: true, cell: (row) => <Legs legs={row.legs} direction="out" /> },
  { name: 'In', isNumber: true, cell: (row) => <Legs legs={row.legs} direction="in" /> },
  { name: 'Fee', isNumber: true, cell: ({ fee }) => (fee ? <Usd of={fee.value_usd} /> : '') },
  {
    name: 'Gain',
    isNumber: true,
    cell: (row) => (
      <>
        {row.flags.includes('not_identified_to_broker') && <Tag kind="warn">broker not told</Tag>}{' '}
        {row.gain_loss !== null && <Usd of={row.gain_loss} isGain />}
      </>
    ),
  },
  {
    name: 'Chain',
    cell: ({ chain, protocol }) => (protocol === null ? words(chain) : `${words(chain)}, ${protocol}`),
  },
];

function Legs({ legs, direction }: { legs: Leg[]; direction: 'in' | 'out' }) {
  const own = legs.filter((leg) => leg.direction === direction);
  const [first] = own;
  if (!first) return null;
  return (
    <>
      <Units of={first.quantity} symbol={first.symbol.slice(0, 16)} />
      {own.length > 1 && ` +${own.length - 1}`}
    </>
  );
}

interface DetailProps {
  wallet: string;
  id: string;
  close: () => void;
  changed: () => void;
}

function Detail({ wallet, id, close, changed }: DetailProps) {
  const { user } = useApp();
  const detail = useData(
    (signal) => service.getTransaction({ address: wallet, transaction_id: id }, { signal }),
    [wallet, id],
  );
  const done = (): void => {
    detail.reload();
    changed();
  };
  return (
    <Card
      title="Transaction"
      aside={
        <button type="button" onClick={close}>
          Close
        </button>
      }
    >
      <Read from={detail}>
        {({ data }) => (
          <>
            <p>
              <Moment of={data.timestamp} withTime /> · <strong>{words(data.type)}</strong> on{' '}
              {words(data.chain)}
              {data.tx_hash && <code title={data.tx_hash}> {short(data.tx_hash)}</code>}
            </p>
            {data.tax_rule && (
              <p>
                Rule <em>{words(data.tax_rule.rule)}</em>: {data.tax_rule.treatment}{' '}
                <span class="note">
                  {data.tax_rule.authority}, method {data.tax_rule.method.toUpperCase()}
                </span>
              </p>
            )}
            <LegTable detail={data} />
            <BrokerNotTold detail={data} />
            {user && <Change data={data} wallet={wallet} done={done} />}
          </>
        )}
      </Read>
    </Card>
  );
}

const LEGS: Column<Leg>[] = [
  {
    name: 'Direction',
    cell: ({ direction, is_internal: isInternal }) =>
      isInternal ? `${words(direction)} (internal)` : words(direction),
  },
  { name: 'Units', isNumber: true, cell: (leg) => <Units of={leg.quantity} symbol={leg.symbol} /> },
  { name: 'Value', isNumber: true, cell: (leg) => <Usd of={leg.value_usd} /> },
  { name: 'Price source', cell: (leg) => leg.price_source ?? '' },
  {
    name: 'Other side',
    cell: ({ counterparty }) =>
      counterparty === null ? '' : <code title={counterparty}>{short(counterparty)}</code>,
  },
];

const LegTable = ({ detail }: { detail: TransactionDetail }) => (
  <Table label="Legs" columns={LEGS} rows={detail.legs} keyOf={(_, i) => String(i)} empty="Nothing moved." />
);

/** Units that left first in, first out, because the broker was not told of those of the own books. */
function BrokerNotTold({ detail }: { detail: TransactionDetail }) {
  if (!detail.flags.includes('not_identified_to_broker')) return null;
  const others = detail.disposals.filter(({ flags }) => flags.includes('not_identified_to_broker'));
  return (
    <div class="notice">
      <p>
        The broker was not told which units leave, so the earliest left.{' '}
        <a href={linkTo('exchanges')}>Tell the broker</a>
      </p>
      {others.map(({ disposal_id: id, gain_loss: gain, identified_gain_loss: other, symbol }) => (
        <p key={id}>
          {symbol}: gain <Usd of={gain} isGain />, with the lots of your books <Usd of={other} isGain />
        </p>
      ))}
    </div>
  );
}

function Change({ data, wallet, done }: { data: TransactionDetail; wallet: string; done: () => void }) {
  const received = data.legs.filter((leg) => leg.direction === 'in');
  const tokens = [...new Map(received.map((leg) => [leg.token_key, leg])).values()];
  return (
    <details>
      <summary>Change the classification</summary>
      {data.choices.length > 0 && (
        <ClassificationFix
          wallet={wallet}
          transactionId={data.transaction_id}
          choices={data.choices}
          done={done}
        />
      )}
      <div class="row">
        <Action
          run={async () => {
            await service.removeClassification({
              address: wallet,
              transaction_id: data.transaction_id,
            });
            done();
          }}
        >
          Undo what was stated
        </Action>
        {tokens.map(({ token_key: key, symbol }) => (
          <Action
            key={key}
            run={async () => {
              const body = { is_spam: !data.is_spam };
              await service.setTokenVisibility({ address: wallet, token_key: key, body });
              done();
            }}
          >
            {data.is_spam ? `${symbol.slice(0, 24)} is not spam` : `${symbol.slice(0, 24)} is spam`}
          </Action>
        ))}
      </div>
    </details>
  );
}
