/** The only source of time and of random ids. */
export abstract class Clock {
  /** Milliseconds UTC. */
  abstract now(): number;
  /** UUID version 4. */
  abstract newId(): string;
}
