import { useState } from 'preact/hooks';
import type * as schemas from '../../../../clients/typescript/src/generated/schemas';
import { listAll, service } from '../../api';
import { words } from '../../format';
import { useData } from '../../state';
import { Action, Card, Empty, Moment, Read, Table, Tag, TextFilter, type Column } from '../../ui';

type SessionRow = schemas.SessionResponse;

/** Who uses the account. */
export function Sessions() {
  const sessions = useData(() => listAll('listSessions', {}, 5), []);
  const columns: Column<SessionRow>[] = [
    { name: 'Last active', cell: (row) => <Moment of={row.last_active_at} withTime /> },
    { name: 'Address', cell: (row) => row.ip_address },
    { name: 'Program', cell: (row) => <span title={row.user_agent}>{row.user_agent.slice(0, 40)}</span> },
    {
      name: 'Session',
      cell: (row) =>
        row.is_current ? (
          <Tag kind="good">this one</Tag>
        ) : (
          <Action
            run={async () => {
              await service.endSession({ session_id: row.session_id });
              sessions.reload();
            }}
          >
            End
          </Action>
        ),
    },
  ];
  return (
    <Card title="Sessions">
      <Read from={sessions}>
        {(rows) =>
          rows.length === 0 ? (
            <Empty>No session.</Empty>
          ) : (
            <Table label="Sessions" columns={columns} rows={rows} keyOf={(row) => row.session_id} empty="" />
          )
        }
      </Read>
    </Card>
  );
}

type RequestRow = schemas.AuditLogResponse;

const REQUESTS: Column<RequestRow>[] = [
  { name: 'Time', cell: (row) => <Moment of={row.timestamp} withTime /> },
  { name: 'Request', cell: (row) => <span title={row.path}>{`${row.method} ${row.path}`}</span> },
  {
    name: 'Status',
    cell: (row) => (
      <Tag kind={row.status_code < 400 ? 'good' : row.status_code < 500 ? 'warn' : 'bad'}>
        {row.status_code} {row.error_code ?? ''}
      </Tag>
    ),
  },
  { name: 'Duration, ms', isNumber: true, cell: (row) => row.duration_ms },
  { name: 'Credential', cell: (row) => words(row.auth_type) },
  { name: 'Address', cell: (row) => row.ip_address },
];
/** Of the newest requests. */
const REQUEST_PAGES = 10;

/** The audit log: every request of the whole service, for operators. */
export function Requests() {
  const [path, setPath] = useState('');
  const rows = useData(() => listAll('listAuditLogs', path === '' ? {} : { path }, REQUEST_PAGES), [path]);
  return (
    <Card title="Audit log">
      <div class="filters">
        <TextFilter label="Path begins with" hint="For example /api/v1/wallets" choose={setPath} />
      </div>
      <Read from={rows}>
        {(list) => (
          <Table
            label="Audit log"
            columns={REQUESTS}
            rows={list}
            keyOf={(row) => row.id}
            empty="No request matches."
          />
        )}
      </Read>
    </Card>
  );
}
