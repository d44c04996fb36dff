import { useState } from 'preact/hooks';
import { listAll, service } from '../../api';
import { useSources } from '../../sources';
import { useData } from '../../state';
import { Action, Card, Empty, Field, Read } from '../../ui';
import { Taxpayer } from './taxpayer';

/** Wallets and accounts by taxpayer: each client of an accountant has books of their own. */
export function Portfolios({ wallet: opened }: { wallet: string }) {
  const { reload } = useSources();
  const list = useData(() => listAll('listPortfolios', {}), []);
  const [chosen, setChosen] = useState<string | null>(opened === '' ? null : opened);
  return (
    <>
      <Card title="Taxpayers">
        <Read from={list}>
          {(all) =>
            all.length === 0 ? (
              <Empty>
                No portfolio. A portfolio has the wallets of one taxpayer, such as a client: transfers between
                them are moves, and they have one Form 8949.
              </Empty>
            ) : (
              <ul class="issues">
                {all.map(({ id, name, address_count: count }) => (
                  <li class="issue" key={id}>
                    <div class="issue-line">
                      <span class="issue-title">
                        <strong>{name}</strong>
                        <span class="note"> {count === 1 ? '1 wallet' : `${count} wallets`}</span>
                      </span>
                      <button
                        type="button"
                        aria-expanded={chosen === id}
                        onClick={() => setChosen(chosen === id ? null : id)}
                      >
                        {chosen === id ? 'Close' : 'Open'}
                      </button>
                    </div>
                  </li>
                ))}
              </ul>
            )
          }
        </Read>
        <Create
          done={(id) => {
            list.reload();
            reload();
            setChosen(id);
          }}
        />
      </Card>
      {chosen !== null && (
        <Taxpayer
          key={chosen}
          id={chosen}
          changed={list.reload}
          deleted={() => {
            setChosen(null);
            list.reload();
            reload();
          }}
        />
      )}
    </>
  );
}

function Create({ done }: { done: (id: string) => void }) {
  const [name, setName] = useState('');
  const [text, setText] = useState('');
  const addresses = text.split(/[\s,;]+/).filter((one) => one !== '');
  const create = async (): Promise<void> => {
    const { data } = await service.createPortfolio({ body: { name: name.trim(), addresses } });
    setName('');
    setText('');
    done(data.id);
  };
  return (
    <details>
      <summary>New portfolio</summary>
      <form class="form" onSubmit={(event) => event.preventDefault()}>
        <Field label="Name of the taxpayer">
          <input value={name} onInput={(event) => setName(event.currentTarget.value)} />
        </Field>
        <Field
          label="Addresses"
          hint="One in each line: wallets, extended public keys, ids of exchange accounts"
        >
          <textarea
            rows={4}
            value={text}
            onInput={(event) => setText(event.currentTarget.value)}
            spellcheck={false}
          />
        </Field>
        <div class="row">
          {name.trim() === '' ? (
            <span class="note">Name the taxpayer.</span>
          ) : (
            <Action run={create} kind="primary">
              Create
            </Action>
          )}
        </div>
      </form>
    </details>
  );
}
