import type { MessagePort } from 'node:worker_threads';
import { Injectable } from '@nestjs/common';
import { expose, type Remote, wrap } from 'comlink';
import type { Work } from '../../ports/work/work-queues';
import type { JobThreadApi, RequestThreadApi } from './contracts';

/** The thread that runs jobs beside this one, which serves requests. Most processes have none. */
@Injectable()
export class JobThread {
  #remote: Remote<JobThreadApi> | null = null;

  get isAttached(): boolean {
    return this.#remote !== null;
  }

  /** @param port to a thread that runs now. It replaces an earlier one */
  attach(port: MessagePort, offered: RequestThreadApi): void {
    expose(offered, port);
    this.#remote = wrap<JobThreadApi>(port);
  }

  /** The thread has ended: calls to it have no answer. */
  detach(): void {
    this.#remote = null;
  }

  /** @returns false when no thread is attached */
  call(work: Work): boolean {
    // Work is found by polling as well.
    this.#remote?.call(work).catch(() => undefined);
    return this.isAttached;
  }

  /**
   * Never answers when the thread ends meanwhile.
   * @throws Error while no thread is attached: what an earlier one has measured is not zero
   */
  async measured(): Promise<object[]> {
    if (this.#remote === null) throw new Error('No thread for jobs is attached');
    return this.#remote.measured();
  }
}
