import { eventsOf } from './events.js';
import { Operations } from './generated/operations.js';
import type { JobResponse } from './generated/schemas.js';
import type { CallOptions, ClientOptions } from './options.js';
import { entriesOf, type Entry, type PagedInput, type PagedOperation } from './pages.js';
import { Transport } from './transport.js';

const JOB_POLL_MS = 2_000;
/** Longer than the service keeps a stream open. */
const STREAM_MS = 20 * 60_000;

/** The service as one object: a method for each operation, named as in its OpenAPI document. */
export class CostBasisClient extends Operations {
  constructor(options: ClientOptions) {
    const transport = new Transport(options);
    super((operation, input, call) => transport.call(operation, input, call));
  }

  /** Every entry of a list, page after page: `for await (const lot of client.iterate('listLots', { address }))`. */
  iterate<Id extends PagedOperation>(
    id: Id,
    input: PagedInput<Id>,
    options: CallOptions = {},
  ): AsyncGenerator<Entry<Id>, void, undefined> {
    const method = this[id] as (input: unknown, options: CallOptions) => Promise<unknown>;
    const ask = (page: Record<string, unknown>) => method.call(this, page, options);
    return entriesOf(ask, input as Record<string, unknown>) as AsyncGenerator<Entry<Id>, void, undefined>;
  }

  /** The states of a job as they change; the last one is its end. Connects again when the stream breaks off. */
  async *watchJob(
    jobId: string,
    { timeoutMs = STREAM_MS, ...options }: CallOptions = {},
  ): AsyncGenerator<JobResponse, void, undefined> {
    for (;;) {
      const stream = (await this.followJob({ job_id: jobId }, { ...options, timeoutMs })).stream();
      for await (const { type, data } of stream ? eventsOf(stream) : []) {
        if (type !== 'progress' && type !== 'end') continue;
        yield JSON.parse(data) as JobResponse;
        if (type === 'end') return;
      }
      options.signal?.throwIfAborted();
      await new Promise((resolve) => setTimeout(resolve, JOB_POLL_MS));
    }
  }

  /** Waits until a job has ended. @returns the job: completed, failed or cancelled */
  async waitForJob(
    jobId: string,
    { pollMs = JOB_POLL_MS, ...options }: CallOptions & { pollMs?: number } = {},
  ): Promise<JobResponse> {
    for (;;) {
      const { data } = await this.getJob({ job_id: jobId }, options);
      if (data.status !== 'queued' && data.status !== 'running') return data;
      options.signal?.throwIfAborted();
      await new Promise((resolve) => setTimeout(resolve, pollMs));
    }
  }
}
