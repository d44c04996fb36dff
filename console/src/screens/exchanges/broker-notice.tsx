import { useState } from 'preact/hooks';
import type * as schemas from '../../../../clients/typescript/src/generated/schemas';
import { service } from '../../api';
import { Action, Choice, Field } from '../../ui';

type Notice = schemas.BrokerNoticeInput;
type Evidence = NonNullable<Notice['evidence']>;

/** RECORDERS: by the kind of an order, the call that records when the broker was told of it. */
const RECORDERS = {
  method_election: (entry_id: string, body: Notice) => service.recordMethodElectionNotice({ entry_id, body }),
  standing_selection: (entry_id: string, body: Notice) =>
    service.recordStandingSelectionNotice({ entry_id, body }),
  lot_selection: (entry_id: string, body: Notice) => service.recordLotSelectionNotice({ entry_id, body }),
};
export type OrderKind = keyof typeof RECORDERS;

const EVIDENCE = ['setting_screenshot', 'order_id', 'ticket', 'letter'] as const;

/** When the broker was told, and what shows it. The file stays on this device: only its hash is sent. */
export function RecordNotice({ kind, id, done }: { kind: OrderKind; id: string; done: () => void }) {
  const [at, setAt] = useState('');
  const [shown, setShown] = useState<Evidence['kind']>('setting_screenshot');
  const [reference, setReference] = useState('');
  const [file, setFile] = useState<File | null>(null);
  const record = async (): Promise<void> => {
    const time = new Date(at);
    if (Number.isNaN(time.getTime())) throw new Error('State when the broker was told');
    const hash = file === null ? undefined : await sha256Of(file);
    const text = reference.trim();
    const evidence: Evidence = {
      kind: shown,
      ...(hash !== undefined && { file_sha256: hash }),
      ...(text !== '' && { reference: text }),
    };
    await RECORDERS[kind](id, {
      communicated_to_broker_at: time.toISOString(),
      ...((hash !== undefined || text !== '') && { evidence }),
    });
    done();
  };
  return (
    <div class="filters" role="group" aria-label="The broker was told">
      <Field label="Told at, time of this device">
        <input
          type="datetime-local"
          step="1"
          value={at}
          onInput={(event) => setAt(event.currentTarget.value)}
        />
      </Field>
      <Choice label="Evidence" value={shown} names={EVIDENCE} choose={setShown} />
      <Field label="Its number" hint="Of the order, ticket or letter.">
        <input
          value={reference}
          maxLength={200}
          onInput={(event) => setReference(event.currentTarget.value)}
        />
      </Field>
      <Field label="Its file" hint="Keep it: only its SHA-256 is stored.">
        <input type="file" onChange={(event) => setFile(event.currentTarget.files?.[0] ?? null)} />
      </Field>
      <Action run={record} kind="primary">
        Record the notice
      </Action>
    </div>
  );
}

/** @throws Error on a page without TLS, where browsers compute no hash */
async function sha256Of(file: File): Promise<string> {
  // Browsers leave it out of pages without TLS, whatever the types say.
  const { subtle } = crypto as { subtle?: SubtleCrypto };
  if (!subtle) throw new Error('This page has no TLS: state the number of the order, ticket or letter');
  const digest = new Uint8Array(await subtle.digest('SHA-256', await file.arrayBuffer()));
  return [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
