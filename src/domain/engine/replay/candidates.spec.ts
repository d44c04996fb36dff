import fc from 'fast-check';
import { Candidates } from './candidates';

interface Item {
  key: string | null;
  place: number;
  index: number;
  isGone: boolean;
}

const byPlace = (a: Item, b: Item): number => a.place - b.place || a.index - b.index;

const firstOf = (items: readonly Item[], aside: ReadonlySet<Item>, except: string | null): Item | undefined =>
  items
    .filter((item) => !item.isGone && !aside.has(item) && (except === null || item.key !== except))
    .toSorted(byPlace)[0];

const key = fc.constantFrom('a', 'b', 'c', null);
const step = fc.oneof(
  fc.record({ kind: fc.constant('add' as const), key, place: fc.nat(20) }),
  fc.record({ kind: fc.constant('end' as const), key: fc.constantFrom('a', 'b', 'c', null) }),
  fc.record({ kind: fc.constant('set aside' as const), key: fc.constantFrom('a', 'b', 'c', null) }),
  fc.record({ kind: fc.constant('restore' as const) }),
);

it('finds the first item outside an order, as a sorted list does', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 80 }), (steps) => {
      const items: Item[] = [];
      const aside = new Set<Item>();
      const candidates = new Candidates<Item>(byPlace, ({ isGone }) => isGone);
      for (const [index, action] of steps.entries()) {
        if (action.kind === 'add') {
          const item = { key: action.key, place: action.place, index, isGone: false };
          items.push(item);
          candidates.add(item.key, item);
        } else if (action.kind === 'restore') {
          candidates.restore();
          aside.clear();
        } else {
          const item = candidates.first(action.key);
          if (item !== undefined && action.kind === 'end') item.isGone = true;
          if (item !== undefined && action.kind === 'set aside') {
            candidates.setAside(item.key, item);
            aside.add(item);
          }
        }
        for (const except of ['a', 'b', 'c', null])
          expect(candidates.first(except)).toBe(firstOf(items, aside, except));
      }
    }),
  );
});
