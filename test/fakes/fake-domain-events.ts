import { canonicalJson } from '../../src/domain/webhooks/canonical-json';
import { DomainEvents, type NewEvent } from '../../src/ports/work/domain-events';

/** An outbox in memory; refuses what could not be sent. */
export class FakeDomainEvents extends DomainEvents {
  readonly kept: NewEvent[] = [];
  announced = 0;
  cursor: number | null = null;

  async append(events: readonly NewEvent[]): Promise<number> {
    const before = this.kept.length;
    for (const event of events) {
      canonicalJson(event.data);
      if (event.key === null || !this.kept.some(({ key }) => key === event.key)) this.kept.push(event);
    }
    return this.kept.length - before;
  }

  async appendUnless(_topic: string, others: readonly string[], event: NewEvent): Promise<boolean> {
    if (this.kept.some(({ key }) => key !== null && others.includes(key))) return false;
    return (await this.append([event])) > 0;
  }

  async caughtUpAt(): Promise<number | null> {
    return this.cursor;
  }

  async catchUp(at: number): Promise<void> {
    this.cursor = Math.max(this.cursor ?? at, at);
  }

  notify(): void {
    this.announced += 1;
  }
}
