import { useEffect } from 'preact/hooks';

/** Keys that work while nothing is typed. */
export function useKeys(keys: Readonly<Record<string, () => void>>, isOn: boolean): void {
  useEffect(() => {
    if (!isOn) return undefined;
    const press = (event: KeyboardEvent): void => {
      const isTyping = event.target instanceof Element && event.target.matches('input, select, textarea');
      if (isTyping && event.key !== 'Escape') return;
      const act = keys[event.key];
      if (!act || document.querySelector('dialog[open]')) return;
      event.preventDefault();
      act();
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  });
}
