import { Overloaded } from '../errors/refusals';

export interface SlotLimits {
  total: number;
  anonymous: number;
  waiting: number;
  waitingPerClient: number;
}

export interface SlotCaller {
  /** True for a caller without a credential, or an unknown one. */
  isAnonymous: boolean;
  client: string;
}

interface Waiting {
  caller: SlotCaller;
  admit: () => void;
}

const RETRY_AFTER_SECONDS = 2;

/** Order: callers with a credential, the client with the fewest running works, the oldest work. */
export class WorkSlots {
  private readonly running: SlotCaller[] = [];
  private waiting: Waiting[] = [];

  constructor(
    private readonly limits: SlotLimits,
    private readonly dependency = 'bodies',
  ) {}

  /**
   * @param signal ends the wait when no caller waits for the result
   * @throws Overloaded when too many works wait already, in all or of this client
   */
  async pass<T>(caller: SlotCaller, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    if (this.isFree(caller)) this.running.push(caller);
    else await this.slot(caller, signal);
    try {
      return await work();
    } finally {
      this.running.splice(this.running.indexOf(caller), 1);
      this.admitNext();
    }
  }

  private slot(caller: SlotCaller, signal: AbortSignal): Promise<void> {
    const { waiting, waitingPerClient } = this.limits;
    const ofKind = this.waiting.filter(({ caller: other }) => other.isAnonymous === caller.isAnonymous);
    const ofClient = ofKind.filter(({ caller: other }) => other.client === caller.client);
    if (ofKind.length >= waiting || ofClient.length >= waitingPerClient)
      throw new Overloaded(this.dependency, RETRY_AFTER_SECONDS);
    return new Promise((resolve, reject) => {
      const leave = (): void => {
        this.waiting = this.waiting.filter((other) => other !== entry);
        reject(signal.reason as Error);
      };
      const admit = (): void => {
        signal.removeEventListener('abort', leave);
        this.running.push(caller);
        resolve();
      };
      const entry: Waiting = { caller, admit };
      signal.addEventListener('abort', leave, { once: true });
      this.waiting.push(entry);
    });
  }

  private isFree({ isAnonymous }: SlotCaller): boolean {
    const { total, anonymous } = this.limits;
    if (this.running.length >= total) return false;
    return !isAnonymous || this.running.filter((other) => other.isAnonymous).length < anonymous;
  }

  private admitNext(): void {
    const [next] = this.waiting
      .filter(({ caller }) => this.isFree(caller))
      .toSorted((a, b) => this.rank(a.caller) - this.rank(b.caller));
    if (!next) return;
    this.waiting = this.waiting.filter((other) => other !== next);
    next.admit();
  }

  private rank({ isAnonymous, client }: SlotCaller): number {
    const ofClient = this.running.filter((other) => other.client === client).length;
    return (isAnonymous ? this.limits.total : 0) + ofClient;
  }
}
