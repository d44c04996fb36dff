import { CostBasisClient } from '../../clients/typescript/src/client';
import type { Download } from '../../clients/typescript/src/download';
import { apiErrorOf } from '../../clients/typescript/src/errors';
import type { Entry, PagedInput, PagedOperation } from '../../clients/typescript/src/pages';

/** The one place that calls the service, by its generated client. Decimals stay the strings that the service sent. */

const HEADERS = { Accept: 'application/json', 'X-Console': '1' };
const AUTH = '/api/v1/auth/';

/** Called when the session has ended and cannot be refreshed. */
let onSessionEnd = (): void => undefined;
export const whenSessionEnds = (listener: () => void): void => {
  onSessionEnd = listener;
};

/** Sends the request once more with a new access token when the token has expired. */
const send: typeof fetch = async (input, init) => {
  const response = await fetch(input, init);
  const isOfSession = typeof input === 'string' && input.startsWith(AUTH);
  if (response.status !== 401 || isOfSession) return response;
  return (await refresh()) ? fetch(input, init) : response;
};

// A page without TLS on another host than this machine has no `randomUUID`, which the keys of requests need.
if (typeof crypto.randomUUID !== 'function') crypto.randomUUID = uuid;

export const service = new CostBasisClient({ baseUrl: '', fetch: send, headers: HEADERS, maxRetries: 1 });

/** Every entry of a list, at most those of `pages` pages. */
export async function listAll<Id extends PagedOperation>(
  id: Id,
  input: PagedInput<Id>,
  pages = 50,
): Promise<Entry<Id>[]> {
  const all: Entry<Id>[] = [];
  for await (const entry of service.iterate(id, { per_page: PER_PAGE, ...input })) {
    all.push(entry);
    if (all.length >= pages * PER_PAGE) break;
  }
  return all;
}
const PER_PAGE = 100;
/** Entries of a long list that are read first: each hundred is a request, and a day has a thousand. */
const FIRST_CHUNK = 20 * PER_PAGE;

export interface Chunk<T> {
  rows: T[];
  isLast: boolean;
}

/** A reader of a long list. Each call gives the next chunk, twice as long as the one before. */
export function chunksOf<Id extends PagedOperation>(
  id: Id,
  input: PagedInput<Id>,
): () => Promise<Chunk<Entry<Id>>> {
  const entries = service.iterate(id, { per_page: PER_PAGE, ...input });
  let size = FIRST_CHUNK;
  return async () => {
    const rows: Entry<Id>[] = [];
    while (rows.length < size) {
      const next = await entries.next();
      if (next.done === true) return { rows, isLast: true };
      rows.push(next.value);
    }
    size *= 2;
    return { rows, isLast: false };
  };
}

/** Routes of the console itself, which the document of the API leaves out. */
export async function askConsole<T>(method: 'GET' | 'POST', path = ''): Promise<T> {
  const response = await fetch(`${AUTH}console${path}`, { method, headers: HEADERS });
  if (!response.ok) throw await apiErrorOf(response);
  return ((await response.json()) as { data: T }).data;
}

/** Stores a file under the name that the service gives it, with the name of its source in place of the id. */
export async function save(file: Download, of?: { id: string; name: string }): Promise<void> {
  const url = URL.createObjectURL(await file.blob());
  const link = document.createElement('a');
  link.href = url;
  const name = file.fileName ?? 'download';
  link.download = of ? name.replace(new RegExp(of.id, 'i'), slug(of.name)) : name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}

/** `Client A` -> `client-a`. */
const slug = (name: string): string =>
  name
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '') || 'source';

let refreshing: Promise<boolean> | null = null;

/** A new access token by the refresh cookie. Without one the cookies are removed, and the caller is anonymous. */
export function refresh(): Promise<boolean> {
  refreshing ??= (async () => {
    const renewed = await fetch(`${AUTH}refresh`, { method: 'POST', headers: HEADERS });
    if (renewed.ok) return true;
    await fetch(`${AUTH}logout`, { method: 'POST', headers: HEADERS });
    onSessionEnd();
    return false;
  })().finally(() => {
    refreshing = null;
  });
  return refreshing;
}

function uuid(): ReturnType<Crypto['randomUUID']> {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20)}`;
}
