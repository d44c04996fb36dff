import type { JobHandler, JobType } from '../../ports/work/jobs';

/** One handler per job type, registered at boot. */
export class JobHandlers {
  private readonly handlers = new Map<string, JobHandler<JobType>>();

  bind<T extends JobType>(type: T, handler: JobHandler<T>): void {
    if (this.handlers.has(type)) throw new Error(`Two handlers for jobs of type ${type}`);
    this.handlers.set(type, handler as JobHandler<JobType>);
  }

  of(type: string): JobHandler<JobType> | undefined {
    return this.handlers.get(type);
  }

  types(): string[] {
    return [...this.handlers.keys()];
  }
}
