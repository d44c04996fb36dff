import { createRequire } from 'node:module';
import { getHeapStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { move, transferableSymbol, valueSymbol } from 'piscina';
import { AppError, type ErrorCode } from '../../domain/kernel/errors';
import type { ComputeTask } from '../../ports/work/compute';
import { ownedBuffers } from './owned-buffers';

export interface ThreadOrder {
  file: string;
  input: object;
}

/** Classes do not cross threads, so an error is sent as its parts. */
export type ThreadAnswer =
  | { output: unknown }
  | {
      refusal: {
        code: ErrorCode;
        details?: Readonly<Record<string, unknown>>;
        field?: string;
        message: string;
      };
    };

const load = createRequire(__filename);

// A task does not need the secrets in its copy of the environment.
for (const name of Object.keys(process.env)) delete process.env[name];

/** An idle thread would keep some hundred megabytes of its last task, so a larger heap is collected first. */
const KEPT_BYTES = 96 * 1024 * 1024;
setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

export default async function runTask({ file, input }: ThreadOrder): Promise<unknown> {
  const { task } = load(file) as { task: ComputeTask<object, unknown> };
  try {
    const output = await task.run(input);
    return moved({ output }, ownedBuffers(output));
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const { code, details, field, message } = error;
    return { refusal: { code, details, field, message } } satisfies ThreadAnswer;
  } finally {
    if (getHeapStatistics().total_heap_size > KEPT_BYTES) collect();
  }
}

const moved = (answer: ThreadAnswer, buffers: ArrayBuffer[]): unknown =>
  move({ [transferableSymbol]: buffers, [valueSymbol]: answer });
