import { FakeClock } from '../../../test/fakes/fake-clock';
import { StoredChanges } from '../../common/stored-changes';
import { AnswerCache } from './answer-cache';

const MINUTE = 60_000;

async function add(cache: AnswerCache, key: string, characters: number): Promise<void> {
  const version = { version: 'v', isFresh: true, freshUntil: Infinity, states: new Map() };
  const { read } = await cache.checked(key, () => Promise.resolve(version));
  cache.set(key, { etag: '', text: { head: 'x'.repeat(characters), tail: '' } }, read, Infinity);
}

describe('cached answers', () => {
  it('keep a bounded number of characters, the last used ones', async () => {
    const cache = new AnswerCache(new FakeClock(MINUTE), new StoredChanges());
    for (let i = 0; i < 40; i++) await add(cache, `key ${i}`, 2 ** 20);
    expect(cache.characters).toBeLessThanOrEqual(2 ** 24);
    expect(cache.characters).toBeGreaterThan(2 ** 23);
    expect([cache.trusted('key 0'), cache.trusted('key 39') === null]).toEqual([null, false]);
  });

  it('of a minute leave when the next one has an answer', async () => {
    const clock = new FakeClock(MINUTE);
    const cache = new AnswerCache(clock, new StoredChanges());
    for (let i = 0; i < 5; i++) await add(cache, `key ${i}`, 1_000);
    clock.advance(MINUTE);
    await add(cache, 'next', 10);
    expect(cache.characters).toBeLessThan(100);
    expect(cache.trusted('next')).not.toBeNull();
  });

  it('that took longer than their minute are not kept', async () => {
    const clock = new FakeClock(MINUTE);
    const cache = new AnswerCache(clock, new StoredChanges());
    const version = { version: 'v', isFresh: true, freshUntil: Infinity, states: new Map() };
    const { read } = await cache.checked('slow', () => Promise.resolve(version));
    clock.advance(MINUTE);
    await add(cache, 'next', 10);
    cache.set('slow', { etag: '', text: { head: 'x'.repeat(1_000), tail: '' } }, read, Infinity);
    expect(cache.characters).toBeLessThan(100);
    expect(cache.trusted('next')).not.toBeNull();
  });
});
