import { useState } from 'preact/hooks';
import { short } from './format';

/** A hash or an address, shortened, with the whole of it to copy. */
export function Hash({ of: text }: { of: string }) {
  const [isCopied, setCopied] = useState(false);
  const copy = (): void => {
    navigator.clipboard.writeText(text).then(
      () => setCopied(true),
      () => setCopied(false),
    );
  };
  return (
    <p class="note hash">
      Hash <code title={text}>{short(text)}</code>{' '}
      <button type="button" class="link" onClick={copy}>
        {isCopied ? 'Copied' : 'Copy'}
      </button>
    </p>
  );
}
