import { Overloaded } from '../errors/refusals';

export interface SlotLimits {
  /** Works at the same time. */
  total: number;
  /** Of them for callers without a credential. */
  anonymous: number;
  /** Further works that wait, of each kind of caller. */
  waiting: number;
}

const RETRY_AFTER_SECONDS = 2;

type Kind = 'anonymous' | 'known';

/** Bounds how many works run at the same time. Callers with a credential go first. */
export class WorkSlots {
  private readonly running: Record<Kind, number> = { anonymous: 0, known: 0 };
  private readonly waiting: Record<Kind, (() => void)[]> = { anonymous: [], known: [] };

  constructor(private readonly limits: SlotLimits) {}

  /**
   * @param signal ends the wait when no caller waits for the result
   * @throws Overloaded when too many wait already
   */
  async pass<T>(isAnonymous: boolean, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    const kind: Kind = isAnonymous ? 'anonymous' : 'known';
    if (this.isFree(kind)) this.running[kind]++;
    else await this.slot(kind);
    try {
      signal.throwIfAborted();
      return await work();
    } finally {
      this.running[kind]--;
      this.admit();
    }
  }

  private slot(kind: Kind): Promise<void> {
    if (this.waiting[kind].length >= this.limits.waiting) throw new Overloaded('bodies', RETRY_AFTER_SECONDS);
    return new Promise((resolve) => this.waiting[kind].push(resolve));
  }

  private isFree(kind: Kind): boolean {
    const { anonymous, known } = this.running;
    return anonymous + known < this.limits.total && (kind === 'known' || anonymous < this.limits.anonymous);
  }

  private admit(): void {
    for (const kind of ['known', 'anonymous'] as const)
      while (this.waiting[kind].length > 0 && this.isFree(kind)) {
        this.running[kind]++;
        this.waiting[kind].shift()?.();
      }
  }
}
