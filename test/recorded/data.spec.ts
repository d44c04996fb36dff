import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { sharedPath } from '../support/shared';
import { DATA_DIR, dataNames, readData } from './data';
import { type Recording, recordedProviders, recordingsOf } from './recordings';

describe('the recorded data', () => {
  it('is described file by file', () => {
    const page = readFileSync(join(__dirname, 'README.md'), 'utf8');
    const described = [...page.matchAll(/^\| `([\w-]+)(?:<provider>)?` +\|/gm)].map(([, name = '']) => name);
    const isDescribed = (name: string) => described.includes(name.startsWith('answers-') ? 'answers-' : name);
    expect(dataNames().filter((name) => !isDescribed(name))).toEqual([]);
    expect(new Set(described).size).toBe(
      new Set(dataNames().map((n) => n.replace(/^(answers-).*/, '$1'))).size,
    );
  });

  it('takes at most 15 MB', () => {
    const sizes = readdirSync(DATA_DIR).map((file) => statSync(join(DATA_DIR, file)).size);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(15_000_000);
  });
});

/** An extra: only where the sources lie beside the checkout. */
const recorded = sharedPath('data/recorded');
if (recorded !== null)
  describe('the recorded data and its sources', () => {
    const withoutKeys = (url: string) =>
      url.replace(/([?&])(?:api_?key|x_cg_\w+)=REDACTED&?/gi, '$1').replace(/[?&]$/, '');

    it.each(recordedProviders())('hold the same answers of %s', (provider) => {
      const lines = readFileSync(join(recorded, `${provider}.jsonl`), 'utf8').split('\n');
      const sources = lines.filter(Boolean).map((line) => JSON.parse(line) as Recording);
      const shown = ({ request, response }: Recording) => [
        request.method,
        withoutKeys(request.url),
        request.body?.params ?? null,
        response.status,
        typeof response.body,
      ];
      expect(recordingsOf(provider).map(shown)).toEqual(sources.map(shown));
    });

    it('hold the same prices', () => {
      const text = readFileSync(sharedPath('data/derived/daily_usd.csv') ?? '', 'utf8');
      const rows = text.trim().split('\n').slice(1);
      const closes = new Map(
        rows.map((row) => {
          const [symbol, day, usd] = row.split(',');
          return [`${symbol} ${day}`, Number(usd)];
        }),
      );
      const ours = readData<Record<string, { first: string; usd: (number | null)[] }>>('daily-prices');
      const wrong = Object.entries(ours).flatMap(([symbol, { first, usd }]) =>
        usd.flatMap((price, i) => {
          const day = new Date(Date.parse(first) + i * 86_400_000).toISOString().slice(0, 10);
          return price === (closes.get(`${symbol} ${day}`) ?? null) ? [] : [`${symbol} ${day}`];
        }),
      );
      expect(wrong).toEqual([]);
    });
  });
