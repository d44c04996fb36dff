/* Compares 100,000 rows of Form 1099-DA with the own records of the account. Prints one JSON line. */
import { performance } from 'node:perf_hooks';
import { applyForms, reconcileForms } from '../src/domain/broker';
import { madeUpBroker } from '../test/broker/made-up-broker';

const YEAR = 2026;
const SEED = 1;
const ROWS = Number(process.argv[2] ?? 100_000);

const timed = <T>(work: () => T): [T, number] => {
  const beganAt = performance.now();
  const result = work();
  return [result, Math.round(performance.now() - beganAt)];
};

const broker = madeUpBroker(ROWS, SEED, YEAR);
const [result, reconcileMs] = timed(() => reconcileForms(broker.rows, broker.sales, YEAR));
const [applied, applyMs] = timed(() => applyForms(broker.rows, broker.sales, result));
const found = broker.rows.map((): string | null => null);
for (const { reason, rows } of result.differences) for (const row of rows) found[row] ??= reason;
const right = found.filter((reason, i) => reason === broker.expectedOfRow[i]).length;
const falseAgrees = found.filter((reason, i) => reason === null && broker.expectedOfRow[i] !== null).length;

process.stdout.write(
  `${JSON.stringify({
    rows: broker.rows.length,
    own_sales: broker.sales.length,
    reconcile_ms: reconcileMs,
    apply_ms: applyMs,
    form_rows: applied.length,
    right_percent: Math.round((10_000 * right) / found.length) / 100,
    false_agrees: falseAgrees,
  })}\n`,
);
