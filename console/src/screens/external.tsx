import { useState } from 'preact/hooks';
import { listAll, service } from '../api';
import { words } from '../format';
import { useData } from '../state';
import { Action, Card, Choice, Empty, Field, Moment, Read, Stated, Units, Usd } from '../ui';

/** What a transfer to someone else can be. The first two have proceeds. */
const TYPES = ['sale', 'spend', 'gift', 'donation', 'lost', 'stolen'] as const;
type Type = (typeof TYPES)[number];
const hasProceeds = (type: string): boolean => type === 'sale' || type === 'spend';

/** States that an outflow went to someone else: it becomes a disposal. */
export function ExternalFix({ transactionId, done }: { transactionId: string; done: () => void }) {
  const [type, setType] = useState<Type>('spend');
  const [proceeds, setProceeds] = useState('');
  const isReady = !hasProceeds(type) || proceeds.trim() !== '';
  const run = async (): Promise<void> => {
    const body = { disposal_type: type, ...(hasProceeds(type) && { proceeds_usd: proceeds.trim() }) };
    await service.markTransferExternal({ transaction_id: transactionId, body });
    done();
  };
  return (
    <div class="form">
      <Choice label="What it was" value={type} names={TYPES} choose={setType} />
      {hasProceeds(type) && (
        <Field label="What you received, USD">
          <input
            inputMode="decimal"
            value={proceeds}
            onInput={(event) => setProceeds(event.currentTarget.value)}
          />
        </Field>
      )}
      {isReady ? (
        <Action run={run} kind="primary">
          State as external
        </Action>
      ) : (
        <p class="note">State the amount first.</p>
      )}
    </div>
  );
}

/** Disposals that the owner stated, each with its removal. */
export function StatedDisposals({ reload }: { reload: () => void }) {
  const entries = useData(() => listAll('listDisposalEntries', {}), []);
  return (
    <Card title="Stated as external">
      <Read from={entries}>
        {(list) => {
          const active = list.filter(({ is_active: isActive }) => isActive);
          if (active.length === 0) return <Empty>None. What you state can be undone here.</Empty>;
          return (
            <ul class="issues">
              {active.map((entry) => (
                <Stated
                  key={entry.id}
                  kind={words(entry.disposal_type)}
                  effect={hasProceeds(entry.disposal_type) && <Usd of={entry.proceeds_usd} />}
                  undo={async () => {
                    await service.deactivateDisposalEntry({ entry_id: entry.id });
                    reload();
                  }}
                >
                  <Units of={entry.quantity} symbol={entry.token_key.split(':').at(-1) ?? ''} /> on{' '}
                  <Moment of={entry.disposed_at} />
                </Stated>
              ))}
            </ul>
          );
        }}
      </Read>
    </Card>
  );
}
