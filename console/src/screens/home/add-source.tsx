import { useState } from 'preact/hooks';
import { service } from '../../api';
import { Dialog } from '../../dialog';
import { useSources } from '../../sources';
import { useApp } from '../../state';
import { Action, Field } from '../../ui';
import { Connect } from '../exchanges/connect';
import { ExchangeFiles } from '../exchanges/exchange-files';

const KINDS = { wallet: 'Wallet', file: 'File of an exchange', exchange: 'Exchange by key' } as const;
type Kind = keyof typeof KINDS;

/** The one place where a source is added. */
export function AddSource({ close, added }: { close: () => void; added: () => void }) {
  const [kind, setKind] = useState<Kind>('wallet');
  const { data } = useSources();
  const accounts = (data ?? []).flatMap(({ account }) => account ?? []);
  return (
    <Dialog title="Add a source" close={close}>
      <div class="tabs" role="group" aria-label="Kind of source">
        {(Object.keys(KINDS) as Kind[]).map((name) => (
          <button key={name} type="button" aria-pressed={kind === name} onClick={() => setKind(name)}>
            {KINDS[name]}
          </button>
        ))}
      </div>
      {kind === 'wallet' && <AddWallet added={added} close={close} />}
      {kind === 'file' && <ExchangeFiles accounts={accounts} done={added} />}
      {kind === 'exchange' && <Connect accounts={accounts} done={added} />}
    </Dialog>
  );
}

function AddWallet({ added, close }: { added: () => void; close: () => void }) {
  const { tell } = useApp();
  const [address, setAddress] = useState('');
  const [name, setName] = useState('');
  const add = async (): Promise<void> => {
    const { data } = await service.linkWallet({ body: { address: address.trim(), label: name.trim() } });
    added();
    tell(
      `${name.trim() === '' ? 'The wallet' : name.trim()} was added. Its history is being read.`,
      async () => {
        await service.unlinkWallet({ address: data.address });
        added();
      },
    );
    close();
  };
  return (
    <form class="form stacked" onSubmit={(event) => event.preventDefault()}>
      <Field
        label="Address of the wallet"
        hint="EVM, Bitcoin or Solana, or an extended public key. Names such as alice.eth are not read: paste the address."
      >
        <input
          value={address}
          onInput={(event) => setAddress(event.currentTarget.value)}
          spellcheck={false}
          autocomplete="off"
        />
      </Field>
      <Field label="Name" hint="As it is shown everywhere: in lists, forms and file names">
        <input
          value={name}
          onInput={(event) => setName(event.currentTarget.value)}
          placeholder="Ledger, savings"
          autocomplete="off"
        />
      </Field>
      <div class="row">
        {address.trim() === '' ? (
          <span class="note">Paste the address.</span>
        ) : (
          <Action run={add} kind="primary">
            Add the wallet
          </Action>
        )}
      </div>
    </form>
  );
}
