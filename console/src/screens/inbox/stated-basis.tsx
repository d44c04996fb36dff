import { listAll, service } from '../../api';
import { day } from '../../format';
import { useApp, useData } from '../../state';
import { Card, Empty, Read, Stated, Units, Usd } from '../../ui';

/** What the owner stated before, each with its removal. */
export function StatedBasis({ wallet, reload }: { wallet: string; reload: () => void }) {
  const { settings } = useApp();
  const entries = useData(() => listAll('listBasisAssignments', { address: wallet }), [wallet]);
  return (
    <Card title="Your fixes">
      <Read from={entries}>
        {(list) => {
          const active = list.filter(({ is_active: isActive }) => isActive);
          if (active.length === 0)
            return <Empty>No basis was stated. What you state can be undone here.</Empty>;
          return (
            <ul class="issues">
              {active.map((entry) => (
                <Stated
                  key={entry.id}
                  kind="Basis stated"
                  undo={async () => {
                    await service.deactivateBasisAssignment({ entry_id: entry.id });
                    entries.reload();
                    reload();
                  }}
                >
                  {entry.parts.map((part, i) => (
                    <span key={i}>
                      <Units of={part.quantity} symbol={entry.token_key.split(':').at(-1) ?? ''} /> for{' '}
                      <Usd of={part.cost_basis} />
                      {part.acquisition_date && `, acquired ${day(part.acquisition_date, 'UTC')}`}
                    </span>
                  ))}
                  <span class="note"> stated {day(entry.created_at, settings.timezone)}</span>
                </Stated>
              ))}
            </ul>
          );
        }}
      </Read>
    </Card>
  );
}
