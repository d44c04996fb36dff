import { useState } from 'preact/hooks';
import type * as schemas from '../../../../clients/typescript/src/generated/schemas';
import { askConsole, service } from '../../api';
import { OpenDemo } from '../../demo';
import { Ask } from '../../dialog';
import { words } from '../../format';
import { useApp, useData } from '../../state';
import { Action, Card, Figure, Moment, Read, Table, Tag, type Column } from '../../ui';
import { SignIn } from '../sign-in';
import { Requests, Sessions } from './access';
import { NewKey } from './new-key';
import { Password, SecondFactor, YourData } from './security';
import { Webhooks } from './webhooks';
import { Zone } from './zone';

export function Account() {
  const { user, settings } = useApp();
  if (!user)
    return (
      <>
        <OpenDemo />
        <SignIn />
      </>
    );
  // Its password is not known to anybody.
  const isDemo = user.email === settings.demo_account;
  return (
    <>
      <Usage />
      <Zone />
      {!isDemo && <Password />}
      {!isDemo && <SecondFactor />}
      <Sessions />
      <Keys />
      <Webhooks />
      {!isDemo && <YourData />}
      {user.role === 'operator' && <Requests />}
    </>
  );
}

function Usage() {
  const { user, settings, reload } = useApp();
  const usage = useData((signal) => service.getUsage({ days: 7 }, { signal }), []);
  const reset = async (): Promise<void> => {
    await askConsole('POST', '/demo-session/reset');
    await reload();
  };
  return (
    <Card title={user?.email ?? ''} aside={<Tag>{words(user?.plan_name ?? '')} plan</Tag>}>
      <Read from={usage}>
        {({ data }) => (
          <dl class="figures">
            <Figure label="Requests today">
              {data.requests_today} of {data.limit_per_day}
            </Figure>
            <Figure label="Linked wallets">
              {data.wallets_linked}
              {data.wallet_limit === null ? '' : ` of ${data.wallet_limit}`}
            </Figure>
            <Figure label="Transactions shown">{data.tx_limit === null ? 'All' : data.tx_limit}</Figure>
          </dl>
        )}
      </Read>
      {settings.demo_account !== null && user?.email === settings.demo_account && (
        <div class="row">
          <Action run={reset}>Reset the demo</Action>
          <span class="note">Removes everything that was written to the demo account.</span>
        </div>
      )}
    </Card>
  );
}

type Key = schemas.ApiKeyResponse;

function Keys() {
  const keys = useData(() => service.listApiKeys(), []);
  const [made, setMade] = useState<string | null>(null);
  const columns: Column<Key>[] = [
    { name: 'Name', cell: (key) => key.name },
    { name: 'Key', cell: (key) => <code>{key.key_prefix}…</code> },
    { name: 'Permissions', cell: (key) => key.permissions.join(', ') },
    {
      name: 'Last used',
      cell: (key) => (key.last_used_at === null ? 'never' : <Moment of={key.last_used_at} withTime />),
    },
    {
      name: 'State',
      cell: (key) =>
        key.revoked_at === null ? (
          <Ask
            yes="Revoke the key"
            question={`Whatever uses ${key.name} is refused from now on. A revoked key stays revoked.`}
            run={async () => {
              await service.revokeApiKey({ key_id: key.id });
              keys.reload();
            }}
          >
            Revoke
          </Ask>
        ) : (
          <Tag>revoked</Tag>
        ),
    },
  ];
  return (
    <Card title="API keys">
      {made !== null && (
        <p class="notice" role="status">
          The key is shown once: <code>{made}</code>
        </p>
      )}
      <Read from={keys}>
        {({ data }) => (
          <Table
            label="API keys"
            columns={columns}
            rows={data}
            keyOf={({ id }) => id}
            empty="No key. Create one below."
          />
        )}
      </Read>
      <NewKey
        made={(key) => {
          setMade(key);
          keys.reload();
        }}
      />
    </Card>
  );
}
