import { canonicalJson } from '../../src/domain/webhooks/canonical-json';
import { DomainEvents, type NewEvent } from '../../src/ports/domain-events';

/** An outbox in memory; refuses what could not be sent. */
export class FakeDomainEvents extends DomainEvents {
  readonly kept: NewEvent[] = [];
  announced = 0;

  async append(events: readonly NewEvent[]): Promise<number> {
    const before = this.kept.length;
    for (const event of events) {
      canonicalJson(event.data);
      if (event.key === null || !this.kept.some(({ key }) => key === event.key)) this.kept.push(event);
    }
    return this.kept.length - before;
  }

  async anyKept(keys: readonly string[]): Promise<boolean> {
    return this.kept.some(({ key }) => key !== null && keys.includes(key));
  }

  announce(): void {
    this.announced += 1;
  }
}
