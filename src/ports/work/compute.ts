/**
 * COMPUTE_TASKS: every kind of heavy pure work. The function of a task is in a file of its own, named
 * `*.task.ts`, because a thread loads only that file.
 */
export const COMPUTE_TASKS = {
  /** Size: bytes of the body. */
  posted_cost_basis: { inlineBelow: 16 * 1024 },
  /** Size: bytes of the body. */
  posted_unrealized: { inlineBelow: 16 * 1024 },
  /** Size: transactions of all wallets of the owner. */
  simulated_wash_sales: { inlineBelow: 2_000 },
  /** Size: events of all wallets of the owner, for each replay. */
  law_comparison: { inlineBelow: 2_000 },
  tool_comparison: { inlineBelow: 2_000 },
  /** Size: bytes of the file. */
  read_export: { inlineBelow: 32 * 1024 },
  /** Size: bytes of the file. */
  read_exchange_file: { inlineBelow: 32 * 1024 },
  read_tool_file: { inlineBelow: 32 * 1024 },
  /** Size: bytes of the file. */
  read_broker_file: { inlineBelow: 32 * 1024 },
  /** Size: bytes of the body. */
  read_broker_rows: { inlineBelow: 16 * 1024 },
  /** Size: rows of the forms. */
  printed_forms: { inlineBelow: 28 },
  /** Size: rows of the form. Always in a thread: one sheet takes half a second. */
  official_form: { inlineBelow: 0 },
  /** Size: rows of the form. */
  form_file: { inlineBelow: 500 },
  /** Size: rows of the brokers and own sales. */
  broker_rows: { inlineBelow: 500 },
  reconciled_forms: { inlineBelow: 500 },
  applied_forms: { inlineBelow: 500 },
  evidence: { inlineBelow: 200 },
  /** Size: letters. */
  printed_letters: { inlineBelow: 5 },
  /** Size: rows of all parts. */
  frozen_report: { inlineBelow: 500 },
  /** Size: bytes of the file and of the figures. */
  stored_file: { inlineBelow: 256 * 1024 },
  /** Size: bytes of the entries. */
  zip_archive: { inlineBelow: 256 * 1024 },
} as const satisfies Record<string, ComputeLimits>;

export interface ComputeLimits {
  /** Smaller work runs on the calling thread: a thread of its own would cost more than it saves. */
  inlineBelow: number;
}

export type ComputeTaskName = keyof typeof COMPUTE_TASKS;

/** A pure function that can run in another thread. Both types must survive the structured clone algorithm. */
export interface ComputeTask<I extends object, O> {
  readonly name: ComputeTaskName;
  /** `__filename` of the module that exports this task as `task` by its name. A thread loads it. */
  readonly file: string;
  run(input: I): O | Promise<O>;
}

/** Kinds of callers, in the order of their priority. Each has its share of the threads. */
export const CALLER_KINDS = ['paid', 'partner', 'free', 'anonymous', 'background'] as const;
export type CallerKind = (typeof CALLER_KINDS)[number];

export interface ComputeOrder {
  /** Whose work it is. `id` is the user, the partner, the network or the owner of a job. */
  caller: { kind: CallerKind; id: string };
  /** In the unit of the task. */
  size: number;
  /** Ends the work when no caller waits for it. */
  signal?: AbortSignal;
}

/** Work did not end in its time, or needed more memory than it may use. Its thread was stopped. */
export class ComputeStopped extends Error {
  override name = 'ComputeStopped';

  constructor(
    readonly reason: 'time' | 'memory',
    message: string,
    readonly retryAfterSeconds: number,
  ) {
    super(message);
  }
}

/** The order of a task whose size is not known yet. */
export type ComputeCaller = Omit<ComputeOrder, 'size'>;

export type ComputeInput<I extends object> = I | (() => Promise<I>);

export const inputOf = async <I extends object>(input: ComputeInput<I>): Promise<I> =>
  typeof input === 'function' ? input() : input;

/** Runs heavy pure work without delaying other requests. */
export abstract class Compute {
  /**
   * Byte arrays in the input and in the output are moved when they own their memory: the caller cannot read
   * those of the input afterwards.
   * @param input or a function that makes it when a thread is free: an order that waits then needs no memory
   * @throws AppError SERVICE_UNAVAILABLE when too many tasks wait; what the task throws
   * @throws ComputeStopped when the task did not end in its time or memory
   */
  abstract run<I extends object, O>(
    task: ComputeTask<I, O>,
    input: ComputeInput<I>,
    order: ComputeOrder,
  ): Promise<O>;
}
