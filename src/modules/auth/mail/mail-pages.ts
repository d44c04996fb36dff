import type { LinkKind } from './mail-texts';

/** Contains no input of a caller. The token stays in the address bar until the script takes it. */

interface Page {
  title: string;
  text: string;
  button: string;
  /** Relative, so that the service may run under a path. */
  action: string;
  done: string;
  asksPassword?: true;
}

const PAGES = {
  verify: {
    title: 'Verify your email address',
    text: 'Choose the password of your account, at least 8 characters. It replaces the one of the sign-up.',
    button: 'Open account',
    action: 'api/v1/auth/verify-email',
    done: 'Your address is verified. You can log in now.',
    asksPassword: true,
  },
  reset: {
    title: 'Choose a new password',
    text: 'At least 8 characters. All sessions of your account end.',
    button: 'Save password',
    action: 'api/v1/auth/reset-password',
    done: 'Your password is changed. You can log in with it now.',
    asksPassword: true,
  },
  magic: {
    title: 'Sign in',
    text: 'The link works once.',
    button: 'Sign in',
    action: 'api/v1/auth/magic-link/verify',
    done: 'You are signed in.',
  },
  invitation: {
    title: 'Accept an invitation',
    text: 'You have to be logged in with the account of the invited address.',
    button: 'Accept',
    action: 'api/v1/space-invitations/accept',
    done: 'Accepted. You find the portfolio in your list.',
  },
} as const satisfies Record<LinkKind, Page>;

const PASSWORD_FIELD =
  '<label>Password <input name="password" type="password" minlength="8" maxlength="128" autocomplete="new-password" required></label>';

const html = ({ title, text, button, action, done, asksPassword }: Page): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title}</title>
<style>body{font:1rem/1.5 system-ui,sans-serif;max-width:28rem;margin:4rem auto;padding:0 1rem}button,input{font:inherit;padding:.4rem .8rem}label{display:block;margin:1rem 0}</style>
<script src="mail-link.js" defer></script>
</head>
<body>
<main>
<h1>${title}</h1>
<p>${text}</p>
<form method="post" data-action="${action}" data-done="${done}">
${asksPassword ? PASSWORD_FIELD : ''}
<button type="submit">${button}</button>
</form>
<p role="status"></p>
<noscript><p>This page needs JavaScript.</p></noscript>
</main>
</body>
</html>
`;

export const MAIL_PAGES: Readonly<Record<LinkKind, string>> = {
  verify: html(PAGES.verify),
  reset: html(PAGES.reset),
  magic: html(PAGES.magic),
  invitation: html(PAGES.invitation),
};

export const PAGE_SCRIPT = `'use strict';
const token = new URLSearchParams(location.search).get('token') ?? '';
history.replaceState(null, '', location.pathname);
const form = document.querySelector('form');
const status = document.querySelector('[role=status]');
form.addEventListener('submit', async (event) => {
  event.preventDefault();
  const button = form.querySelector('button');
  button.disabled = true;
  const password = form.elements.namedItem('password');
  const body = password ? { token, password: password.value } : { token };
  try {
    const response = await fetch(form.dataset.action, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });
    const answer = await response.json();
    status.textContent = answer.success ? form.dataset.done : (answer.error?.message ?? 'That did not work.');
    if (answer.success) form.hidden = true;
    else button.disabled = false;
    if (answer.data?.redirect_url) location.assign(answer.data.redirect_url);
  } catch {
    status.textContent = 'The service cannot be reached. Try again.';
    button.disabled = false;
  }
});
`;
