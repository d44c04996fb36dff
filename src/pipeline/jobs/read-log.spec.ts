import { ReadLog } from './read-log';

it('writes a line every five seconds, and one at the end', () => {
  const lines: string[] = [];
  let now = 0;
  const log = new ReadLog(
    'ethereum',
    '0xab',
    (line) => lines.push(line),
    () => now,
  );
  for (const [at, rows, share] of [
    [1_000, 100, 0.1],
    [5_000, 100, 0.25],
    [6_000, 100, 0.3],
    [10_500, 50, undefined],
  ] as const) {
    now = at;
    log.page(rows, share);
  }
  now = 12_340;
  log.end();
  expect(lines).toEqual([
    'ethereum 0xab: 200 rows so far, about 25 %',
    'ethereum 0xab: 350 rows so far',
    'ethereum 0xab: 350 new rows in 12.3 s',
  ]);
});
