import { useState } from 'preact/hooks';
import { listAll, service } from '../api';
import { OpenDemo } from '../demo';
import { short } from '../format';
import { linkTo, useApp, useData } from '../state';
import { Action, Card, Empty, Field, Read } from '../ui';

export function Start() {
  const { settings, user } = useApp();
  const [address, setAddress] = useState('');
  const canRead = settings.public_read || user !== null;
  const open = (event: Event): void => {
    event.preventDefault();
    const given = address.trim();
    if (given !== '') location.hash = linkTo('overview', given);
  };
  return (
    <>
      <p class="lead">
        Paste an address. The service reads its history and computes holdings, gains, income and tax forms.
      </p>
      {canRead ? (
        <form class="open" onSubmit={open}>
          <Field label="Address (EVM, Bitcoin or Solana)">
            <input
              value={address}
              onInput={(event) => setAddress(event.currentTarget.value)}
              placeholder="0x…, bc1… or a Solana address"
              spellcheck={false}
              autocomplete="off"
            />
          </Field>
          <button class="primary" type="submit">
            Open wallet
          </button>
        </form>
      ) : (
        <Empty>
          Here a wallet is read with an account. <a href={linkTo('account')}>Log in or sign up</a>.
        </Empty>
      )}
      {canRead && settings.demo_wallets.length > 0 && (
        <Card title="Demo wallets">
          <p>They need no network. Open one to see its holdings and gains.</p>
          <ul class="choices">
            {settings.demo_wallets.map((wallet) => (
              <li key={wallet.address}>
                <a href={linkTo('overview', wallet.address)}>
                  <strong>{wallet.label}</strong>
                  <span class="address">{short(wallet.address)}</span>
                </a>
              </li>
            ))}
          </ul>
        </Card>
      )}
      {user && <Linked />}
      {!user && settings.demo_account && (
        <Card title="Change something">
          <p>
            Fixes, decisions and keys need an account. The demo account has the demo wallets and an exchange
            account.
          </p>
          <OpenDemo />
        </Card>
      )}
    </>
  );
}

function Linked() {
  const wallets = useData(() => listAll('listLinkedWallets', {}), []);
  const unlink = (address: string) => async (): Promise<void> => {
    await service.unlinkWallet({ address });
    wallets.reload();
  };
  return (
    <Card title="Your wallets">
      <Read from={wallets}>
        {(list) =>
          list.length === 0 ? (
            <Empty>No wallet is linked. Open an address above, then link it on its overview.</Empty>
          ) : (
            <ul class="choices">
              {list.map(({ address, label, status }) => (
                <li key={address}>
                  <a href={linkTo('overview', address)}>
                    <strong>{label === '' ? short(address) : label}</strong>
                    <span class="address">
                      {short(address)} · {status}
                    </span>
                  </a>
                  <Action run={unlink(address)} title="Its transfers to your wallets then count as sales">
                    Unlink
                  </Action>
                </li>
              ))}
            </ul>
          )
        }
      </Read>
    </Card>
  );
}
