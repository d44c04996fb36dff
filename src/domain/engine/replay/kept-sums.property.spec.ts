import fc from 'fast-check';
import { histories, options, WALLETS } from '../../../../test/golden/random-histories';
import { countingIssues, LedgerSession, positions, replay, taxSummary, type Ledger } from '../index';
import { finished } from '../../kernel/slices';

const YEARS = [undefined, 2022, 2023, 2024, 2025, 2026];

const figures = (ledger: Ledger) =>
  [undefined, ...WALLETS].flatMap((wallet) => [
    ...YEARS.map((year) => taxSummary(ledger, { wallet, year, timezone: 'America/New_York' })),
    finished(countingIssues(ledger, wallet ?? null)),
    positions(ledger, wallet ?? null).map(({ asset, quantity, cost }) => [asset.id, quantity, cost]),
  ]);

it('a ledger that is continued has the sums of one replay, late events included', () => {
  const parts = fc.array(fc.nat(3), { minLength: 60, maxLength: 60 });
  fc.assert(
    fc.property(histories, options, parts, fc.integer({ min: 1, max: 4 }), (events, how, part, every) => {
      const session = new LedgerSession(how, every);
      const known: typeof events = [];
      for (let round = 0; round <= 3; round++) {
        const added = events.filter((_, i) => part[i % part.length] === round);
        known.push(...added);
        expect(figures(session.append(added))).toEqual(figures(replay(known, how)));
      }
    }),
    { numRuns: 100 },
  );
});
