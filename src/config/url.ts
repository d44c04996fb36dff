/**
 * @returns the URL a text spells, or null. `URL.canParse` of Node 20 does not know names beyond ASCII any more once it
 * has been called a few thousand times: its compiled form takes Latin-1 for UTF-8.
 */
export function urlOf(text: string): URL | null {
  try {
    return new URL(text);
  } catch {
    return null;
  }
}
