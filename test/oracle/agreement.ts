import { differences } from './compare';

/** Random ledgers from this seed on. A ledger is reproduced by its seed alone. */
const FIRST = Number(process.env['ORACLE_SEED'] ?? 1);

export function describeAgreement(ledgers: number): void {
  describe('the engine and a second computation from the rules', () => {
    it(`agree on ${ledgers} ledgers, seeds ${FIRST} to ${FIRST + ledgers - 1}`, () => {
      const wrong: Record<number, string[]> = {};
      let compared = 0;
      for (let seed = FIRST; seed < FIRST + ledgers; seed++) {
        const found = differences(seed);
        if (found !== null) compared += 1;
        if (found !== null && found.length > 0) wrong[seed] = found;
      }
      expect(wrong).toEqual({});
      // The rest select lots that are gone.
      expect(compared).toBeGreaterThan(ledgers * 0.8);
    });
  });
}
