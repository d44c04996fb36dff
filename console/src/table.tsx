import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';

export interface Column<T> {
  name: string;
  isNumber?: boolean;
  cell: (row: T) => ComponentChildren;
}

interface TableProps<T> {
  label: string;
  columns: Column<T>[];
  rows: readonly T[];
  keyOf: (row: T, index: number) => string;
  empty: ComponentChildren;
  /** The row that is open beside the table. */
  isMarked?: (row: T) => boolean;
}

const ROW_HEIGHT = 44;
const OVERSCAN = 20;
/** Rows kept in the document, whatever the length of the table. */
const MAX_ROWS = 120;

/** A table of fixed row height that keeps only the visible rows in the document. */
export function Table<T>({ label, columns, rows, keyOf, empty, isMarked }: TableProps<T>) {
  const isNarrow = useNarrow();
  const frame = useRef<HTMLDivElement>(null);
  const [first, setFirst] = useState(0);
  // Another question begins with another row; rows that are added at the end keep the place.
  const head = rows[0] === undefined ? '' : keyOf(rows[0], 0);
  useEffect(() => {
    setFirst(0);
    if (frame.current) frame.current.scrollTop = 0;
  }, [head]);
  if (rows.length === 0) return <p class="empty">{empty}</p>;
  if (isNarrow)
    return <Cards label={label} columns={columns} rows={rows} keyOf={keyOf} isMarked={isMarked} />;
  const start = Math.max(0, Math.min(first - OVERSCAN, rows.length - MAX_ROWS));
  const shown = rows.slice(start, start + MAX_ROWS);
  const onScroll = (): void => {
    const at = Math.floor((frame.current?.scrollTop ?? 0) / ROW_HEIGHT);
    if (Math.abs(at - first) >= OVERSCAN / 2) setFirst(at);
  };
  return (
    <div class="table-frame" ref={frame} onScroll={onScroll} tabIndex={0} role="region" aria-label={label}>
      <table aria-rowcount={rows.length + 1}>
        <thead>
          <tr>
            {columns.map(({ name, isNumber }) => (
              <th key={name} scope="col" class={isNumber ? 'number' : ''}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {start > 0 && <Spacer rows={start} />}
          {shown.map((row, i) => (
            <tr
              key={keyOf(row, start + i)}
              aria-rowindex={start + i + 2}
              class={isMarked?.(row) ? 'marked' : undefined}
            >
              {columns.map(({ name, isNumber, cell }) => (
                <td key={name} class={isNumber ? 'number' : ''}>
                  {cell(row)}
                </td>
              ))}
            </tr>
          ))}
          {start + shown.length < rows.length && <Spacer rows={rows.length - start - shown.length} />}
        </tbody>
      </table>
    </div>
  );
}

const Spacer = ({ rows }: { rows: number }) => (
  <tr aria-hidden="true" class="spacer">
    <td style={{ height: `${rows * ROW_HEIGHT}px` }} />
  </tr>
);

const NARROW = '(max-width: 48rem)';

function useNarrow(): boolean {
  const [isNarrow, setNarrow] = useState(() => matchMedia(NARROW).matches);
  useEffect(() => {
    const query = matchMedia(NARROW);
    const update = (): void => setNarrow(query.matches);
    query.addEventListener('change', update);
    return () => query.removeEventListener('change', update);
  }, []);
  return isNarrow;
}

/** Cards drawn at first, and by each further click. */
const DRAWN = 50;

/** A table on a phone: a card per row, so that nothing scrolls in two directions. */
function Cards<T>({ label, columns, rows, keyOf, isMarked }: Omit<TableProps<T>, 'empty'>) {
  const [drawn, setDrawn] = useState(DRAWN);
  const [title, ...facts] = columns;
  return (
    <>
      <ul class="cards" aria-label={label}>
        {rows.slice(0, drawn).map((row, i) => (
          <li key={keyOf(row, i)} class={isMarked?.(row) ? 'marked' : undefined}>
            <div class="card-title">{title?.cell(row)}</div>
            <dl>
              {facts.map(({ name, cell }) => (
                <div key={name}>
                  <dt>{name}</dt>
                  <dd>{cell(row)}</dd>
                </div>
              ))}
            </dl>
          </li>
        ))}
      </ul>
      {rows.length > drawn && (
        <div class="row">
          <button type="button" onClick={() => setDrawn(drawn + DRAWN)}>
            Show more
          </button>
          <span class="note">
            {drawn} of {rows.length} are shown.
          </span>
        </div>
      )}
    </>
  );
}
