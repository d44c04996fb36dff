/** The only source of time and of random identity. */
export abstract class Clock {
  /** Milliseconds UTC. */
  abstract now(): number;
  /** UUID version 4. */
  abstract newId(): string;
}
