import { RowChanges } from './row-changes';

describe('changes of stored rows', () => {
  const noted = (): RowChanges => {
    const changes = new RowChanges();
    changes.note('a', 1, 2, 700);
    changes.note('a', 2, 3, 500);
    changes.note('a', 3, 4, 900);
    return changes;
  };

  it('tells the lowest block of all changes between two revisions', () => {
    expect(noted().since('a', 1, 4)).toBe(500);
    expect(noted().since('a', 3, 4)).toBe(900);
    expect(noted().since('a', 1, 2)).toBe(700);
  });

  it('tells nothing when a change between the two is not known', () => {
    const changes = noted();
    // Revision 5 was made by another process.
    changes.note('a', 5, 6, 950);
    expect(changes.since('a', 4, 6)).toBeNull();
    expect(changes.since('a', 5, 6)).toBe(950);
    expect(changes.since('a', 0, 4)).toBeNull();
    expect(changes.since('a', 4, 4)).toBeNull();
    expect(changes.since('b', 1, 2)).toBeNull();
  });

  it('forgets the oldest of many changes', () => {
    const changes = new RowChanges();
    for (let i = 0; i < 60; i++) changes.note('a', i, i + 1, 1_000 - i);
    expect(changes.since('a', 0, 60)).toBeNull();
    expect(changes.since('a', 10, 60)).toBe(941);
  });
});
