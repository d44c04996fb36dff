import { service } from '../../api';
import type { Transaction } from '../../types';
import { Card, Empty, Moment, Stated, Units, Usd } from '../../ui';

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
          <Stated
            key={id}
            kind="Price stated"
            undo={async () => {
              await service.removeTransactionValue({ address: wallet, transaction_id: id });
              reload();
            }}
          >
            <Moment of={timestamp} />:{' '}
            {legs.map((leg, i) => (
              <span key={i}>
                <Units of={leg.quantity} symbol={leg.symbol} /> <Usd of={leg.value_usd} />{' '}
              </span>
            ))}
          </Stated>
        ))}
      </ul>
    </Card>
  );
}
