import type { Sliced } from '../../kernel/slices';
import type { Mark } from './mark';

/** Rows counted between two yields: some milliseconds. */
const COUNTED_AT_ONCE = 4_000;

/** Written rows do not change, so after an append only the new rows are counted. */
class KeptCounts<C extends object> {
  private readonly known = new Map<string | null, { rows: number; counts: C }>();
  private truncations = 0;

  constructor(private readonly none: C) {}

  /** @param wallet null: all wallets @param count adds one row to the counts */
  *counting(
    wallet: string | null,
    length: number,
    count: (row: number, into: C) => void,
  ): Sliced<Readonly<C>> {
    const { truncations } = this;
    const known = this.known.get(wallet);
    const counts = { ...(known?.counts ?? this.none) };
    for (let row = known?.rows ?? 0; row < length; row++) {
      if (row % COUNTED_AT_ONCE === 0) yield;
      count(row, counts);
    }
    if (this.truncations === truncations) this.known.set(wallet, { rows: length, counts });
    return counts;
  }

  /** Call before the rows from `length` on are replaced. */
  truncate(length: number): void {
    this.truncations++;
    for (const [wallet, { rows }] of this.known) if (rows > length) this.known.delete(wallet);
  }
}

export class LedgerCounts {
  readonly lots = new KeptCounts({ all: 0, untracked: 0 });
  readonly issues = new KeptCounts({ all: 0 });

  /** Call before everything after `mark` is replaced. */
  truncate({ lots, issues }: Mark): void {
    this.lots.truncate(lots);
    this.issues.truncate(issues);
  }
}
