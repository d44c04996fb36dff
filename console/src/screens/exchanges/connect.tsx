import { useState } from 'preact/hooks';
import { service } from '../../api';
import { Action, Card, Field } from '../../ui';
import { choiceOf, titleOf, WITH_API, type Account, type Exchange } from '../../exchange-names';

/** Connects an account that the service reads with a key that can only read. */
export function Connect({ accounts, done }: { accounts: readonly Account[]; done: () => void }) {
  const [exchange, setExchange] = useState<Exchange>('kraken');
  const [label, setLabel] = useState('');
  const [key, setKey] = useState('');
  const [secret, setSecret] = useState('');
  const [passphrase, setPassphrase] = useState('');
  const [continued, setContinued] = useState('');
  const [message, setMessage] = useState<string | null>(null);
  const ofFiles = accounts.filter((one) => one.source === 'csv' && one.exchange === exchange);
  const connect = async (): Promise<void> => {
    await service.connectExchangeAccount({
      body: {
        exchange,
        ...(continued === '' ? { label } : { account_id: continued }),
        api_key: key.trim(),
        api_secret: secret.trim(),
        ...(passphrase === '' ? {} : { passphrase }),
      },
    });
    setKey('');
    setSecret('');
    setPassphrase('');
    setContinued('');
    setMessage('Connected. The history is being read; this list shows the state.');
    done();
  };
  return (
    <Card title="Connect an exchange">
      <p class="note">
        Make a key at the exchange that can only read. A key that can trade or withdraw is refused. The key is
        stored sealed, and is never shown again.
      </p>
      <form class="form" onSubmit={(event) => event.preventDefault()}>
        <Field label="Exchange of the key">
          <select
            value={exchange}
            onChange={(event) => {
              setExchange(event.currentTarget.value as Exchange);
              setContinued('');
            }}
          >
            {WITH_API.map((name) => (
              <option key={name} value={name}>
                {choiceOf(name)}
              </option>
            ))}
          </select>
        </Field>
        {ofFiles.length > 0 && (
          <Field label="Continues" hint="Rows of the files and of the key then count once">
            <select value={continued} onChange={(event) => setContinued(event.currentTarget.value)}>
              <option value="">No account: a new one</option>
              {ofFiles.map((one) => (
                <option key={one.id} value={one.id}>
                  {titleOf(one)}
                </option>
              ))}
            </select>
          </Field>
        )}
        {continued === '' && (
          <Field label="Label of the account">
            <input value={label} onInput={(event) => setLabel(event.currentTarget.value)} />
          </Field>
        )}
        <Field label="API key">
          <input
            value={key}
            onInput={(event) => setKey(event.currentTarget.value)}
            spellcheck={false}
            autocomplete="off"
          />
        </Field>
        <Field label="Secret">
          <textarea
            value={secret}
            onInput={(event) => setSecret(event.currentTarget.value)}
            spellcheck={false}
            autocomplete="off"
            rows={2}
          />
        </Field>
        <Field label="Passphrase, at exchanges that have one">
          <input
            type="password"
            value={passphrase}
            onInput={(event) => setPassphrase(event.currentTarget.value)}
            autocomplete="off"
          />
        </Field>
        <div class="row">
          {key.trim() === '' || secret.trim() === '' ? (
            <span class="note">Fill in key and secret.</span>
          ) : (
            <Action run={connect} kind="primary">
              Connect
            </Action>
          )}
        </div>
      </form>
      {message !== null && (
        <p class="notice" role="status">
          {message}
        </p>
      )}
    </Card>
  );
}
