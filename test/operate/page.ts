/** Value of the one sample whose labels contain these; null when there is none. */
export function valueOf(page: string, name: string, labels: Record<string, string> = {}): number | null {
  const lines = page.split('\n').filter((line) => line.startsWith(`${name}{`) || line.startsWith(`${name} `));
  const wanted = Object.entries(labels).map(([label, value]) => `${label}="${value}"`);
  const [line] = lines.filter((candidate) => wanted.every((text) => candidate.includes(text)));
  return line === undefined ? null : Number(line.slice(line.lastIndexOf(' ')));
}
