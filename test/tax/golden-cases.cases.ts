import { taxSummary, type Ledger } from '../../src/domain/engine';
import { formatMoney } from '../../src/domain/kernel/units';
import type { PostedCostBasisResponse } from '../../src/modules/tax/tax.shapes.dto';
import { startApp, type TestApp } from '../app.factory';
import { caseFiles, rowsOf, toSelections, type CaseFile, type GoldenCase } from '../golden/cases';
import { check } from '../golden/checks';
import { ledgerOf, toSelectionsIn, toTxIn } from './posted-client';

/** @param most number of cases of each suite */
export function describePosted(most: number): void {
  describe('golden cases through POST /api/calculate/cost-basis', () => {
    let plain: TestApp;
    let washing: TestApp;

    beforeAll(async () => {
      [plain, washing] = await Promise.all([startApp(), startApp({ ENABLE_WASH_SALES: 'true' })]);
    });
    afterAll(() => Promise.all([plain?.close(), washing?.close()]));

    async function post(file: CaseFile, test: GoldenCase) {
      const { url } = test.washSales ? washing : plain;
      const response = await fetch(`${url}/api/calculate/cost-basis`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({
          transactions: rowsOf(file, test).map(toTxIn),
          method: test.method ?? 'fifo',
          lot_selections: toSelectionsIn(toSelections(test.selections)),
        }),
      });
      const body = (await response.json()) as PostedCostBasisResponse & { error_code?: string };
      return { status: response.status, body };
    }

    async function ledger(file: CaseFile, test: GoldenCase): Promise<Ledger> {
      const { status, body } = await post(file, test);
      expect([status, body.error_code]).toEqual([200, undefined]);
      const found = ledgerOf(body);
      expect(body.summary.total_realized_gl).toBe(
        formatMoney(taxSummary(found, { timezone: 'UTC' }).totalRealized),
      );
      return found;
    }

    describe.each(caseFiles.map((file) => [file.suite, file] as const))('%s', (_suite, file) => {
      // A posted ledger has one method.
      const posted = file.cases.filter(({ elections }) => elections === undefined).slice(0, most);
      it.each(posted.map((test) => [test.id, test] as const))('%s', async (_id, test) => {
        if (!test.expect.refused) return check(await ledger(file, test), test.expect);
        const { status, body } = await post(file, test);
        expect([status, body.error_code]).toEqual([400, 'INVALID_REQUEST']);
      });
    });
  });
}
