import { useState } from 'preact/hooks';
import { listAll, service } from '../../api';
import { counted, words } from '../../format';
import { linkTo, useData } from '../../state';
import { Action, Card, Empty, Moment, Read, Tag } from '../../ui';
import { BrokerOrders } from './broker-orders';
import { Connect } from './connect';
import { ExchangeFiles } from './exchange-files';
import { ExplorerFiles } from './explorer-files';
import { nameOf, type Account } from '../../exchange-names';

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
                  <Row key={account.id} account={account} reload={accounts.reload} />
                ))}
              </ul>
            </>
          )}
        </Read>
      </Card>
      <BrokerOrders accounts={accounts.data ?? []} />
      <ExchangeFiles accounts={accounts.data ?? []} done={accounts.reload} />
      <Connect accounts={accounts.data ?? []} done={accounts.reload} />
      <ExplorerFiles />
    </>
  );
}

function Row({ account, reload }: { account: Account; reload: () => void }) {
  const [isLeaving, setLeaving] = useState(false);
  const leave = (keepsData: boolean) => async (): Promise<void> => {
    await service.disconnectExchangeAccount({ account_id: account.id, keep_data: keepsData });
    reload();
  };
  const sync = async (): Promise<void> => {
    await service.syncExchangeAccount({ account_id: account.id, body: {} });
    reload();
  };
  return (
    <li class="issue">
      <div class="issue-line">
        <Tag kind={account.last_error === null ? 'good' : 'bad'}>{words(account.status)}</Tag>
        <span class="issue-title">
          <a href={linkTo('home', account.id)} title="Its holdings, gains and forms">
            <strong>{nameOf(account.exchange)}</strong>
          </a>{' '}
          {account.label}
          <span class="note">
            {' '}
            {counted(account.transaction_count, 'transaction', 'transactions')} by{' '}
            {account.source.toUpperCase()}
            {account.last_sync_at && (
              <>
                , synchronised <Moment of={account.last_sync_at} withTime />
              </>
            )}
            {account.last_error && `, ${account.last_error}`}
          </span>
        </span>
        {account.source === 'api' && <Action run={sync}>Read again</Action>}
        <button type="button" aria-expanded={isLeaving} onClick={() => setLeaving(!isLeaving)}>
          {isLeaving ? 'Cancel' : 'Disconnect'}
        </button>
      </div>
      {isLeaving && (
        <div class="issue-fix">
          <p>The basis of units that were sent to your wallets comes from this history.</p>
          <div class="row">
            <Action run={leave(true)} kind="primary">
              Keep its history
            </Action>
            <Action run={leave(false)}>Delete its history</Action>
          </div>
        </div>
      )}
    </li>
  );
}
