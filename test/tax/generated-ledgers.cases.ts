import { dec } from '../../src/domain/kernel/decimal';
import type { PostedCostBasisResponse } from '../../src/modules/tax/tax.shapes.dto';
import { startApp, type TestApp } from '../app.factory';
import { generatedLedgers } from '../golden/generated';
import { ledgerLines } from '../support/ledgers/generate';
import { postedRow } from '../support/ledgers/posted-row';

/** A generated ledger as one request. */
export function describeGeneratedInBody(rowCount: number): void {
  describe('generated ledgers in a body', () => {
    const cases = generatedLedgers.cases.filter(({ rows }) => rows === rowCount);
    let app: TestApp;
    const transactions = [...ledgerLines(rowCount)].slice(1).map(postedRow);

    beforeAll(async () => {
      app = await startApp();
    });
    afterAll(() => app?.close());

    it('has one case of each method', () => {
      expect(cases.map(({ method }) => method).sort()).toEqual(['fifo', 'hifo', 'lifo']);
    });

    it.each(cases.map((test) => [test.id, test] as const))(
      '%s',
      async (_id, { method, expect: expected }) => {
        const response = await fetch(`${app.url}/api/calculate/cost-basis`, {
          method: 'POST',
          headers: { 'Content-Type': 'application/json' },
          body: JSON.stringify({ transactions, method }),
        });
        expect(response.status).toBe(200);
        const { summary, lots, disposals } = (await response.json()) as PostedCostBasisResponse;
        const open = lots.filter(({ status }) => status !== 'closed');
        const openBasis = open.reduce((sum, lot) => sum.plus(lot.cost_basis), dec(0));
        const apart = (
          [
            [summary.total_realized_gl, expected.gain],
            [summary.net_short_term, expected.shortTerm],
            [summary.net_long_term, expected.longTerm],
            [summary.total_proceeds, expected.proceeds],
            [summary.total_cost_basis, expected.basis],
            [openBasis.toFixed(), expected.openBasis],
          ] as const
        ).filter(([ours, theirs]) => !dec(ours).minus(theirs!).abs().lte('0.01'));
        expect(apart).toEqual([]);
        expect([summary.disposal_count, disposals.length, open.length]).toEqual([
          expected.slices,
          expected.slices,
          expected.openLots,
        ]);
      },
    );
  });
}
