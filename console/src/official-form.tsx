import type { Download } from '../../clients/typescript/src/download';
import type { Form8949 } from './types';

type State = NonNullable<Form8949['official_form']>;

/** What a PDF of a form is. */
const KINDS: Record<State, string> = {
  fields: 'official form, filled',
  stamped: 'official form, text on its pages',
  statement: 'statement with the columns of the form',
  not_installed: 'statement: the official form is not installed',
};

export const officialKind = (state: State | undefined): string => KINDS[state ?? 'not_installed'];

/** Null for a file that is no PDF of such a form. */
export function kindOfFile({ headers }: Download): string | null {
  const state = headers.get('X-Export-Official-Form');
  return state !== null && state in KINDS ? KINDS[state as State] : null;
}

/** What the last file was, beside the buttons. */
export const LastKind = ({ kind }: { kind: string | null }) => (
  <span class="note" role="status">
    {kind !== null && `PDF: ${kind}`}
  </span>
);
