import { service } from '../../api';
import type { Transaction } from '../../types';
import { Action, Card, Empty, Moment, Tag, Units, Usd } from '../../ui';

/** True when the owner stated the value of a side. */
export const hasStatedPrice = ({ legs }: Transaction): boolean =>
  legs.some(({ price_source: source }) => source === 'manual');

/** Values that the owner stated, each with its removal. */
export function StatedPrices({
  wallet,
  list,
  reload,
}: {
  wallet: string;
  list: readonly Transaction[];
  reload: () => void;
}) {
  return (
    <Card title="Your prices">
      {list.length === 0 && <Empty>No price was stated. What you state can be undone here.</Empty>}
      <ul class="issues">
        {list.map(({ transaction_id: id, timestamp, legs }) => (
          <li class="issue" key={id}>
            <div class="issue-line">
              <Tag kind="good">Price stated</Tag>
              <span class="issue-title">
                <Moment of={timestamp} />:{' '}
                {legs.map((leg, i) => (
                  <span key={i}>
                    <Units of={leg.quantity} symbol={leg.symbol} /> <Usd of={leg.value_usd} />{' '}
                  </span>
                ))}
              </span>
              <Action
                run={async () => {
                  await service.removeTransactionValue({ address: wallet, transaction_id: id });
                  reload();
                }}
              >
                Undo
              </Action>
            </div>
          </li>
        ))}
      </ul>
    </Card>
  );
}
