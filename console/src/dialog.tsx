import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { Action } from './ui';

/** The dialog of the browser: it keeps the focus inside, closes with Escape, and gives the focus back. */
export function Dialog({
  title,
  close,
  children,
}: {
  title: string;
  close: () => void;
  children: ComponentChildren;
}) {
  const frame = useRef<HTMLDialogElement>(null);
  useEffect(() => frame.current?.showModal(), []);
  return (
    <dialog ref={frame} onClose={close} aria-label={title}>
      <header>
        <h2>{title}</h2>
        <button type="button" onClick={() => frame.current?.close()}>
          Close
        </button>
      </header>
      {children}
    </dialog>
  );
}

/** A button that asks before it removes something. */
export function Ask({
  children,
  question,
  yes,
  run,
  title,
}: {
  children: ComponentChildren;
  question: ComponentChildren;
  /** What is done, in the words of the button. */
  yes: string;
  run: () => Promise<unknown>;
  title?: string;
}) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" title={title} onClick={() => setOpen(true)}>
        {children}
      </button>
      {isOpen && (
        <Dialog title={yes} close={() => setOpen(false)}>
          <p>{question}</p>
          <div class="row">
            <Action
              kind="primary"
              run={async () => {
                await run();
                setOpen(false);
              }}
            >
              {yes}
            </Action>
            <button type="button" onClick={() => setOpen(false)}>
              Cancel
            </button>
          </div>
        </Dialog>
      )}
    </>
  );
}
