import type { MessagePort } from 'node:worker_threads';
import { Injectable } from '@nestjs/common';
import { expose, type Remote, wrap } from 'comlink';
import type { Work } from '../../ports/work/work-queues';
import type { JobThreadApi, RequestThreadApi } from './contracts';

/** The job thread beside this request thread. Most processes have none. */
@Injectable()
export class JobThread {
  #remote: Remote<JobThreadApi> | null = null;

  get isAttached(): boolean {
    return this.#remote !== null;
  }

  attach(port: MessagePort, offered: RequestThreadApi): void {
    expose(offered, port);
    this.#remote = wrap<JobThreadApi>(port);
  }

  detach(): void {
    this.#remote = null;
  }

  call(work: Work): boolean {
    // Polling finds the work as well.
    this.#remote?.call(work).catch(() => undefined);
    return this.isAttached;
  }

  /**
   * Never answers when the thread ends meanwhile.
   * @throws Error while no thread is attached: the metrics of an earlier one are not zero
   */
  async measured(): Promise<object[]> {
    if (this.#remote === null) throw new Error('No thread for jobs is attached');
    return this.#remote.measured();
  }
}
