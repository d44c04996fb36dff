import { Injectable } from '@nestjs/common';
import { hash, verify } from '@node-rs/argon2';
import { AppError } from '../../../domain/kernel/errors';

/** Argon2id as OWASP advises: 19 MiB, two passes, one lane. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;
const IN_FLIGHT = 4;
const MAX_WAITING = 50;

/** A hash of no account's password, so that an unknown account takes as long as a known one. */
const DUMMY_HASH =
  '$argon2id$v=19$m=19456,t=2,p=1$DL4YxaAX1yfOfjhv4GeHxA$C4cY+TWVebG8Yeo2JrR0KHagq2OQdull9C4bcBeIPjg';

/** Slow on purpose, so a few at a time: the rest of the service must go on. */
@Injectable()
export class PasswordHasher {
  private inFlight = 0;
  private readonly waiting: (() => void)[] = [];

  /** @throws AppError SERVICE_UNAVAILABLE when too many wait already */
  hash(password: string): Promise<string> {
    return this.inTurn(() => hash(password, COST));
  }

  /**
   * @param stored null: there is no such account; takes as long and is false
   * @throws AppError SERVICE_UNAVAILABLE when too many wait already
   */
  async verify(stored: string | null, password: string): Promise<boolean> {
    const isRight = await this.inTurn(() => verify(stored ?? DUMMY_HASH, password));
    return isRight && stored !== null;
  }

  private async inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (this.inFlight < IN_FLIGHT) this.inFlight++;
    else await this.turn();
    try {
      return await work();
    } finally {
      // The place is handed on, not given up: no other caller can take it in between.
      const next = this.waiting.shift();
      if (next) next();
      else this.inFlight--;
    }
  }

  private turn(): Promise<void> {
    if (this.waiting.length >= MAX_WAITING)
      throw new AppError('SERVICE_UNAVAILABLE', { dependency: 'passwords' });
    return new Promise((resolve) => this.waiting.push(resolve));
  }
}
