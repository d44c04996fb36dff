const MAX_TEXT = 300;
const NAMED_KEY =
  /\b(api[-_]?key|apikey|access[-_]?token|token|x-cg-(?:demo|pro)-api-key|key)(["']?\s*[=:]\s*["']?)[^\s&"',;]+/gi;

/** Makes upstream text safe to pass on: removes configured secrets, one line, at most 300 characters. */
export function redact(text: string, secrets: readonly string[]): string {
  let clean = text;
  for (const secret of secrets) {
    if (secret.length < 4) continue;
    clean = clean.replaceAll(secret, '***').replaceAll(encodeURIComponent(secret), '***');
  }
  clean = clean
    .replace(NAMED_KEY, '$1$2***')
    .replace(/[\u0000-\u001f\u007f\s]+/g, ' ')
    .trim();
  return clean.length > MAX_TEXT ? `${clean.slice(0, MAX_TEXT - 1)}…` : clean;
}
