/** The one place that calls the service. Decimals stay the strings that the service sent. */

export interface Pagination {
  page: number;
  per_page: number;
  total: number;
  total_pages: number;
  has_more: boolean;
}

export interface Answer<T> {
  data: T;
  pagination: Pagination | null;
  meta: Record<string, unknown>;
}

export class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    readonly details: Record<string, unknown>,
  ) {
    super(message);
  }
}

export type Query = Record<string, string | number | boolean | undefined>;

const HEADERS = { Accept: 'application/json', 'X-Console': '1' };
const MAX_WAIT_SECONDS = 60;

/** Called when the session has ended and cannot be refreshed. */
let onSessionEnd = (): void => undefined;
export const whenSessionEnds = (listener: () => void): void => {
  onSessionEnd = listener;
};

export const get = <T>(path: string, query: Query = {}, signal?: AbortSignal): Promise<Answer<T>> =>
  call<T>('GET', path + queryOf(query), undefined, signal);
export const post = <T>(path: string, body?: unknown): Promise<Answer<T>> => call<T>('POST', path, body);
export const put = <T>(path: string, body: unknown, query: Query = {}): Promise<Answer<T>> =>
  call<T>('PUT', path + queryOf(query), body);
export const remove = <T>(path: string, query: Query = {}): Promise<Answer<T>> =>
  call<T>('DELETE', path + queryOf(query));

/** Every page of a list, at most `pages` of them. */
export async function getAll<T>(path: string, query: Query = {}, pages = 50): Promise<T[]> {
  const all: T[] = [];
  for (let page = 1; page <= pages; page += 1) {
    const { data, pagination } = await get<T[]>(path, { per_page: 100, ...query, page });
    all.push(...data);
    if (!pagination?.has_more) break;
  }
  return all;
}

/** Stores a file that the service makes, under the name that the service gives it. */
export async function download(path: string, query: Query): Promise<void> {
  const response = await fetch(path + queryOf(query), { headers: { 'X-Console': '1' } });
  if (!response.ok) throw await errorOf(response);
  const name = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1];
  const url = URL.createObjectURL(await response.blob());
  const link = document.createElement('a');
  link.href = url;
  link.download = name ?? 'download';
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}

export function queryOf(query: Query): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== '');
  const text = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
  return text === '' ? '' : `?${text}`;
}

async function call<T>(
  method: string,
  path: string,
  body?: unknown,
  signal?: AbortSignal,
  isRetry = false,
): Promise<Answer<T>> {
  const isForm = body instanceof FormData;
  const response = await fetch(path, {
    method,
    headers: body === undefined || isForm ? HEADERS : { ...HEADERS, 'Content-Type': 'application/json' },
    body: body === undefined ? null : isForm ? body : JSON.stringify(body),
    ...(signal ? { signal } : {}),
  });
  if (response.ok) return answerOf<T>(await response.json());
  if (!isRetry && (await canRetry(response, path))) return call<T>(method, path, body, signal, true);
  throw await errorOf(response);
}

function answerOf<T>(body: unknown): Answer<T> {
  const envelope = body as {
    success?: boolean;
    data?: T;
    pagination?: Pagination;
    meta?: Record<string, unknown>;
  };
  if (envelope.success === true && 'data' in envelope) {
    const { data, pagination = null, meta = {}, ...flags } = envelope as Required<typeof envelope>;
    return { data, pagination, meta: { ...flags, ...meta } };
  }
  return { data: body as T, pagination: null, meta: {} };
}

async function canRetry(response: Response, path: string): Promise<boolean> {
  if (response.status === 401 && !path.startsWith('/api/v1/auth/')) return refresh();
  const wait = Number(response.headers.get('retry-after') ?? NaN);
  if (response.status !== 429 || !(wait <= MAX_WAIT_SECONDS)) return false;
  await new Promise((resolve) => setTimeout(resolve, wait * 1000));
  return true;
}

let refreshing: Promise<boolean> | null = null;

/** A new access token by the refresh cookie. Without one the cookies are removed, and the caller is anonymous. */
export function refresh(): Promise<boolean> {
  refreshing ??= (async () => {
    const renewed = await fetch('/api/v1/auth/refresh', { method: 'POST', headers: HEADERS });
    if (renewed.ok) return true;
    await fetch('/api/v1/auth/logout', { method: 'POST', headers: HEADERS });
    onSessionEnd();
    return false;
  })().finally(() => {
    refreshing = null;
  });
  return refreshing;
}

async function errorOf(response: Response): Promise<ApiError> {
  const body = (await response.json().catch(() => ({}))) as {
    error?: { code?: string; message?: string; details?: Record<string, unknown> };
    detail?: unknown;
  };
  const { code = `HTTP_${response.status}`, message, details = {} } = body.error ?? {};
  const text =
    message ?? (typeof body.detail === 'string' ? body.detail : `The service answered ${response.status}`);
  return new ApiError(response.status, code, text, details);
}
