import { useState } from 'preact/hooks';
import { OpenDemo } from '../../demo';
import { short } from '../../format';
import { linkTo, useApp } from '../../state';
import { Card, Empty, Field } from '../../ui';
import { SignIn } from '../sign-in';

/** Without an account: what can be seen at once, and how to make one. */
export function Start() {
  const { settings } = useApp();
  return (
    <>
      <p class="lead">
        Holdings, gains, income and tax forms of your wallets and exchange accounts, each number with its
        origin.
      </p>
      {settings.public_read ? (
        <OpenAddress />
      ) : (
        <Empty>Here a wallet is read with an account. Log in, or make an account below.</Empty>
      )}
      {settings.public_read && settings.demo_wallets.length > 0 && (
        <Card title="Demo wallets">
          <p>They need no network. Open one to see its holdings and gains.</p>
          <ul class="choices">
            {settings.demo_wallets.map((wallet) => (
              <li key={wallet.address}>
                <a href={linkTo('home', wallet.address)}>
                  <strong>{wallet.label}</strong>
                  <span class="address">{short(wallet.address)}</span>
                </a>
              </li>
            ))}
          </ul>
          {settings.demo_account && (
            <div class="row demo">
              <OpenDemo />
              <span class="note">All of them and an exchange, with everything that an account can do.</span>
            </div>
          )}
        </Card>
      )}
      <SignIn />
    </>
  );
}

function OpenAddress() {
  const [address, setAddress] = useState('');
  const open = (event: Event): void => {
    event.preventDefault();
    const given = address.trim();
    if (given !== '') location.hash = linkTo('home', given);
  };
  return (
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
  );
}
