/**
 * Starts works in the order in which they came, a few in each turn of the event loop. Node accepts one connection in each
 * turn: when turns are long, the hundredth of many connections waits for seconds.
 */
export class FewPerTurn {
  private readonly waiting: (() => void)[] = [];
  private left: number;
  private isCounting = false;

  constructor(private readonly perTurn: number) {
    this.left = perTurn;
  }

  add(start: () => void): void {
    if (this.left > 0 && this.waiting.length === 0) this.run(start);
    else this.waiting.push(start);
  }

  private run(start: () => void): void {
    this.left--;
    if (!this.isCounting) setImmediate(() => this.nextTurn());
    this.isCounting = true;
    start();
  }

  private nextTurn(): void {
    this.isCounting = false;
    this.left = this.perTurn;
    for (let next = this.take(); next !== undefined; next = this.take()) this.run(next);
  }

  private take(): (() => void) | undefined {
    return this.left > 0 ? this.waiting.shift() : undefined;
  }
}
