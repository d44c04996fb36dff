/**
 * Null for an invalid URL. `URL.canParse` of Node 20 rejects non-ASCII names after a few thousand calls, because its
 * compiled form reads Latin-1 as UTF-8.
 */
export function urlOf(text: string): URL | null {
  try {
    return new URL(text);
  } catch {
    return null;
  }
}
