import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { until } from '../support/until';

/** Where the application under test is, and where its mails land. */
export interface Target {
  url: string;
  dataDir: string;
}

export interface Answer {
  status: number;
  headers: Headers;
  text: string;
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- tests look into bodies of any shape
  body: any;
}

interface Options {
  /** JSON, or a form with files. */
  body?: unknown;
  /** Access token. */
  token?: string;
  headers?: Record<string, string>;
}

export async function call(
  { url }: Pick<Target, 'url'>,
  method: string,
  path: string,
  { body, token, headers = {} }: Options = {},
): Promise<Answer> {
  const isForm = body instanceof FormData;
  const response = await fetch(url + path, {
    method,
    body: body === undefined ? undefined : isForm ? body : JSON.stringify(body),
    headers: {
      ...(body === undefined || isForm ? {} : { 'Content-Type': 'application/json' }),
      ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
      ...headers,
    },
  });
  const text = await response.text();
  const isJson = (response.headers.get('content-type') ?? '').includes('json');
  return { status: response.status, headers: response.headers, text, body: isJson ? JSON.parse(text) : null };
}

export const post = (target: Pick<Target, 'url'>, path: string, body?: unknown, options: Options = {}) =>
  call(target, 'POST', path, { body, ...options });

export interface MailFile {
  file: string;
  raw: string;
  subject: string;
  /** Header X-Token. */
  token: string | null;
  link: string | null;
}

/** Mails to an address, oldest first, as they lie in DATA_DIR/mail. */
export async function mailsTo({ dataDir }: Pick<Target, 'dataDir'>, email: string): Promise<MailFile[]> {
  const folder = join(dataDir, 'mail');
  const names = await readdir(folder).catch(() => [] as string[]);
  const files = names.filter((name) => name.endsWith(`-${email}.eml`)).sort();
  return Promise.all(
    files.map(async (file) => {
      const raw = await readFile(join(folder, file), 'utf8');
      const header = (name: string) => new RegExp(`^${name}: (.*)\r$`, 'm').exec(raw)?.[1] ?? null;
      const link = /https?:\/\/\S+\?token=\S+/.exec(raw)?.[0] ?? null;
      return { file, raw, subject: header('Subject') ?? '', token: header('X-Token'), link };
    }),
  );
}

/** Reports of a change, which come beside the mails that a test orders. */
const NOTICE = /was changed$|second factor was|recovery codes were/;

/** Waits until the owner of an address has been sent so many reports. @returns their subjects, oldest first */
export async function notices(target: Target, email: string, count: number): Promise<string[]> {
  return until(
    async () =>
      (await mailsTo(target, email)).map(({ subject }) => subject).filter((one) => NOTICE.test(one)),
    ({ length }) => length >= count,
  );
}

/** Waits until so many mails, apart from reports, have come to an address. @returns the latest */
export async function mail(target: Target, email: string, count = 1): Promise<MailFile> {
  const mails = await until(
    async () => (await mailsTo(target, email)).filter(({ subject }) => !NOTICE.test(subject)),
    ({ length }) => length >= count,
  );
  return mails.at(-1) as MailFile;
}

export const PASSWORD = 'a long and rare passphrase';

export interface Account {
  id: string;
  email: string;
  token: string;
  refreshToken: string;
}

let number = 0;
export const someEmail = (): string => `someone-${++number}-${Date.now()}@example.com`;

export const signup = (target: Target, email: string, password = PASSWORD, more: object = {}) =>
  post(target, '/api/v1/auth/signup', { email, password, accepted_terms: true, ...more });

let networks = 0;
/** An address in another network (/24) each time, where the application trusts its proxy. */
export const somewhere = (): string => {
  networks = (networks + 1) % 256 ** 2;
  return `10.${Math.floor(networks / 256)}.${networks % 256}.1`;
};

export const login = (target: Target, email: string, password = PASSWORD, headers = {}) =>
  post(
    target,
    '/api/v1/auth/login',
    { email, password },
    { headers: { 'X-Forwarded-For': somewhere(), ...headers } },
  );

/** Sign up, follow the link, log in. */
export async function account(target: Target, email = someEmail(), password = PASSWORD): Promise<Account> {
  await signup(target, email, password);
  await verify(target, (await mail(target, email)).token);
  return signIn(target, email, password);
}

export async function signIn(target: Target, email: string, password = PASSWORD): Promise<Account> {
  const { status, body } = await login(target, email, password);
  if (status !== 200) throw new Error(`login of ${email}: ${JSON.stringify(body)}`);
  return { id: body.data.id, email, token: body.data.access_token, refreshToken: body.data.refresh_token };
}

export const verify = (target: Target, token: string | null) =>
  post(target, '/api/v1/auth/verify-email', { token });

/** `name=value` of the cookies an answer sets. */
export const cookiesOf = ({ headers }: Answer): Record<string, { value: string; attributes: string }> =>
  Object.fromEntries(
    headers.getSetCookie().map((line) => {
      const [pair = '', ...attributes] = line.split('; ');
      const cut = pair.indexOf('=');
      return [pair.slice(0, cut), { value: pair.slice(cut + 1), attributes: attributes.join('; ') }];
    }),
  );

export const codeOf = ({ status, body }: Answer): unknown[] => [status, body?.error?.code];
