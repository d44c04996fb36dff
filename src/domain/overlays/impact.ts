import { taxYearOf, type Ledger } from '../engine';
import type { Money } from '../kernel/units';

/** The effect of an entry on realized gains, over all wallets of the ledger: lots move between wallets. */
export interface Impact {
  before: Money;
  after: Money;
  /** Tax years with a different gain, ascending. */
  years: number[];
}

/** @param timezone of the report */
export function impactOf(before: Ledger, after: Ledger, timezone: string): Impact {
  const [old, fresh] = [gainsByYear(before, timezone), gainsByYear(after, timezone)];
  const years = [...new Set([...old.keys(), ...fresh.keys()])].sort((a, b) => a - b);
  return {
    before: sum(old),
    after: sum(fresh),
    years: years.filter((year) => (old.get(year) ?? 0n) !== (fresh.get(year) ?? 0n)),
  };
}

function gainsByYear({ disposals }: Ledger, timezone: string): Map<number, Money> {
  const gains = new Map<number, Money>();
  for (const { disposedAt, gain } of disposals) {
    const year = taxYearOf(disposedAt, timezone);
    gains.set(year, (gains.get(year) ?? 0n) + gain);
  }
  return gains;
}

const sum = (gains: ReadonlyMap<number, Money>): Money =>
  [...gains.values()].reduce((total, gain) => total + gain, 0n);
