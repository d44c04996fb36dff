import { useState } from 'preact/hooks';
import { service } from '../../api';
import { useApp } from '../../state';
import { Action, Card, Field } from '../../ui';

const ZONES: readonly string[] = Intl.supportedValuesOf('timeZone');

/** The zone of days and tax years: of this account in every report, and of every date in the console. */
export function Zone() {
  const { settings, reload } = useApp();
  const [zone, choose] = useState(settings.timezone);
  const store = async (): Promise<void> => {
    await service.updateTaxSettings({ body: { timezone: zone } });
    await reload();
  };
  return (
    <Card title="Time zone">
      <div class="filters">
        <Field label="Zone of your days and tax years">
          <select value={zone} onChange={(event) => choose(event.currentTarget.value)}>
            {[...new Set(['UTC', settings.timezone, ...ZONES])].map((name) => (
              <option key={name} value={name}>
                {name}
              </option>
            ))}
          </select>
        </Field>
        {zone !== settings.timezone && (
          <Action run={store} kind="primary">
            Use this zone
          </Action>
        )}
      </div>
      <p class="note">Days and years are now those of {settings.timezone}.</p>
    </Card>
  );
}
