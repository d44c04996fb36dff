/** Turns in a row in which a connection was accepted; after so many, more of them are expected. */
const TURNS_OF_A_BURST = 4;
/**
 * While connections arrive in every turn, works are started in one of so many turns. No time: where other processes keep
 * the processors, a few turns take as long.
 */
const PAUSE_TURNS = 64;

/**
 * Starts works in the order in which they came, a few in each turn of the event loop. Node accepts one connection in each
 * turn: when turns are long, the hundredth of many connections waits for seconds. While connections arrive in every turn,
 * turns without works go between, so that all of them are accepted soon.
 */
export class FewPerTurn {
  private readonly waiting: (() => void)[] = [];
  private left: number;
  private isCounting = false;
  private isArriving = false;
  /** Turns in a row with a connection. */
  private arrivals = 0;
  /** Turns since works were started. */
  private paused = 0;

  constructor(private readonly perTurn: number) {
    this.left = perTurn;
  }

  add(start: () => void): void {
    if (this.left > 0 && this.waiting.length === 0 && !this.isHeld()) this.run(start);
    else {
      this.waiting.push(start);
      this.count();
    }
  }

  /** Call it for each connection that is accepted. */
  connected(): void {
    this.isArriving = true;
    this.count();
  }

  private run(start: () => void): void {
    this.left--;
    this.paused = 0;
    this.count();
    start();
  }

  private count(): void {
    if (!this.isCounting) setImmediate(() => this.nextTurn());
    this.isCounting = true;
  }

  private nextTurn(): void {
    this.isCounting = false;
    this.paused++;
    this.arrivals = this.isArriving ? this.arrivals + 1 : 0;
    this.isArriving = false;
    // Without it the turn after the last connection is not noticed.
    if (this.arrivals > 0) this.count();
    this.left = this.perTurn;
    if (!this.isHeld()) for (let next = this.take(); next !== undefined; next = this.take()) this.run(next);
    if (this.waiting.length > 0) this.count();
  }

  private isHeld(): boolean {
    return this.arrivals >= TURNS_OF_A_BURST && this.paused < PAUSE_TURNS;
  }

  private take(): (() => void) | undefined {
    return this.left > 0 ? this.waiting.shift() : undefined;
  }
}
