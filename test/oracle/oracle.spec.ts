import { differences } from './compare';

/** As many random ledgers, from this seed on. A ledger is reproduced by its seed alone. */
const LEDGERS = Number(process.env['ORACLE_LEDGERS'] ?? 2_000);
const FIRST = Number(process.env['ORACLE_SEED'] ?? 1);

describe('the engine and a second computation from the rules', () => {
  it(`agree on ${LEDGERS} ledgers, seeds ${FIRST} to ${FIRST + LEDGERS - 1}`, () => {
    const wrong: Record<number, string[]> = {};
    let compared = 0;
    for (let seed = FIRST; seed < FIRST + LEDGERS; seed++) {
      const found = differences(seed);
      if (found !== null) compared += 1;
      if (found !== null && found.length > 0) wrong[seed] = found;
    }
    expect(wrong).toEqual({});
    // The rest select lots that are gone.
    expect(compared).toBeGreaterThan(LEDGERS * 0.8);
  });
});
