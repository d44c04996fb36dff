import { getHeapStatistics } from 'node:v8';
import { AppError } from '../../src/domain/kernel/errors';
import type { ComputeTask } from '../../src/ports/work/compute';

type Input = { does: 'answer' | 'refuse' | 'fail' | 'fill' | 'size' | 'hog' | 'loop'; bytes?: Uint8Array };

/** A task that answers, or does not end well. */
export const task: ComputeTask<Input, { sum: bigint; bytes?: Uint8Array }> = {
  name: 'posted_cost_basis',
  file: __filename,
  run: ({ does, bytes }) => {
    if (does === 'refuse') throw new AppError('INVALID_REQUEST', { row: 3 }, { message: 'Not this one' });
    if (does === 'fail') throw new TypeError('a defect');
    if (does === 'answer') return { sum: 2n ** 200n, bytes };
    if (does === 'size') return { sum: BigInt(getHeapStatistics().total_heap_size) };
    const kept: object[] = [];
    while (does === 'fill' && kept.length < 1_500_000)
      kept.push({ i: kept.length, text: `row ${kept.length}` });
    if (does === 'fill') return { sum: BigInt(kept.length) };
    for (let i = 0; ; i++) if (does === 'hog') kept.push({ i, text: `row ${i}` });
  },
};
