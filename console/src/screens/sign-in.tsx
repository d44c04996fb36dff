import { useState } from 'preact/hooks';
import { service } from '../api';
import { useApp } from '../state';
import { Action, Card, Field } from '../ui';

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
      </Card>
      <SignUp />
    </div>
  );
}

function SignUp() {
  const { settings } = useApp();
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [token, setToken] = useState('');
  const [accepted, setAccepted] = useState(false);
  const [message, setMessage] = useState<string | null>(null);
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
    setMessage('The address is verified. Log in.');
  };
  return (
    <Card title="Sign up">
      <form class="form" onSubmit={(event) => event.preventDefault()}>
        <Field label="E-mail of the new account">
          <input type="email" value={email} onInput={(event) => setEmail(event.currentTarget.value)} />
        </Field>
        <Field label="New password">
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
          <Action run={signUp}>Sign up</Action>
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
              <Action run={verify}>Verify</Action>
            </div>
          </>
        )}
      </form>
    </Card>
  );
}
