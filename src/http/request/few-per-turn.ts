/** After so many turns in a row with a new connection, more are expected. */
const TURNS_OF_A_BURST = 4;
/** Works start in one of so many turns of a burst. On a busy machine, a few turns take as long as a pause. */
const PAUSE_TURNS = 64;

/**
 * Starts works in order of arrival, a few in each turn of the event loop. Node accepts one connection per turn: after
 * long turns, the hundredth connection waits for seconds. During a burst, turns without works go between, so that all
 * connections are accepted soon.
 */
export class FewPerTurn {
  private readonly waiting: (() => void)[] = [];
  private left: number;
  private isCounting = false;
  private isArriving = false;
  private arrivals = 0;
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
    // Without the count the turn after the last connection is not noticed.
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
