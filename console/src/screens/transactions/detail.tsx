import { service } from '../../api';
import { words } from '../../format';
import { Hash } from '../../hash';
import { Name } from '../../sources';
import { linkTo, useApp, useData } from '../../state';
import type { TransactionDetail } from '../../types';
import { Action, Moment, Read, Tag, Units, Usd } from '../../ui';
import { ClassificationFix } from '../inbox/fixes';

interface DetailProps {
  wallet: string;
  id: string;
  close: () => void;
  changed: () => void;
}

export function Detail({ wallet, id, close, changed }: DetailProps) {
  const { user } = useApp();
  const detail = useData(
    (signal) => service.getTransaction({ address: wallet, transaction_id: id }, { signal }),
    [wallet, id],
  );
  const done = (): void => {
    detail.reload();
    changed();
  };
  return (
    <section class="card panel" aria-label="Transaction">
      <header>
        <h2>Transaction</h2>
        <button type="button" onClick={close}>
          Close
        </button>
      </header>
      <Read from={detail}>
        {({ data }) => (
          <>
            <p>
              <Moment of={data.timestamp} withTime /> · <strong>{words(data.type)}</strong> on{' '}
              {words(data.chain)}
            </p>
            {data.tx_hash !== null && <Hash of={data.tx_hash} />}
            {data.tax_rule && (
              <p>
                Rule <em>{words(data.tax_rule.rule)}</em>: {data.tax_rule.treatment}{' '}
                <span class="note">
                  {data.tax_rule.authority}, method {data.tax_rule.method.toUpperCase()}
                </span>
              </p>
            )}
            <LegTable detail={data} />
            <BrokerNotTold detail={data} />
            {user && <Change data={data} wallet={wallet} done={done} />}
          </>
        )}
      </Read>
    </section>
  );
}

const LegTable = ({ detail }: { detail: TransactionDetail }) => (
  <ul class="rows small" aria-label="Legs">
    {detail.legs.map((leg, i) => (
      <li key={i}>
        <Tag>{leg.is_internal ? `${words(leg.direction)} (internal)` : words(leg.direction)}</Tag>
        <span class="row-name">
          <strong>
            <Units of={leg.quantity} symbol={leg.symbol.slice(0, 16)} />
          </strong>
          <span class="note">
            {leg.counterparty !== null && (
              <>
                {leg.direction === 'in' ? 'from ' : 'to '}
                <Name of={leg.counterparty} />
              </>
            )}
            {leg.price_source !== null && ` price of ${leg.price_source}`}
          </span>
        </span>
        <Usd of={leg.value_usd} />
      </li>
    ))}
    {detail.legs.length === 0 && <li>Nothing moved.</li>}
  </ul>
);

/** Units that left first in, first out, because the broker was not told of those of the own books. */
function BrokerNotTold({ detail }: { detail: TransactionDetail }) {
  if (!detail.flags.includes('not_identified_to_broker')) return null;
  const others = detail.disposals.filter(({ flags }) => flags.includes('not_identified_to_broker'));
  return (
    <div class="notice">
      <p>
        The broker was not told which units leave, so the earliest left.{' '}
        <a href={linkTo('exchanges')}>Tell the broker</a>
      </p>
      {others.map(({ disposal_id: id, gain_loss: gain, identified_gain_loss: other, symbol }) => (
        <p key={id}>
          {symbol}: gain <Usd of={gain} isGain />, with the lots of your books <Usd of={other} isGain />
        </p>
      ))}
    </div>
  );
}

function Change({ data, wallet, done }: { data: TransactionDetail; wallet: string; done: () => void }) {
  const { tell } = useApp();
  const received = data.legs.filter((leg) => leg.direction === 'in');
  const tokens = [...new Map(received.map((leg) => [leg.token_key, leg])).values()];
  return (
    <details>
      <summary>Change the classification</summary>
      {data.choices.length > 0 && (
        <ClassificationFix
          wallet={wallet}
          transactionId={data.transaction_id}
          choices={data.choices}
          done={done}
        />
      )}
      <div class="row">
        <Action
          run={async () => {
            await service.removeClassification({
              address: wallet,
              transaction_id: data.transaction_id,
            });
            tell('What was stated is taken back.');
            done();
          }}
        >
          Undo what was stated
        </Action>
        {tokens.map(({ token_key: key, symbol }) => (
          <Action
            key={key}
            run={async () => {
              const body = { is_spam: !data.is_spam };
              await service.setTokenVisibility({ address: wallet, token_key: key, body });
              done();
            }}
          >
            {data.is_spam ? `${symbol.slice(0, 24)} is not spam` : `${symbol.slice(0, 24)} is spam`}
          </Action>
        ))}
      </div>
    </details>
  );
}
