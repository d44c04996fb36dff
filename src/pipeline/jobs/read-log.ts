import type { ChainName } from '../../domain/kernel/chain';

/** Pause between two lines about one read. */
const PAUSE_MS = 5_000;

/** Lines about the read of one chain: how far it is every few seconds, and one at its end. */
export class ReadLog {
  private rows = 0;
  private readonly began: number;
  private lastLine: number;

  constructor(
    private readonly chain: ChainName,
    private readonly address: string,
    private readonly write: (line: string) => void,
    private readonly now: () => number,
  ) {
    this.began = now();
    this.lastLine = this.began;
  }

  /** @param share read part of the chain, 0 to 1, where it is known */
  page(rows: number, share?: number): void {
    this.rows += rows;
    const now = this.now();
    if (now - this.lastLine < PAUSE_MS) return;
    this.lastLine = now;
    const percent = share === undefined ? '' : `, about ${Math.floor(share * 100)} %`;
    this.write(`${this.name()}: ${this.rows} rows so far${percent}`);
  }

  end(): void {
    const seconds = ((this.now() - this.began) / 1_000).toFixed(1);
    this.write(`${this.name()}: ${this.rows} new rows in ${seconds} s`);
  }

  private name(): string {
    return `${this.chain} ${this.address}`;
  }
}
