import { createRequire } from 'node:module';
import { getHeapStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { move, transferableSymbol, valueSymbol } from 'piscina';
import { AppError, type ErrorCode } from '../../domain/kernel/errors';
import type { ComputeTask } from '../../ports/work/compute';
import { ownedBuffers } from './owned-buffers';

/** The input of a thread. */
export interface ThreadOrder {
  file: string;
  input: object;
}

/** The answer of a thread. Classes do not cross threads, so an error is sent as its parts. */
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

// A task computes. Its copy of the environment holds secrets that it does not need.
for (const name of Object.keys(process.env)) delete process.env[name];

/**
 * A thread with a larger heap collects its garbage before it answers. It waits for its next task without running, so that
 * V8 would keep some hundred megabytes of the last one until the thread ends.
 */
const KEPT_BYTES = 96 * 1024 * 1024;
setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

/** The program of every thread: loads the file of a task and runs the task. */
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

/** Sends the answer without a copy of its byte arrays. */
const moved = (answer: ThreadAnswer, buffers: ArrayBuffer[]): unknown =>
  move({ [transferableSymbol]: buffers, [valueSymbol]: answer });
