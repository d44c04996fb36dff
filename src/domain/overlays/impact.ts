import { taxYearOf, type Ledger } from '../engine';
import type { Money } from '../kernel/units';

/** Over all wallets of the ledger, because lots move between wallets. */
export interface Impact {
  before: Money;
  after: Money;
  /** Tax years with another gain, another income, or other rows without a value, ascending. */
  years: number[];
}

export function impactOf(before: Ledger, after: Ledger, timezone: string): Impact {
  const [old, fresh] = [byYear(before, timezone), byYear(after, timezone)];
  const years = [...new Set([...old.keys(), ...fresh.keys()])].sort((a, b) => a - b);
  return {
    before: gainOf(old),
    after: gainOf(fresh),
    years: years.filter((year) => isDifferent(old.get(year) ?? NOTHING, fresh.get(year) ?? NOTHING)),
  };
}

interface YearFigures {
  gain: Money;
  income: Money;
  missing: number;
}

const NOTHING: YearFigures = { gain: 0n, income: 0n, missing: 0 };

function byYear({ disposals, income }: Ledger, timezone: string): Map<number, YearFigures> {
  const years = new Map<number, YearFigures>();
  const of = (at: number): YearFigures => {
    const year = taxYearOf(at, timezone);
    const figures = years.get(year) ?? { ...NOTHING };
    years.set(year, figures);
    return figures;
  };
  for (const { disposedAt, gain, valueStatus } of disposals) {
    const figures = of(disposedAt);
    figures.gain += gain;
    if (valueStatus === 'missing') figures.missing++;
  }
  for (const { receivedAt, fairMarketValue, valueStatus } of income) {
    const figures = of(receivedAt);
    figures.income += fairMarketValue;
    if (valueStatus === 'missing') figures.missing++;
  }
  return years;
}

const isDifferent = (a: YearFigures, b: YearFigures): boolean =>
  a.gain !== b.gain || a.income !== b.income || a.missing !== b.missing;

const gainOf = (years: ReadonlyMap<number, YearFigures>): Money =>
  [...years.values()].reduce((total, { gain }) => total + gain, 0n);
