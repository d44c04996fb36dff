import fc from 'fast-check';
import {
  comparePositions,
  onePage,
  pageInOrder,
  paginate,
  sortInOrder,
  type Order,
  type Page,
  type Position,
} from './page';

interface Row {
  at: number;
  id: string;
}
const ORDER: Order<Row> = { positionOf: ({ at, id }) => [at, id] };

function readAll(
  list: Row[],
  order: Order<Row>,
  perPage: number,
  meanwhile: (page: number) => void,
): string[] {
  const seen: string[] = [];
  let after: Position | null = null;
  for (let page = 1; ; page++) {
    const found: Page<Row> = pageInOrder(sortInOrder([...list], order), { page, perPage, after }, order);
    seen.push(...found.items.map(({ id }) => id));
    after = found.next ?? null;
    if (after === null) return seen;
    meanwhile(page);
  }
}

it.each([false, true])(
  'a reader sees each stable row once while 10,000 rows arrive (descending: %s)',
  (isDescending) => {
    const stable = Array.from({ length: 2_000 }, (_, i) => ({ at: (i * 37) % 500, id: `s${i}` }));
    const list = [...stable];
    const perPage = 50;
    let arrived = 0;
    const seen = readAll(list, { ...ORDER, isDescending }, perPage, () => {
      for (let i = 0; i < 250 && arrived < 10_000; i++, arrived++)
        list.push({ at: (arrived * 61) % 500, id: `n${arrived}` });
    });
    expect(arrived).toBe(10_000);
    expect(seen.filter((id) => id.startsWith('s')).toSorted()).toEqual(stable.map(({ id }) => id).toSorted());
    expect(new Set(seen).size).toBe(seen.length);
  },
);

it('rows that go, the one at the position too, hide no stable row', () => {
  const row = fc.record({ at: fc.integer({ min: 0, max: 20 }), isStable: fc.boolean() });
  fc.assert(
    fc.property(
      fc.array(row, { maxLength: 80 }),
      fc.integer({ min: 1, max: 9 }),
      fc.boolean(),
      (rows, perPage, isDescending) => {
        const all = rows.map(({ at, isStable }, i) => ({ at, id: `${isStable ? 's' : 'n'}${i}` }));
        let list = all;
        const seen: string[] = [];
        let after: Position | null = null;
        const order = { ...ORDER, isDescending };
        do {
          const found: Page<Row> = pageInOrder(
            sortInOrder([...list], order),
            { page: 1, perPage, after },
            order,
          );
          seen.push(...found.items.map(({ id }) => id));
          after = found.next ?? null;
          list = list.filter(({ id }) => id.startsWith('s'));
        } while (after !== null);
        const isStable = (id: string) => id.startsWith('s');
        return (
          new Set(seen).size === seen.length &&
          seen.filter(isStable).length === all.filter(({ id }) => isStable(id)).length
        );
      },
    ),
  );
});

it('a page by number is as before, and has a position where more follow', () => {
  const rows = Array.from({ length: 5 }, (_, i) => ({ at: i, id: String(i) }));
  for (const page of [1, 2, 3, 4]) {
    const found = pageInOrder(rows, { page, perPage: 2, after: null }, ORDER);
    expect({ ...found, next: undefined }).toEqual({ ...paginate(rows, page, 2), next: undefined });
    expect(found.next).toEqual(page < 3 ? [page * 2 - 1, String(page * 2 - 1)] : null);
  }
});

it('positions compare part by part', () => {
  expect(comparePositions([1, 'b'], [1, 'a'])).toBe(1);
  expect(comparePositions([1n, 5], [2n, 1])).toBe(-1);
  expect(comparePositions([3, 'x'], [3, 'x'])).toBe(0);
});

it.each([
  [['a', 'b'], 2],
  [[], 1],
])('one page holds every entry of %j', (items, perPage) => {
  expect(onePage<string>(items)).toEqual({ items, page: 1, perPage, total: items.length });
});
