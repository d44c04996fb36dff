import type { Cells } from './cells';

/**
 * A row of an API -> cells. A field of an object has the path as its name: `network.hash`. Empty fields are left out.
 * Numbers must be text already: a number of JSON loses digits.
 */
export function flatCells(row: Readonly<Record<string, unknown>>): Cells {
  const cells: Record<string, string> = {};
  add(cells, '', row);
  return cells;
}

function add(cells: Record<string, string>, path: string, value: unknown): void {
  if (value === null || value === undefined || value === '') return;
  if (typeof value === 'object') {
    for (const [name, inner] of Object.entries(value))
      add(cells, path === '' ? name : `${path}.${name}`, inner);
    return;
  }
  if (typeof value === 'string' || typeof value === 'boolean' || typeof value === 'number')
    cells[path] = String(value);
}
