/*
 * Compares 100,000 rows of Form 1099-DA with the own records of the account: on the calling thread, and in a thread of the
 * pool with the longest delay of the event loop meanwhile. Prints one JSON line.
 */
import { monitorEventLoopDelay, performance } from 'node:perf_hooks';
import { packInTurns } from '../src/common/row-batches';
import { applyForms, reconcileForms } from '../src/domain/broker';
import { task } from '../src/modules/broker-forms/reconciled-forms.task';
import { madeUpBroker, type MadeUpBroker } from '../test/broker/made-up-broker';
import { newPool } from '../test/compute/pool';

const YEAR = 2026;
const SEED = 1;
const ROWS = Number(process.argv[2] ?? 100_000);
const MS = 1e6;

const timed = <T>(work: () => T): [T, number] => {
  const beganAt = performance.now();
  const result = work();
  return [result, Math.round(performance.now() - beganAt)];
};

/** As the service does it: packed in turns, compared in a thread. */
async function inThread({ rows, sales }: MadeUpBroker) {
  const pool = newPool();
  pool.onModuleInit();
  const delay = monitorEventLoopDelay({ resolution: 1 });
  const beganAt = performance.now();
  delay.enable();
  const input = {
    accounts: [{ rows: await packInTurns(rows), sales: await packInTurns(sales) }],
    year: YEAR,
    formIds: ['made up'],
  };
  const size = rows.length + sales.length;
  await pool.run(task, input, { caller: { kind: 'paid', id: 'bench' }, size });
  delay.disable();
  const thread_ms = Math.round(performance.now() - beganAt);
  await pool.onModuleDestroy();
  return { thread_ms, longest_loop_delay_ms: Math.round(delay.max / MS) };
}

async function main(): Promise<void> {
  const broker = madeUpBroker(ROWS, SEED, YEAR);
  const threaded = await inThread(broker);
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
      ...threaded,
      reconcile_ms: reconcileMs,
      apply_ms: applyMs,
      form_rows: applied.length,
      right_percent: Math.round((10_000 * right) / found.length) / 100,
      false_agrees: falseAgrees,
    })}\n`,
  );
}

void main();
