import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { dec } from '../../src/domain/kernel/decimal';
import { formatUnits } from '../../src/domain/kernel/units';
import type { PostedCostBasisBody } from '../../src/modules/tax/tax.shapes.dto';
import { startApp, type TestApp } from '../app.factory';
import { casesOf, hasShared, SHARED } from '../golden/shared-cases';

/** The ledger of ten thousand rows that five engines agree on, as one request. */
const SIZE = 10_000;

interface CrossCase {
  id: string;
  ledger_csv: string;
  method: string;
  expected: Record<
    'total_gain' | 'short_term' | 'long_term' | 'total_proceeds' | 'total_basis' | 'open_basis',
    string
  > & {
    disposal_rows: number;
    open_lots: number;
  };
}

const hasPython = spawnSync('python3', ['--version']).status === 0;
const reason = hasShared ? 'python3 is not at hand' : `no case files at ${SHARED}`;
const describeGenerated = hasShared && hasPython ? describe : describe.skip;
const cases = (casesOf('cross_engine_ledgers.json').cases as unknown as CrossCase[]).filter(
  ({ ledger_csv: file }) => file.endsWith(`ledger_${SIZE}.csv`),
);

describeGenerated(
  `generated ledgers in a body${hasShared && hasPython ? '' : ` (skipped: ${reason})`}`,
  () => {
    let app: TestApp;
    let transactions: Record<string, unknown>[];
    const folder = mkdtempSync(join(tmpdir(), 'ledgers-'));

    beforeAll(async () => {
      app = await startApp();
      const file = join(folder, 'ledger.csv');
      expect(spawnSync('python3', [join(SHARED, 'bench/gen.py'), String(SIZE), file]).status).toBe(0);
      transactions = readFileSync(file, 'utf8').trim().split('\n').slice(1).map(toRow);
    }, 60_000);
    afterAll(async () => {
      await app?.close();
      rmSync(folder, { recursive: true });
    });

    it('has one case of each method', () => {
      expect(cases.map(({ method }) => method).sort()).toEqual(['fifo', 'hifo', 'lifo']);
    });

    it.each(cases.map((test) => [test.id, test] as const))('%s', async (_id, { method, expected }) => {
      const response = await fetch(`${app.url}/api/calculate/cost-basis`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ transactions, method }),
      });
      expect(response.status).toBe(200);
      const { summary, lots, disposals } = (await response.json()) as PostedCostBasisBody;
      const open = lots.filter(({ status }) => status !== 'closed');
      const openBasis = open.reduce((sum, lot) => sum.plus(lot.cost_basis), dec(0));
      for (const [ours, theirs] of [
        [summary.total_realized_gl, expected.total_gain],
        [summary.net_short_term, expected.short_term],
        [summary.net_long_term, expected.long_term],
        [summary.total_proceeds, expected.total_proceeds],
        [summary.total_cost_basis, expected.total_basis],
        [openBasis.toFixed(), expected.open_basis],
      ] as const)
        expect(dec(ours).minus(theirs).abs().toNumber()).toBeLessThanOrEqual(0.01);
      expect([summary.disposal_count, disposals.length, open.length]).toEqual([
        expected.disposal_rows,
        expected.disposal_rows,
        expected.open_lots,
      ]);
    });
  },
);

/** Columns id,timestamp,type,asset,qty_e8,usd_cents,wallet. */
function toRow(line: string): Record<string, unknown> {
  const [id, timestamp, type, symbol, quantity = '0', cents = '0', wallet] = line.split(',');
  return {
    id,
    timestamp: Number(timestamp),
    type,
    symbol,
    quantity: formatUnits(BigInt(quantity), 8),
    value_usd: formatUnits(BigInt(cents), 2),
    wallet,
  };
}
