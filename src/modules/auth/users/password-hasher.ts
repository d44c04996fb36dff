import { Injectable } from '@nestjs/common';
import { hash, verify } from '@node-rs/argon2';
import { WorkSlots, type SlotCaller } from '../../../http/body/work-slots';

/** Argon2id as OWASP advises: 19 MiB, two passes, one lane. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;
/**
 * Hashing is slow on purpose. The process has four threads for hashes, files and host names together. One place is
 * kept for callers that the account knows, so unknown callers cannot make them wait.
 */
const SLOTS = { total: 3, anonymous: 2, waiting: 50, waitingPerClient: 50 };
/** No caller leaves this queue: its longest wait is short. */
const never = (): AbortSignal => new AbortController().signal;

/** A hash of no account's password, so that an unknown account takes as long as a known one. */
const DUMMY_HASH =
  '$argon2id$v=19$m=19456,t=2,p=1$DL4YxaAX1yfOfjhv4GeHxA$C4cY+TWVebG8Yeo2JrR0KHagq2OQdull9C4bcBeIPjg';

/** `known`: a session, a mailed link, or a network where the account is known. */
export type PasswordOf = 'stranger' | 'known';

@Injectable()
export class PasswordHasher {
  private readonly slots = new WorkSlots(SLOTS, 'passwords');

  /** @throws Overloaded when too many wait already */
  hash(password: string, of: PasswordOf): Promise<string> {
    return this.slots.pass(callerOf(of), never(), () => hash(password, COST));
  }

  /**
   * @param stored null: there is no such account; takes as long and is false
   * @throws Overloaded when too many wait already
   */
  async verify(stored: string | null, password: string, of: PasswordOf): Promise<boolean> {
    const isRight = await this.slots.pass(callerOf(of), never(), () =>
      verify(stored ?? DUMMY_HASH, password),
    );
    return isRight && stored !== null;
  }
}

const callerOf = (of: PasswordOf): SlotCaller => ({ isAnonymous: of === 'stranger', client: of });
