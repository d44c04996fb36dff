import type { JobContext } from '../../ports/work/jobs';

/** Stage of a job that has read its rows, and fetches their prices. */
export const PRICING = 'pricing';

/** Reports whole percents, each once, and never decreases. */
export class Steps {
  private last = '';
  private percent = 0;

  constructor(private readonly context: JobContext) {}

  async reach(percent: number, stage: string): Promise<void> {
    this.percent = Math.max(this.percent, Math.floor(percent));
    const step = `${this.percent} ${stage}`;
    if (step === this.last) return;
    this.last = step;
    await this.context.progress(this.percent, stage);
  }
}
