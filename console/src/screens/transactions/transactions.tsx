import { chunksOf, save, service } from '../../api';
import { words } from '../../format';
import { useKeys } from '../../keys';
import { More, useLongList } from '../../long-list';
import { Name, useSources } from '../../sources';
import { useParam } from '../../state';
import type { Leg, Transaction } from '../../types';
import {
  Action,
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
} from '../../ui';
import { Detail } from './detail';

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

/** A row, and whose it is. */
interface Row extends Transaction {
  wallet: string;
}

interface Query {
  type?: Type;
  symbol?: string;
  tax_year?: number;
  start_date?: string;
  end_date?: string;
  include_spam: boolean;
}

/** Of one source, or of all of them. */
function reader(wallet: string, query: Query): () => Promise<{ rows: Row[]; isLast: boolean }> {
  if (wallet === '') {
    const next = chunksOf('getUnifiedTransactions', query);
    return async () => {
      const { rows, isLast } = await next();
      return { rows: rows.map((row) => ({ ...row, wallet: row.source.id })), isLast };
    };
  }
  const next = chunksOf('listTransactions', { address: wallet, ...query });
  return async () => {
    const { rows, isLast } = await next();
    return { rows: rows.map((row) => ({ ...row, wallet })), isLast };
  };
}

const keyOf = ({ wallet, transaction_id: id }: Row): string => `${wallet} ${id}`;

export function Transactions({ wallet }: { wallet: string }) {
  const { query, filters } = useFilters();
  const { nameOf } = useSources();
  const [opened, open] = useParam('open');
  const list = useLongList(() => reader(wallet, query), [wallet, JSON.stringify(query)]);
  const rows = list.data ?? [];
  const at = rows.findIndex((row) => keyOf(row) === opened);
  const current = rows[at];
  const step = (by: number): void => {
    const next = rows[at + by];
    if (next) open(keyOf(next));
  };
  useKeys({ Escape: () => open(''), ArrowDown: () => step(1), ArrowUp: () => step(-1) }, at >= 0);
  const file = async (): Promise<void> => {
    const given = await service.exportTransactions({ address: wallet, ...query });
    await save(given, { id: wallet, name: nameOf(wallet) });
  };
  return (
    <>
      <div class="filters">
        {filters}
        {wallet !== '' && <Action run={file}>CSV of these</Action>}
      </div>
      <div class={current ? 'beside open' : 'beside'}>
        <div>
          <Read from={list}>
            {(shown) => (
              <Table
                label="Transactions"
                columns={columns(wallet === '', (row) => open(keyOf(row)))}
                rows={shown}
                keyOf={keyOf}
                isMarked={(row) => row === current}
                empty="No transaction matches. Change the filter above."
              />
            )}
          </Read>
          <More list={list} />
        </div>
        {current && (
          <Detail
            key={opened}
            wallet={current.wallet}
            id={current.transaction_id}
            close={() => open('')}
            changed={list.reload}
          />
        )}
      </div>
    </>
  );
}

/** What is shown, as a part of the address bar. */
function useFilters() {
  const [type, setType] = useParam('type');
  const [symbol, setSymbol] = useParam('asset');
  const [year, setYear] = useParam('year');
  const [from, setFrom] = useParam('from');
  const [to, setTo] = useParam('to');
  const [spam, setSpam] = useParam('spam');
  const chosen = TYPES.find((name) => name === type) ?? '';
  const query: Query = {
    ...(chosen !== '' && { type: chosen }),
    ...(symbol !== '' && { symbol }),
    ...(/^\d{4}$/.test(year) && { tax_year: Number(year) }),
    ...(isDay(from) && { start_date: from }),
    ...(isDay(to) && { end_date: to }),
    include_spam: spam !== '',
  };
  const filters = (
    <>
      <Choice label="Type" value={chosen} names={TYPES} choose={setType}>
        <option value="">All</option>
      </Choice>
      <TextFilter label="Asset" placeholder="ETH" first={symbol} choose={setSymbol} />
      <Field label="Tax year">
        <input
          class="short"
          value={year}
          inputMode="numeric"
          onInput={(event) => setYear(event.currentTarget.value.trim())}
          placeholder="2024"
        />
      </Field>
      <Field label="From">
        <input type="date" value={from} onInput={(event) => setFrom(event.currentTarget.value)} />
      </Field>
      <Field label="To">
        <input type="date" value={to} onInput={(event) => setTo(event.currentTarget.value)} />
      </Field>
      <label class="switch">
        <input
          type="checkbox"
          checked={spam !== ''}
          onChange={(event) => setSpam(event.currentTarget.checked ? 'shown' : '')}
        />
        <span>Show spam</span>
      </label>
    </>
  );
  return { query, filters };
}

const isDay = (text: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(text);

/** MARKS: flags of a transaction that keep a form from being complete. */
const MARKS = [
  ['classification_uncertain', 'uncertain'],
  ['unmatched', 'no other end'],
  ['untracked', 'unknown origin'],
  ['history_incomplete', 'not read whole'],
] as const satisfies readonly (readonly [Transaction['flags'][number], string])[];

const columns = (isOfAll: boolean, choose: (row: Row) => void): Column<Row>[] => [
  {
    name: 'Time',
    cell: (row) => (
      <button type="button" class="link" onClick={() => choose(row)} title="Why it is classified so">
        <Moment of={row.timestamp} withTime />
      </button>
    ),
  },
  ...(isOfAll ? [{ name: 'Source', cell: (row: Row) => <Name of={row.wallet} /> }] : []),
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
