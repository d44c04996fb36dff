import { useState } from 'preact/hooks';
import type * as schemas from '../../../../clients/typescript/src/generated/schemas';
import { service } from '../../api';
import { useData } from '../../state';
import { Action, Field, Read } from '../../ui';

type EventType = schemas.EventType;

/** An address that is called when something happens. */
export function NewWebhook({ done }: { done: (id: string) => void }) {
  const events = useData(() => service.listWebhookEvents(), []);
  const [url, setUrl] = useState('');
  const [chosen, setChosen] = useState<readonly EventType[]>([]);
  const [secret, setSecret] = useState<string | null>(null);
  const create = async (): Promise<void> => {
    const { data } = await service.createWebhook({ body: { url: url.trim(), events: [...chosen] } });
    setSecret(data.secret);
    setUrl('');
    setChosen([]);
    done(data.id);
  };
  return (
    <>
      {secret !== null && (
        <p class="notice" role="status">
          The secret that signs its events is shown once: <code>{secret}</code>
        </p>
      )}
      <div class="filters">
        <Field label="Address of a new webhook">
          <input
            value={url}
            onInput={(event) => setUrl(event.currentTarget.value)}
            placeholder="https://"
            spellcheck={false}
          />
        </Field>
        {url.trim() !== '' && chosen.length > 0 && (
          <Action run={create} kind="primary">
            Create the webhook
          </Action>
        )}
      </div>
      {url.trim() !== '' && (
        <fieldset>
          <legend>Events that it gets</legend>
          <Read from={events}>
            {({ data }) => (
              <>
                {data.events.map(({ event: type, description }) => (
                  <label class="switch line" key={type}>
                    <input
                      type="checkbox"
                      checked={chosen.includes(type)}
                      onChange={() =>
                        setChosen(
                          chosen.includes(type) ? chosen.filter((one) => one !== type) : [...chosen, type],
                        )
                      }
                    />
                    <span>
                      {type} <small>{description}</small>
                    </span>
                  </label>
                ))}
              </>
            )}
          </Read>
        </fieldset>
      )}
    </>
  );
}
