import type { Sliced } from '../domain/kernel/slices';
import { inTurns, mapInTurns, startNew } from './turns';

function* longWork(): Sliced<string> {
  for (let part = 0; part < 20; part++) {
    for (const until = performance.now() + 5; performance.now() < until;);
    yield;
  }
  return 'whole';
}

describe('work in turns', () => {
  it('goes on while requests never end', async () => {
    let requests = 0;
    const arriving = setInterval(() => startNew('request', `never ${requests++}`), 1);
    await expect(inTurns(longWork())).resolves.toBe('whole');
    clearInterval(arriving);
    expect(requests).toBeGreaterThan(0);
  });

  it('maps a list in its order', async () => {
    const items = Array.from({ length: 1_000 }, (_, i) => i);
    const { signal } = new AbortController();
    await expect(mapInTurns(items, (item) => item * 2, signal)).resolves.toEqual(
      items.map((item) => item * 2),
    );
  });
});
