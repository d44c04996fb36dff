import { listAll, service } from '../../api';
import { useData } from '../../state';
import type { Transaction } from '../../types';
import { Card, Empty, Moment, Stated, Units, Usd } from '../../ui';

/** True when the owner stated the value of a side. */
const hasStatedPrice = ({ legs }: Transaction): boolean =>
  legs.some(({ price_source: source }) => source === 'manual');

/** Of the transactions, for those whose value the owner stated. */
const MAX_PAGES = 20;

/** Values that the owner stated, each with its removal. */
export function StatedPrices({ wallet, reload }: { wallet: string; reload: () => void }) {
  const read = useData(() => listAll('listTransactions', { address: wallet }, MAX_PAGES), [wallet]);
  const list = (read.data ?? []).filter(hasStatedPrice);
  return (
    <Card title="Your prices">
      {read.data !== null && list.length === 0 && (
        <Empty>No price was stated. What you state can be undone here.</Empty>
      )}
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
