import { BRIDGES, VENUES } from './bridges';
import { DEPOSITS, MARGIN_VENUES } from './deposits';
import { DISTRIBUTORS } from './distributors';
import { EXCHANGES } from './exchanges';
import { MARKETS, OUTCOME_MARKETS } from './markets';
import { MIGRATIONS } from './migrations';
import { POSITION_MANAGERS } from './position-managers';

export interface CoverageRow {
  protocol: string;
  /** `*` for every chain. */
  chain: string;
  as: string;
}

const named = (
  book: { rows(): Iterable<{ chain: string; entry: string }> },
  as: string,
  more: readonly (readonly [ReadonlySet<string>, string])[] = [],
): CoverageRow[] =>
  [...book.rows()].flatMap(({ chain, entry }) => [
    { protocol: entry, chain, as },
    ...more.flatMap(([names, also]) => (names.has(entry) ? [{ protocol: entry, chain, as: also }] : [])),
  ]);

/** Every row of every table by contract, for docs/coverage.md. */
export const coverageRows = (): CoverageRow[] => [
  ...named(BRIDGES, 'bridge', [[VENUES, 'place of the owner']]),
  ...named(DEPOSITS, 'deposit', [[MARGIN_VENUES, 'margin']]),
  ...[...DISTRIBUTORS.rows()].map(({ chain, entry: { protocol, income } }) => ({
    protocol,
    chain,
    as: `pays ${income.replace('_', ' ')}`,
  })),
  ...named(MARKETS, 'order market'),
  ...named(OUTCOME_MARKETS, 'outcome market'),
  ...named(POSITION_MANAGERS, 'position manager'),
  ...named(EXCHANGES, 'exchange'),
  ...MIGRATIONS.map(({ name, from }) => ({
    protocol: name,
    chain: from.slice(0, from.indexOf(':')),
    as: 'migration',
  })),
];
