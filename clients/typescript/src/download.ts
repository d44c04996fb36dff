/** A file. */
export interface Download {
  /** Null when the service gives it no name. */
  readonly fileName: string | null;
  /** Media type, without parameters. */
  readonly type: string;
  readonly headers: Headers;
  /** The body; it can be read once. */
  text(): Promise<string>;
  bytes(): Promise<Uint8Array>;
  blob(): Promise<Blob>;
  /** The body as it arrives. Null for an empty one. */
  stream(): ReadableStream<Uint8Array> | null;
}

export function downloadOf(response: Response): Download {
  return {
    fileName: nameIn(response.headers.get('Content-Disposition')),
    type: typeOf(response),
    headers: response.headers,
    text: () => response.text(),
    bytes: async () => new Uint8Array(await response.arrayBuffer()),
    blob: () => response.blob(),
    stream: () => response.body,
  };
}

export const typeOf = (response: Response): string =>
  (response.headers.get('Content-Type') ?? '').split(';')[0]?.trim() ?? '';

const nameIn = (disposition: string | null): string | null =>
  /filename="([^"]*)"/.exec(disposition ?? '')?.[1] ?? null;
