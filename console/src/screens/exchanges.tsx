import { useState } from 'preact/hooks';
import { listAll, service } from '../api';
import { words } from '../format';
import { useData } from '../state';
import { Action, Card, Empty, Field, Moment, Read, Tag } from '../ui';

export function Exchanges() {
  const accounts = useData(() => listAll('listExchangeAccounts', {}), []);
  return (
    <>
      <Card title="Accounts">
        <Read from={accounts}>
          {(list) => (
            <>
              {list.length === 0 && <Empty>No exchange is connected. Drop its file below.</Empty>}
              <ul class="issues">
                {list.map((account) => (
                  <li class="issue" key={account.id}>
                    <div class="issue-line">
                      <Tag kind={account.last_error === null ? 'good' : 'bad'}>{words(account.status)}</Tag>
                      <span class="issue-title">
                        <strong>{words(account.exchange)}</strong> {account.label}
                        <span class="note">
                          {' '}
                          {account.transaction_count} transactions by {account.source.toUpperCase()}
                          {account.last_sync_at && (
                            <>
                              , synchronised <Moment of={account.last_sync_at} withTime />
                            </>
                          )}
                          {account.last_error && `, ${account.last_error}`}
                        </span>
                      </span>
                      <Action
                        run={async () => {
                          await service.disconnectExchangeAccount({
                            account_id: account.id,
                            keep_data: true,
                          });
                          accounts.reload();
                        }}
                        title="Its history stays"
                      >
                        Disconnect
                      </Action>
                    </div>
                  </li>
                ))}
              </ul>
            </>
          )}
        </Read>
      </Card>
      <Upload done={accounts.reload} />
    </>
  );
}

function Upload({ done }: { done: () => void }) {
  const [files, setFiles] = useState<File[]>([]);
  const [exchange, setExchange] = useState('');
  const [label, setLabel] = useState('');
  const [report, setReport] = useState<string | null>(null);
  const send = (isDryRun: boolean) => async (): Promise<void> => {
    const { data } = await service.importExchangeFiles({
      body: { file: files, exchange: exchange.trim().toLowerCase(), label, dry_run: isDryRun },
    });
    setReport(textOf({ ...data }));
    if (!isDryRun) done();
  };
  const drop = (event: DragEvent): void => {
    event.preventDefault();
    setFiles([...(event.dataTransfer?.files ?? [])].slice(0, 5));
  };
  return (
    <Card title="Import a file">
      <div class="drop" onDragOver={(event) => event.preventDefault()} onDrop={drop}>
        <p>Drop CSV files here as the exchange exports them, or choose them.</p>
        <input
          type="file"
          multiple
          accept=".csv,text/csv"
          aria-label="CSV files"
          onChange={(event) => setFiles([...(event.currentTarget.files ?? [])].slice(0, 5))}
        />
        {files.length > 0 && <p class="note">{files.map(({ name }) => name).join(', ')}</p>}
      </div>
      <div class="filters">
        <Field label="Exchange">
          <input
            value={exchange}
            onInput={(event) => setExchange(event.currentTarget.value)}
            placeholder="kraken"
          />
        </Field>
        <Field label="Label">
          <input
            value={label}
            onInput={(event) => setLabel(event.currentTarget.value)}
            placeholder="Main account"
          />
        </Field>
      </div>
      <div class="row">
        {files.length === 0 || exchange.trim() === '' ? (
          <span class="note">Choose files and name the exchange.</span>
        ) : (
          <>
            <Action run={send(true)}>Check the files</Action>
            <Action run={send(false)} kind="primary">
              Import
            </Action>
          </>
        )}
      </div>
      {report !== null && (
        <p class="notice" role="status">
          {report}
        </p>
      )}
    </Card>
  );
}

/** Counts of the report of an import, in one sentence. */
const textOf = (report: Record<string, unknown>): string =>
  Object.entries(report)
    .filter(([, value]) => typeof value === 'number' || typeof value === 'boolean')
    .map(([name, value]) => `${words(name)}: ${String(value)}`)
    .join(', ');
