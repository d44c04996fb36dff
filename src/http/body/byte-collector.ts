const BLOCK_BYTES = 64 * 1024;

/** Copies bytes out of the chunks in which they arrive. A kept chunk of one byte would keep its whole packet. */
export class ByteCollector {
  private readonly full: Buffer[] = [];
  private block = Buffer.alloc(0);
  private used = 0;

  add(chunk: Buffer): void {
    for (let copied = 0; copied < chunk.length;) {
      if (this.used === this.block.length) this.open(chunk.length - copied);
      const count = chunk.copy(this.block, this.used, copied);
      copied += count;
      this.used += count;
    }
  }

  all(): Buffer {
    return Buffer.concat([...this.full, this.block.subarray(0, this.used)]);
  }

  private open(needed: number): void {
    if (this.used > 0) this.full.push(this.block);
    // The first block of a short body is as long as the body.
    const size = this.full.length === 0 && this.used === 0 ? Math.min(needed, BLOCK_BYTES) : BLOCK_BYTES;
    this.block = Buffer.allocUnsafeSlow(size);
    this.used = 0;
  }
}
