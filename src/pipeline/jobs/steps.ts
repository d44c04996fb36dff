import type { JobContext } from '../../ports/work/jobs';

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
