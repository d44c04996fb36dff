import { useEffect, useState } from 'preact/hooks';
import { Action } from './ui';

export interface Told {
  text: string;
  undo: (() => Promise<unknown>) | undefined;
}

/** How long a message without a way back stays; one with it stays until it is closed. */
const STAYS_MS = 6000;

/** What was done last, with the way back. */
export function Toast({ told, close }: { told: Told | null; close: () => void }) {
  const [isPointedAt, setPointedAt] = useState(false);
  useEffect(() => {
    if (!told || told.undo || isPointedAt) return undefined;
    const timer = setTimeout(close, STAYS_MS);
    return () => clearTimeout(timer);
  }, [told, isPointedAt]);
  return (
    <div class="toasts" role="status">
      {told && (
        <div class="toast" onMouseEnter={() => setPointedAt(true)} onMouseLeave={() => setPointedAt(false)}>
          <span>{told.text}</span>
          {told.undo && (
            <Action
              run={async () => {
                await told.undo?.();
                close();
              }}
            >
              Undo
            </Action>
          )}
          <button type="button" onClick={close}>
            Close
          </button>
        </div>
      )}
    </div>
  );
}
