import { useState } from 'preact/hooks';
import { service } from '../../api';
import { Ask } from '../../dialog';
import { useApp } from '../../state';
import { Action, Card, Field, Tag } from '../../ui';

/** A field whose text is not shown. */
const Secret = ({
  label,
  value,
  hint,
  isNew = false,
  set,
}: {
  label: string;
  value: string;
  hint?: string;
  isNew?: boolean;
  set: (text: string) => void;
}) => (
  <Field label={label} hint={hint}>
    <input
      type="password"
      autocomplete={isNew ? 'new-password' : 'current-password'}
      value={value}
      onInput={(event) => set(event.currentTarget.value)}
    />
  </Field>
);

/** As the service asks for. */
export const LEAST_PASSWORD = 8;

export function Password() {
  const { tell } = useApp();
  const [current, setCurrent] = useState('');
  const [next, setNext] = useState('');
  const change = async (): Promise<void> => {
    await service.changePassword({ body: { current_password: current, new_password: next } });
    setCurrent('');
    setNext('');
    tell('The password is changed.');
  };
  return (
    <Card title="Password">
      <div class="filters">
        <Secret label="Present password" value={current} set={setCurrent} />
        <Secret
          label="Next password"
          hint={`At least ${LEAST_PASSWORD} characters`}
          isNew
          value={next}
          set={setNext}
        />
        {current !== '' && next.length >= LEAST_PASSWORD && (
          <Action run={change} kind="primary">
            Change the password
          </Action>
        )}
      </div>
    </Card>
  );
}

/** A code of an app, asked for beside the password. */
export function SecondFactor() {
  const { user, reload, tell } = useApp();
  const [password, setPassword] = useState('');
  const [otp, setOtp] = useState('');
  const [secret, setSecret] = useState<string | null>(null);
  const [codes, setCodes] = useState<string[]>([]);
  const start = async (): Promise<void> => {
    const { data } = await service.startTotp({ body: { password } });
    setSecret(data.secret);
    setPassword('');
  };
  const confirm = async (): Promise<void> => {
    const { data } = await service.confirmTotp({ body: { otp } });
    setCodes(data.recovery_codes);
    setSecret(null);
    setOtp('');
    tell('The second factor is on.');
  };
  const remove = async (): Promise<void> => {
    await service.removeTotp({ body: { password, otp } });
    setPassword('');
    setOtp('');
    setCodes([]);
    await reload();
    tell('The second factor is off.');
  };
  const isOn = user?.totp_enabled === true || codes.length > 0;
  const code = (
    <Field label="Code of the app">
      <input
        class="short"
        inputMode="numeric"
        autocomplete="one-time-code"
        value={otp}
        onInput={(event) => setOtp(event.currentTarget.value.trim())}
      />
    </Field>
  );
  return (
    <Card title="Second factor" aside={<Tag kind={isOn ? 'good' : 'warn'}>{isOn ? 'on' : 'off'}</Tag>}>
      {codes.length > 0 && (
        <div class="notice" role="status">
          <p>Each of these logs you in once without the app. They are shown once: store them.</p>
          <p>
            <code>{codes.join(' ')}</code>
          </p>
        </div>
      )}
      {secret !== null && (
        <div class="notice" role="status">
          <p>
            Add this secret to your app: <code>{secret}</code>
          </p>
          <div class="filters">
            {code}
            {otp !== '' && (
              <Action run={confirm} kind="primary">
                Turn it on
              </Action>
            )}
          </div>
        </div>
      )}
      {secret === null && (
        <div class="filters">
          <Secret label="Password, for the second factor" value={password} set={setPassword} />
          {isOn && code}
          {password !== '' &&
            (isOn ? (
              otp !== '' && <Action run={remove}>Turn it off</Action>
            ) : (
              <Action run={start}>Begin</Action>
            ))}
        </div>
      )}
    </Card>
  );
}

/** Everything of the account in a file, and its end. */
export function YourData() {
  const { user, reload, tell } = useApp();
  const [password, setPassword] = useState('');
  const [otp, setOtp] = useState('');
  const copy = async (): Promise<void> => {
    const { data } = await service.exportAccount();
    const link = document.createElement('a');
    const text = JSON.stringify(data, null, 2);
    link.href = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
    link.download = `account-${data.generated_at.slice(0, 10)}.json`;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 1000);
  };
  const remove = async (): Promise<void> => {
    await service.deleteAccount({ body: { password, ...(otp !== '' && { otp }) } });
    tell('The account is deleted.');
    await reload();
  };
  return (
    <Card title="Your data">
      <div class="row">
        <Action run={copy}>Download everything</Action>
        <Ask
          yes="Delete the account"
          question={
            <>
              Everything of {user?.email} is deleted: sources, answers, filed years. There is no way back, so
              download it first.
              <div class="form stacked">
                <Secret label="Password, to delete the account" value={password} set={setPassword} />
                {user?.totp_enabled && (
                  <Field label="Code, to delete the account">
                    <input value={otp} onInput={(event) => setOtp(event.currentTarget.value.trim())} />
                  </Field>
                )}
              </div>
            </>
          }
          run={remove}
        >
          Delete the account
        </Ask>
      </div>
    </Card>
  );
}
