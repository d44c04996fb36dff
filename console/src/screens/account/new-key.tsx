import { useState } from 'preact/hooks';
import type * as schemas from '../../../../clients/typescript/src/generated/schemas';
import { service } from '../../api';
import { useData } from '../../state';
import { Action, Field, Read } from '../../ui';

type Permission = schemas.Permission;
/** What a key may do unless more is chosen. */
const READS: readonly Permission[] = ['read:holdings', 'read:lots', 'read:transactions', 'read:tax-reports'];

/** A key with the permissions that are chosen. */
export function NewKey({ made }: { made: (key: string) => void }) {
  const known = useData(() => service.listPermissions(), []);
  const [name, setName] = useState('');
  const [chosen, setChosen] = useState<readonly Permission[]>(READS);
  const create = async (): Promise<void> => {
    const body = { name: name.trim(), permissions: [...chosen] };
    const { data } = await service.createApiKey({ body });
    setName('');
    made(data.key);
  };
  const toggle = (permission: Permission): void =>
    setChosen(
      chosen.includes(permission) ? chosen.filter((one) => one !== permission) : [...chosen, permission],
    );
  return (
    <>
      <div class="filters">
        <Field label="Name of a new key">
          <input value={name} onInput={(event) => setName(event.currentTarget.value)} />
        </Field>
        {name.trim() !== '' && chosen.length > 0 && (
          <Action run={create} kind="primary">
            Create the key
          </Action>
        )}
      </div>
      {name.trim() !== '' && (
        <fieldset>
          <legend>What the key may do</legend>
          <Read from={known}>
            {({ data }) => (
              <>
                {data.permissions.map(({ permission, description }) => (
                  <label class="switch line" key={permission}>
                    <input
                      type="checkbox"
                      checked={chosen.includes(permission)}
                      onChange={() => toggle(permission)}
                    />
                    <span>
                      {permission} <small>{description}</small>
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
