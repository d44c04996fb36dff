/**
 * One mistake that is easily made, as an edit of the source. A mutant is killed when a test that is green without it
 * turns red with it; one that survives shows that a rule is not tested.
 */
export interface Mutant {
  name: string;
  /** The mistake, in one line. */
  mistake: string;
  /** From the root of the project. */
  file: string;
  /** Occurs exactly once in the file. */
  find: string;
  replace: string;
  /** Whose tests have to notice. */
  tests: Tests;
}

/**
 * Suites by example only: a property over random histories may notice today and not tomorrow, and names the broken
 * rule less plainly.
 */
export const TESTS = {
  audit: ['src/domain/audit/chain.spec.ts', 'test/audit/batches.spec.ts'],
  calendar: ['src/domain/kernel/calendar.spec.ts'],
  engine: [
    'src/domain/engine/rules.spec.ts',
    'src/domain/engine/holding-start.spec.ts',
    'src/domain/engine/identification.spec.ts',
    'src/domain/engine/methods/standing-selection.spec.ts',
    'src/domain/engine/replay/replacement-parts.spec.ts',
    'test/golden/own-cases.spec.ts',
    'src/domain/engine/replay/replay.spec.ts',
    'src/domain/engine/replay/session.spec.ts',
    'src/domain/engine/views/views.spec.ts',
  ],
  forms: ['src/domain/forms/gather-fees.spec.ts', 'test/forms/form-8949.spec.ts', 'test/forms/files.spec.ts'],
  posted: ['test/golden/own-cases.spec.ts', 'src/domain/posted/posted-events.spec.ts'],
  chain: [
    'src/domain/chain/events/bridges.spec.ts',
    'src/domain/chain/events/ledger-events.spec.ts',
    'src/domain/chain/pricing/value.spec.ts',
  ],
  /** Examples among properties of moves. */
  moves: ['src/domain/engine/replay/moves.property.spec.ts'],
  broker: [
    'test/broker/on-form.spec.ts',
    'test/broker/reconcile.spec.ts',
    'test/filing/tax-examples.spec.ts',
  ],
  filing: ['src/domain/filing/schedule-d.spec.ts', 'test/filing/tax-examples.spec.ts'],
  law: ['test/law/register.spec.ts', 'test/law/comparison.spec.ts'],
  loans: ['test/chain/loans.spec.ts'],
  imports: ['test/exchanges/files.spec.ts'],
  matching: ['test/forms/matching.spec.ts'],
  overlays: ['src/domain/overlays/lot-selections.spec.ts'],
  rwa: ['src/domain/rwa/yields.spec.ts', 'test/rwa/wallet-facts.spec.ts'],
} as const satisfies Record<string, readonly string[]>;
export type Tests = keyof typeof TESTS;

/** @throws Error when the text is gone or no longer unique: then the mutant has to follow the source */
export function applyMutant(source: string, { name, file, find, replace }: Mutant): string {
  const places = source.split(find).length - 1;
  if (places !== 1)
    throw new Error(`Mutant ${name}: its text occurs ${places} times in ${file}, expected once`);
  return source.replace(find, () => replace);
}
