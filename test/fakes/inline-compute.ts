import { Compute, type ComputeTask } from '../../src/ports/work/compute';

/** Runs every task on the calling thread. */
export class InlineCompute extends Compute {
  override async run<I extends object, O>(task: ComputeTask<I, O>, input: I): Promise<O> {
    return task.run(input);
  }
}
