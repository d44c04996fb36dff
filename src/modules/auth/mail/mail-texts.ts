import type { Mail } from '../../../ports/upstream/mailer';

/** ASCII. No text typed into a form is repeated, so that no form sends spam. */

/** Relative to PUBLIC_BASE_URL. */
const LINK_PAGES = {
  verify: 'verify-email',
  reset: 'reset-password',
  magic: 'magic-link',
  invitation: 'invitation',
} as const;
export type LinkKind = keyof typeof LINK_PAGES;

interface MailText {
  subject: string;
  before: readonly string[];
  after: readonly string[];
}

const MAIL_TEXTS = {
  verify: {
    subject: 'Verify your email address',
    before: [
      'Somebody, hopefully you, signed up with this email address. To open the account follow this link:',
    ],
    after: [
      'It is good for 24 hours. If it was not you, do nothing: without the link there will be no account.',
    ],
  },
  reset: {
    subject: 'Choose a new password',
    before: ['A new password was asked for your account. To choose one follow this link:'],
    after: [
      'It is good for one hour and works once; all sessions end with it.',
      'If it was not you, do nothing: your password stays as it is.',
    ],
  },
  magic: {
    subject: 'Your sign-in link',
    before: ['To sign in follow this link:'],
    after: ['It is good for 15 minutes and works once. If you did not ask for it, do nothing.'],
  },
  invitation: {
    subject: 'You are invited to tax records',
    before: [
      'Somebody invited you to work on the tax records of a client or to read them. To accept, log in with the',
      'account of this email address (sign up first if you have none), then follow this link:',
    ],
    after: ['It is good for 7 days and works once. If you do not know who it was, do nothing.'],
  },
} as const satisfies Record<LinkKind, MailText>;

export const linkOf = (baseUrl: string, kind: LinkKind, token: string): string =>
  `${baseUrl}/${LINK_PAGES[kind]}?token=${token}`;

export function linkMail(kind: LinkKind, to: string, baseUrl: string, token: string): Mail {
  const { subject, before, after } = MAIL_TEXTS[kind];
  const lines = [...before, '', linkOf(baseUrl, kind, token), '', ...after];
  return { to, subject, text: lines.join('\n'), token };
}

interface NoticeText {
  subject: string;
  lines: readonly string[];
}

/** NOTICE_TEXTS: change of how an account is accessed -> what its owner reads about it. */
const NOTICE_TEXTS = {
  password_changed: {
    subject: 'Your password was changed',
    lines: ['The password of your account was changed, and its other sessions were ended.'],
  },
  totp_on: {
    subject: 'A second factor was added',
    lines: ['A second factor was added to your account: a login now needs a code of the app.'],
  },
  totp_off: {
    subject: 'The second factor was removed',
    lines: ['The second factor of your account was removed: a login needs the password only.'],
  },
  recovery_codes: {
    subject: 'New recovery codes were made',
    lines: ['New recovery codes were made for your account. The ones before are not valid any more.'],
  },
} as const satisfies Record<string, NoticeText>;

export type NoticeKind = keyof typeof NOTICE_TEXTS;

export const isNotice = (kind: string): kind is NoticeKind => Object.hasOwn(NOTICE_TEXTS, kind);

/** Contains no link: the owner opens the service on their own. */
export function noticeMail(kind: NoticeKind, to: string): Mail {
  const { subject, lines } = NOTICE_TEXTS[kind];
  const all = [
    ...lines,
    '',
    'If it was not you, ask for a new password at once: all sessions end with it.',
    'Then check the second factor and the API keys of the account.',
  ];
  return { to, subject, text: all.join('\n'), token: null };
}

/** A second sign-up was requested for the address of an account. */
export function knownAccountMail(to: string): Mail {
  const lines = [
    'Somebody, perhaps you, tried to sign up with this email address. It has an account already:',
    'log in with it, or ask for a new password if you forgot yours.',
    '',
    'If it was not you, do nothing: your account was not touched.',
  ];
  return { to, subject: 'You already have an account', text: lines.join('\n'), token: null };
}
