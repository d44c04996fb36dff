import { service } from '../../api';
import { Ask } from '../../dialog';
import { signOf } from '../../format';
import { useSources, type Source } from '../../sources';
import { linkTo, useApp } from '../../state';
import { Card, Moment, Tag, Usd } from '../../ui';

interface Total {
  id: string;
  total_value: string;
  unpriced: { count: number };
}

/** Null where no holding has a price: not known is not nothing. */
const valueOf = (total: Total | undefined): string | null | undefined =>
  total && total.unpriced.count > 0 && signOf(total.total_value) === 0 ? null : total?.total_value;

const TONES = { ready: 'good', reading: 'warn', failed: 'bad' } as const;
const WORDS = { ready: 'Read', reading: 'Reading…', failed: 'Failed' } as const;

/** Each source with how far it is read, its value and its removal. */
export function SourceList({ totals, add }: { totals: readonly Total[]; add: () => void }) {
  const { data, reload } = useSources();
  return (
    <Card
      title="Sources"
      aside={
        <button type="button" class="primary" onClick={add}>
          Add
        </button>
      }
    >
      <ul class="rows">
        {(data ?? []).map((source) => (
          <Row
            key={source.id}
            source={source}
            value={valueOf(totals.find(({ id }) => id.toLowerCase() === source.id.toLowerCase()))}
            reload={reload}
          />
        ))}
      </ul>
    </Card>
  );
}

function Row({
  source,
  value,
  reload,
}: {
  source: Source;
  value: string | null | undefined;
  reload: () => void;
}) {
  const { tell } = useApp();
  const { id, name, about, state, readAt, wallet, account } = source;
  const unlink = async (): Promise<void> => {
    await service.unlinkWallet({ address: id });
    reload();
    tell(`${name} was removed.`, async () => {
      await service.linkWallet({ body: { address: id, label: wallet?.label ?? '' } });
      reload();
    });
  };
  return (
    <li>
      <a href={linkTo('home', id)} class="row-name">
        <strong>{name}</strong>
        <span class="note">
          {about}
          {readAt && (
            <>
              , <Moment of={readAt} withTime />
            </>
          )}
          {account?.last_error && `: ${account.last_error}`}
        </span>
      </a>
      <Tag kind={TONES[state]}>{WORDS[state]}</Tag>
      <span class="number">{state === 'reading' && value === undefined ? '…' : <Usd of={value} />}</span>
      {wallet ? (
        <Ask
          yes="Remove the wallet"
          question={`Transfers between ${name} and your other sources then count as outflows. What you stated about it is kept.`}
          run={unlink}
        >
          Remove
        </Ask>
      ) : (
        <a class="button" href={linkTo('exchanges')}>
          Manage
        </a>
      )}
    </li>
  );
}
