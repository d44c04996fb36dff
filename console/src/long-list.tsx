import { useEffect, useRef, useState } from 'preact/hooks';
import type { Chunk } from './api';
import { useData, type Loaded } from './state';
import { Action } from './ui';

type Reader<T> = () => Promise<Chunk<T>>;

export interface LongList<T> extends Loaded<T[]> {
  /** Reads the next chunk. Null: the list is whole. */
  more: (() => Promise<void>) | null;
}

/** A list that is read chunk by chunk, as its reader asks for more. */
export function useLongList<T>(open: () => Reader<T>, inputs: readonly unknown[]): LongList<T> {
  const reader = useRef<Reader<T> | null>(null);
  const first = useData(() => {
    const opened = open();
    reader.current = opened;
    return opened();
  }, inputs);
  const [later, setLater] = useState<{ of: Chunk<T> | null; rows: T[]; isLast: boolean }>(NONE);
  useEffect(() => setLater(NONE), [first.data]);
  const { data } = first;
  // Chunks of an earlier question are not those of this one.
  const isOfFirst = later.of !== null && later.of === data;
  const isWhole = data === null || (isOfFirst ? later.isLast : data.isLast);
  const more = async (): Promise<void> => {
    const next = await reader.current?.();
    if (next)
      setLater(({ of, rows }) => ({
        of: data,
        rows: [...(of === data ? rows : []), ...next.rows],
        isLast: next.isLast,
      }));
  };
  return {
    ...first,
    data: data === null ? null : isOfFirst ? [...data.rows, ...later.rows] : data.rows,
    more: isWhole ? null : more,
  };
}
const NONE = { of: null, rows: [], isLast: true };

/** How much of a long list is shown, with a way to read on. */
export const More = <T,>({ list }: { list: LongList<T> }) =>
  list.more && (
    <div class="row">
      <Action run={list.more}>Read more</Action>
      <span class="note">The first {list.data?.length ?? 0} are shown.</span>
    </div>
  );
