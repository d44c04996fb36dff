import { useState } from 'preact/hooks';
import type * as schemas from '../../../../clients/typescript/src/generated/schemas';
import { listAll, service } from '../../api';
import { words } from '../../format';
import { Ask } from '../../dialog';
import { useApp, useData } from '../../state';
import { NewWebhook } from './new-webhook';
import { Action, Card, Moment, Read, Table, Tag, type Column } from '../../ui';

type Webhook = schemas.WebhookResponse;
type Delivery = schemas.DeliveryLogResponse;

/** Attempts of this state are over: the event can be delivered again. */
const isOver = ({ status, event_type: type }: Delivery): boolean =>
  type !== 'test' && (status === 'success' || status === 'failed');

const deliveriesOf = (webhook: string, again: () => void): Column<Delivery>[] => [
  { name: 'Time', cell: (row) => <Moment of={row.created_at} withTime /> },
  { name: 'Event', cell: (row) => row.event_type },
  { name: 'Attempt', isNumber: true, cell: (row) => row.attempt },
  {
    name: 'Status',
    cell: (row) => (
      <Tag kind={row.status === 'success' ? 'good' : row.status === 'failed' ? 'bad' : 'plain'}>
        {words(row.status)}
      </Tag>
    ),
  },
  { name: 'Answer', cell: (row) => row.error_message ?? row.status_code ?? '' },
  {
    name: 'Repeat',
    cell: (row) =>
      isOver(row) && (
        <Action
          run={async () => {
            await service.redeliverEvent({ webhook_id: webhook, delivery_id: row.id });
            again();
          }}
          title="Sends the same event once more"
        >
          Deliver again
        </Action>
      ),
  },
];

/** Where events are sent, and what became of them. */
export function Webhooks() {
  const { tell } = useApp();
  const hooks = useData(() => listAll('listWebhooks', {}), []);
  const [chosen, setChosen] = useState<string | null>(null);
  const columns: Column<Webhook>[] = [
    { name: 'Address', cell: (hook) => hook.url },
    { name: 'Events', cell: (hook) => hook.events.join(', ') },
    { name: 'Delivered', isNumber: true, cell: (hook) => hook.successful_deliveries },
    { name: 'Failed', isNumber: true, cell: (hook) => hook.failed_deliveries },
    {
      name: 'Remove',
      cell: (hook) => (
        <Ask
          yes="Remove the webhook"
          question={`${hook.url} gets no events any more, and its log of deliveries goes.`}
          run={async () => {
            await service.deleteWebhook({ webhook_id: hook.id });
            if (chosen === hook.id) setChosen(null);
            hooks.reload();
            tell('The webhook was removed.', async () => {
              const { url, events, addresses_filter, description, headers } = hook;
              await service.createWebhook({ body: { url, events, addresses_filter, description, headers } });
              hooks.reload();
            });
          }}
        >
          Remove
        </Ask>
      ),
    },
    {
      name: 'Log',
      cell: (hook) => (
        <button type="button" class="link" onClick={() => setChosen(hook.id)}>
          Deliveries
        </button>
      ),
    },
  ];
  return (
    <Card title="Webhooks">
      <Read from={hooks}>
        {(rows) => (
          <Table
            label="Webhooks"
            columns={columns}
            rows={rows}
            keyOf={({ id }) => id}
            empty="No webhook. Create one below; its deliveries appear here."
          />
        )}
      </Read>
      <NewWebhook
        done={(id) => {
          hooks.reload();
          setChosen(id);
        }}
      />
      {chosen !== null && <Deliveries key={chosen} id={chosen} />}
    </Card>
  );
}

function Deliveries({ id }: { id: string }) {
  const log = useData(() => listAll('listDeliveryLogs', { webhook_id: id }, 5), [id]);
  return (
    <>
      <h3>Deliveries</h3>
      <Action
        run={async () => {
          await service.testWebhook({ webhook_id: id });
          log.reload();
        }}
      >
        Send a test event
      </Action>
      <Read from={log}>
        {(rows) => (
          <Table
            label="Deliveries"
            columns={deliveriesOf(id, log.reload)}
            rows={rows}
            keyOf={(row) => row.id}
            empty="Nothing was delivered yet."
          />
        )}
      </Read>
    </>
  );
}
