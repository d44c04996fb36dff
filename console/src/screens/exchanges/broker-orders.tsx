import { useState } from 'preact/hooks';
import type * as schemas from '../../../../clients/typescript/src/generated/schemas';
import { listAll, save, service } from '../../api';
import { words } from '../../format';
import { useData } from '../../state';
import { Action, Card, Choice, Empty, Moment, Read, Table, Tag, Units, Usd, type Column } from '../../ui';
import { RecordNotice, type OrderKind } from './broker-notice';
import { titleOf, type Account } from '../../exchange-names';

/** An order of one account, of any kind. */
interface Order {
  id: string;
  kind: OrderKind;
  account: string;
  /** What it orders, in a few words. */
  what: string;
  from: string | null;
  toldAt: string | null;
}

const symbolOf = (tokenKey: string): string => tokenKey.split(':').at(-1) ?? tokenKey;

/** The orders that hold now. An order for all accounts was given to no broker. */
async function ordersOf(): Promise<Order[]> {
  const [elections, standing, selections] = await Promise.all([
    listAll('listMethodElections', {}),
    listAll('listStandingSelections', {}),
    listAll('listLotSelections', {}),
  ]);
  const all = [
    ...elections.map((entry) => ({
      entry,
      kind: 'method_election' as const,
      what: `${entry.method.toUpperCase()}, all coins`,
      from: entry.effective_from,
    })),
    ...standing.map((entry) => ({
      entry,
      kind: 'standing_selection' as const,
      what: `${entry.lots.length} named lots of ${symbolOf(entry.token_key)}`,
      from: entry.effective_from,
    })),
    ...selections.map((entry) => ({
      entry,
      kind: 'lot_selection' as const,
      what: `lots of one transaction in ${symbolOf(entry.token_key)}`,
      from: null,
    })),
  ];
  return all.flatMap(({ entry, ...rest }) =>
    entry.is_active && entry.address !== null
      ? { ...rest, id: entry.id, account: entry.address, toldAt: entry.communicated_to_broker_at }
      : [],
  );
}

/** What each account at a US exchange needs to tell its broker. */
export function BrokerOrders({ accounts }: { accounts: readonly Account[] }) {
  const own = accounts.filter(({ kind }) => kind === 'us_exchange');
  const orders = useData(ordersOf, [own.map(({ id }) => id).join()]);
  if (own.length === 0) return null;
  return (
    <Card title="Tell the broker">
      <p>
        From 2027 on, units at a broker leave first in, first out, unless it was told of others no later than
        the sale or transfer. Your own books do not decide there.
      </p>
      <Read from={orders}>
        {(list) => (
          <>
            {own.map((account) => (
              <section key={account.id}>
                <h3>{titleOf(account)}</h3>
                <AccountOrders
                  account={account}
                  orders={list.filter((order) => order.account === account.id)}
                  reload={orders.reload}
                />
              </section>
            ))}
          </>
        )}
      </Read>
    </Card>
  );
}

const METHODS = ['fifo', 'lifo', 'hifo'] as const;
type Method = (typeof METHODS)[number];

function AccountOrders({
  account,
  orders,
  reload,
}: {
  account: Account;
  orders: readonly Order[];
  reload: () => void;
}) {
  const [method, setMethod] = useState<Method>('hifo');
  const order = async (): Promise<void> => {
    await service.createMethodElection({ body: { account_id: account.id, method } });
    reload();
  };
  return (
    <>
      {orders.length === 0 && <Empty>No order. The earliest units leave.</Empty>}
      <ul class="issues">
        {orders.map((one) => (
          <OrderRow key={one.id} order={one} reload={reload} />
        ))}
      </ul>
      <div class="filters">
        <Choice
          label="Method of a new order"
          value={method}
          names={METHODS}
          titles={{ fifo: 'FIFO', lifo: 'LIFO', hifo: 'HIFO' }}
          choose={setMethod}
        />
        <Action run={order}>Record the order in your books</Action>
      </div>
    </>
  );
}

function OrderRow({ order, reload }: { order: Order; reload: () => void }) {
  const [open, setOpen] = useState<'sheet' | 'notice' | null>(null);
  const toggle = (part: 'sheet' | 'notice') => () => setOpen(open === part ? null : part);
  return (
    <li class="issue">
      <div class="issue-line">
        <Tag kind={order.toldAt === null ? 'warn' : 'good'}>
          {order.toldAt === null ? 'not told' : 'told'}
        </Tag>
        <span class="issue-title">
          {words(order.kind)}: {order.what}
          <span class="note">
            {order.from !== null && (
              <>
                {' '}
                from <Moment of={order.from} withTime />
              </>
            )}
            {order.toldAt !== null && (
              <>
                {' '}
                told <Moment of={order.toldAt} withTime />
              </>
            )}
          </span>
        </span>
        <button type="button" aria-expanded={open === 'sheet'} onClick={toggle('sheet')}>
          Sheet
        </button>
        <button type="button" aria-expanded={open === 'notice'} onClick={toggle('notice')}>
          The broker was told
        </button>
      </div>
      {open === 'sheet' && (
        <div class="issue-fix">
          <Sheet id={order.id} />
        </div>
      )}
      {open === 'notice' && (
        <div class="issue-fix">
          <RecordNotice
            kind={order.kind}
            id={order.id}
            done={() => {
              setOpen(null);
              reload();
            }}
          />
        </div>
      )}
    </li>
  );
}

type Lot = schemas.InstructionLotResponse;

const LOTS: Column<Lot>[] = [
  { name: 'Order', isNumber: true, cell: ({ position }) => position },
  { name: 'Acquired', cell: (lot) => <Moment of={lot.acquired_at} withTime /> },
  { name: 'Units', isNumber: true, cell: (lot) => <Units of={lot.units} symbol={lot.symbol} /> },
  { name: 'Cost', isNumber: true, cell: (lot) => <Usd of={lot.cost_basis} /> },
  { name: 'Broker lot', cell: (lot) => lot.broker_lot_id ?? '' },
];

const FORMATS = ['pdf', 'csv', 'json'] as const;

/** The instructions for the broker, and their files. */
function Sheet({ id }: { id: string }) {
  const sheet = useData((signal) => service.getBrokerInstructions({ entry_id: id }, { signal }), [id]);
  return (
    <Read from={sheet}>
      {({ data }) => (
        <>
          <p>
            To {data.broker.name}: {data.words}
          </p>
          {data.broker.menu !== null && <p>In the account: {data.broker.menu}.</p>}
          {data.ask_in_writing && (
            <p class="note">
              It is not known that this broker takes such an order: send it in writing, and keep the answer.
            </p>
          )}
          {data.broker.notes.map((note) => (
            <p key={note} class="note">
              {note}
            </p>
          ))}
          <Table
            label="Lots of the order"
            columns={LOTS}
            rows={data.lots}
            keyOf={({ lot_id: lot }) => lot}
            empty="The order names no units now."
          />
          <p class="note">The broker confirms: {data.confirm.join(' ')}</p>
          <div class="row" role="group" aria-label="Sheet">
            {FORMATS.map((format) => (
              <Action
                key={format}
                run={async () => save(await service.exportBrokerInstructions({ entry_id: id, format }))}
              >
                {format.toUpperCase()}
              </Action>
            ))}
          </div>
        </>
      )}
    </Read>
  );
}
