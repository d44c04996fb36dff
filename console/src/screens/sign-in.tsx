import { useState } from 'preact/hooks';
import { service } from '../api';
import { useApp } from '../state';
import { Action, Card, Field } from '../ui';
import { LEAST_PASSWORD } from './account/security';

export function SignIn() {
  const { reload } = useApp();
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [otp, setOtp] = useState('');
  const logIn = async (): Promise<void> => {
    await service.logIn({ body: { email: email.trim(), password, ...(otp === '' ? {} : { otp }) } });
    await reload();
  };
  return (
    <div class="columns">
      <SignUp />
      <Card title="Log in">
        <form class="form" onSubmit={(event) => event.preventDefault()}>
          <Field label="E-mail">
            <input
              type="email"
              autocomplete="username"
              value={email}
              onInput={(event) => setEmail(event.currentTarget.value)}
            />
          </Field>
          <Field label="Password">
            <input
              type="password"
              autocomplete="current-password"
              value={password}
              onInput={(event) => setPassword(event.currentTarget.value)}
            />
          </Field>
          <Field label="Code of the second factor, if there is one">
            <input
              autocomplete="one-time-code"
              value={otp}
              onInput={(event) => setOtp(event.currentTarget.value.trim())}
            />
          </Field>
          <div class="row">
            <Action run={logIn} kind="primary">
              Log in
            </Action>
          </div>
        </form>
        <Reset />
      </Card>
    </div>
  );
}

function SignUp() {
  const { settings, reload } = useApp();
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [token, setToken] = useState('');
  const [accepted, setAccepted] = useState(false);
  const [message, setMessage] = useState<string | null>(null);
  const isReady = email.trim() !== '' && password.length >= LEAST_PASSWORD && accepted;
  const where =
    settings.mail_folder === null ? 'Open your mail.' : `The mail is a file in ${settings.mail_folder}.`;
  const signUp = async (): Promise<void> => {
    await service.signUp({
      body: { email: email.trim(), password, full_name: '', accepted_terms: accepted },
    });
    setMessage(`A mail with a code was sent. ${where}`);
  };
  const verify = async (): Promise<void> => {
    await service.verifyEmail({ body: { token: token.trim(), password } });
    await service.logIn({ body: { email: email.trim(), password } });
    await reload();
  };
  return (
    <Card title="Make an account">
      <form class="form" onSubmit={(event) => event.preventDefault()}>
        <Field label="E-mail of the new account">
          <input type="email" value={email} onInput={(event) => setEmail(event.currentTarget.value)} />
        </Field>
        <Field label="New password" hint={`At least ${LEAST_PASSWORD} characters`}>
          <input
            type="password"
            autocomplete="new-password"
            value={password}
            onInput={(event) => setPassword(event.currentTarget.value)}
          />
        </Field>
        <label class="switch">
          <input
            type="checkbox"
            checked={accepted}
            onChange={(event) => setAccepted(event.currentTarget.checked)}
          />
          <span>I accept the terms of this service</span>
        </label>
        <div class="row">
          {isReady ? (
            <Action run={signUp} kind={message === null ? 'primary' : ''}>
              Make the account
            </Action>
          ) : (
            <span class="note">Fill in the fields, and accept the terms.</span>
          )}
        </div>
        {message !== null && (
          <p class="notice" role="status">
            {message}
          </p>
        )}
        {message !== null && (
          <>
            <Field label="Code of the mail">
              <input value={token} onInput={(event) => setToken(event.currentTarget.value)} />
            </Field>
            <div class="row">
              <Action run={verify} kind="primary">
                Verify and log in
              </Action>
            </div>
          </>
        )}
      </form>
    </Card>
  );
}

/** A password that is forgotten, by a mail to its owner. */
function Reset() {
  const { settings, tell, reload } = useApp();
  const [email, setEmail] = useState('');
  const [isSent, setSent] = useState(false);
  const [token, setToken] = useState('');
  const [password, setPassword] = useState('');
  const ask = async (): Promise<void> => {
    await service.requestPasswordReset({ body: { email: email.trim() } });
    setSent(true);
  };
  const set = async (): Promise<void> => {
    await service.resetPassword({ body: { token: token.trim(), password } });
    tell('The password is changed. Log in with it.');
    setSent(false);
    await reload();
  };
  return (
    <details>
      <summary>Forgot the password?</summary>
      <form class="form" onSubmit={(event) => event.preventDefault()}>
        <Field label="E-mail of the account">
          <input type="email" value={email} onInput={(event) => setEmail(event.currentTarget.value)} />
        </Field>
        {email.trim() !== '' && !isSent && <Action run={ask}>Send a code</Action>}
        {isSent && (
          <>
            <p class="notice" role="status">
              If the address has an account, a mail with a code was sent.
              {settings.mail_folder !== null && ` The mail is a file in ${settings.mail_folder}.`}
            </p>
            <Field label="Code to change the password">
              <input value={token} onInput={(event) => setToken(event.currentTarget.value)} />
            </Field>
            <Field label="Password from now on" hint={`At least ${LEAST_PASSWORD} characters`}>
              <input
                type="password"
                autocomplete="new-password"
                value={password}
                onInput={(event) => setPassword(event.currentTarget.value)}
              />
            </Field>
            {token.trim() !== '' && password.length >= LEAST_PASSWORD && (
              <Action run={set} kind="primary">
                Change the password
              </Action>
            )}
          </>
        )}
      </form>
    </details>
  );
}
