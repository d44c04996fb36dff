import { Stall } from './stall';

const reports = (observations: readonly [isWaiting: boolean, now: number][]) => {
  const stall = new Stall(100);
  return observations.map(([isWaiting, now]) => stall.observe(isWaiting, now));
};

it('reports a wait once it has lasted as long as the limit, and its end', () => {
  const waits = [0, 99, 100, 101, 5_000].map((now): [boolean, number] => [true, now]);
  expect(reports([...waits, [false, 5_001], [false, 5_002]])).toEqual([
    ...[null, null, 'stalled', null, null],
    ...['resumed', null],
  ]);
});

it('reports no short wait, regardless of their number', () => {
  const pairs = Array.from({ length: 20 }, (_, i): [boolean, number] => [i % 2 === 0, i * 90]);
  expect(reports(pairs)).toEqual(pairs.map(() => null));
});

it('reports a second wait like the first', () => {
  expect(reports([true, true, false, true, true, false].map((waits, i) => [waits, i * 100]))).toEqual([
    ...[null, 'stalled', 'resumed'],
    ...[null, 'stalled', 'resumed'],
  ]);
});
