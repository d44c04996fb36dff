import { askConsole } from './api';
import { linkTo, useApp } from './state';
import { Action } from './ui';

export function NeedsAccount({ title }: { title: string }) {
  return (
    <>
      <h1>{title}</h1>
      <p class="empty">This screen belongs to an account.</p>
      <div class="row">
        <OpenDemo />
        <a class="button" href={linkTo('account')}>
          Log in or sign up
        </a>
      </div>
    </>
  );
}

/** One click: a session of the demo account. */
export function OpenDemo() {
  const { settings, user, reload } = useApp();
  if (!settings.demo_account || user) return null;
  const open = async (): Promise<void> => {
    await askConsole('POST', '/demo-session');
    await reload();
  };
  return (
    <Action run={open} kind="primary">
      Open the demo account
    </Action>
  );
}
