import { useState } from 'preact/hooks';
import { service } from '../../api';
import { counted } from '../../format';
import { useApp } from '../../state';
import { Action, Card, Field } from '../../ui';
import { FilesField, ReportView, type Report } from './files';
import { choiceOf, EXCHANGE_NAMES, titleOf, type Account, type Exchange } from '../../exchange-names';

/** Files of one account: those of a second account would count the same rows twice. */
export function ExchangeFiles({ accounts, done }: { accounts: readonly Account[]; done: () => void }) {
  const [files, setFiles] = useState<File[]>([]);
  const [account, setAccount] = useState('');
  const [exchange, setExchange] = useState<Exchange | ''>('');
  const [label, setLabel] = useState('');
  const [order, setOrder] = useState<'' | 'mdy' | 'dmy'>('');
  const [report, setReport] = useState<Report | null>(null);
  const { tell } = useApp();
  const isReady = files.length > 0;
  const send = (isDryRun: boolean) => async (): Promise<void> => {
    const target = account === '' ? { ...(exchange !== '' && { exchange }), label } : { account_id: account };
    const { data } = await service.importExchangeFiles({
      body: { file: files, ...target, ...(order !== '' && { date_order: order }), dry_run: isDryRun },
    });
    setReport(data);
    if (isDryRun) return;
    // The next files, and these once more, are those of the account that was made.
    if (data.account_id !== null) setAccount(data.account_id);
    tell(`${counted(data.rows_accepted, 'row was', 'rows were')} added.`);
    done();
  };
  return (
    <Card title="Import files of an exchange">
      <FilesField
        label="CSV files"
        hint="Drop CSV files here as the exchange exports them, or choose them."
        files={files}
        choose={(list) => {
          setFiles(list);
          setReport(null);
        }}
      />
      <div class="filters">
        <Field label="Account" hint="Files of one account belong together">
          <select value={account} onChange={(event) => setAccount(event.currentTarget.value)}>
            <option value="">A new account</option>
            {accounts.map((one) => (
              <option key={one.id} value={one.id}>
                {titleOf(one)}
              </option>
            ))}
          </select>
        </Field>
        {account === '' && (
          <>
            <Field label="Exchange" hint="Recognised by the file; name it for the generic format">
              <select
                value={exchange}
                onChange={(event) => setExchange(event.currentTarget.value as Exchange | '')}
              >
                <option value="">By the file</option>
                {EXCHANGE_NAMES.map((name) => (
                  <option key={name} value={name}>
                    {choiceOf(name)}
                  </option>
                ))}
              </select>
            </Field>
            <Field label="Name">
              <input
                value={label}
                onInput={(event) => setLabel(event.currentTarget.value)}
                placeholder="Kraken, savings"
              />
            </Field>
          </>
        )}
        <Field label="Dates such as 05/06/2024" hint="Needed where no date of a file has a day above 12">
          <select
            value={order}
            onChange={(event) => setOrder(event.currentTarget.value as '' | 'mdy' | 'dmy')}
          >
            <option value="">As the file shows</option>
            <option value="mdy">Month first</option>
            <option value="dmy">Day first</option>
          </select>
        </Field>
      </div>
      <div class="row">
        {isReady ? (
          <>
            <Action run={send(true)}>Check the files</Action>
            <Action run={send(false)} kind="primary">
              Import
            </Action>
          </>
        ) : (
          <span class="note">Choose files.</span>
        )}
      </div>
      {report && <ReportView report={report} />}
    </Card>
  );
}
