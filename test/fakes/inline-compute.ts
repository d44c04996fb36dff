import { Compute, inputOf, type ComputeInput, type ComputeTask } from '../../src/ports/work/compute';

/** Runs every task on the calling thread. */
export class InlineCompute extends Compute {
  override async run<I extends object, O>(task: ComputeTask<I, O>, input: ComputeInput<I>): Promise<O> {
    return task.run(await inputOf(input));
  }
}
