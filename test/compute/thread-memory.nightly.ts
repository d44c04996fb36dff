import type { ComputeOrder } from '../../src/ports/work/compute';
import { task } from './endless.task';
import { newPool } from './pool';

/** How much memory a thread holds depends on the garbage collector, and so on the machine. */
const order: ComputeOrder = { caller: { kind: 'paid', id: 'paid' }, size: Infinity };

it('a thread keeps no memory of a large task while it waits for the next one', async () => {
  const pool = newPool({ COMPUTE_THREADS: '2' });
  await pool.run(task, { does: 'fill' }, order);
  const { sum: heapBytes } = await pool.run(task, { does: 'size' }, order);
  await pool.onModuleDestroy();
  expect(Number(heapBytes)).toBeLessThan(96 * 1024 * 1024);
});
