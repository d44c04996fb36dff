/** MT19937 with the seeding and the draws of CPython's `random`. @source Matsumoto and Nishimura, mt19937ar */

const SIZE = 624;
const SHIFT = 397;

export class MersenneTwister {
  private readonly state = new Uint32Array(SIZE);
  private next = SIZE;

  /** @param seed at most 32 bits */
  constructor(seed: number) {
    const { state } = this;
    state[0] = 19650218;
    for (let i = 1; i < SIZE; i++) state[i] = Math.imul(1812433253, this.mixed(i - 1)) + i;
    let i = 1;
    const advance = (): void => {
      if (++i < SIZE) return;
      state[0] = at(state, SIZE - 1);
      i = 1;
    };
    for (let k = 0; k < SIZE; k++, advance())
      state[i] = (at(state, i) ^ Math.imul(this.mixed(i - 1), 1664525)) + seed;
    for (let k = 1; k < SIZE; k++, advance())
      state[i] = (at(state, i) ^ Math.imul(this.mixed(i - 1), 1566083941)) - i;
    state[0] = 0x80000000;
  }

  /** In [0, 1), with 53 bits. */
  random(): number {
    const high = this.word() >>> 5;
    const low = this.word() >>> 6;
    return (high * 2 ** 26 + low) / 2 ** 53;
  }

  uniform(from: number, to: number): number {
    return from + (to - from) * this.random();
  }

  /** An integer in [0, n). */
  below(n: number): number {
    const unused = Math.clz32(n);
    let drawn: number;
    do drawn = this.word() >>> unused;
    while (drawn >= n);
    return drawn;
  }

  private mixed(i: number): number {
    const word = at(this.state, i);
    return word ^ (word >>> 30);
  }

  private word(): number {
    if (this.next === SIZE) this.refill();
    let word = at(this.state, this.next++);
    word ^= word >>> 11;
    word ^= (word << 7) & 0x9d2c5680;
    word ^= (word << 15) & 0xefc60000;
    return (word ^ (word >>> 18)) >>> 0;
  }

  private refill(): void {
    const { state } = this;
    for (let i = 0; i < SIZE; i++) {
      const word = (at(state, i) & 0x80000000) | (at(state, (i + 1) % SIZE) & 0x7fffffff);
      state[i] = at(state, (i + SHIFT) % SIZE) ^ (word >>> 1) ^ (word & 1 ? 0x9908b0df : 0);
    }
    this.next = 0;
  }
}

const at = (words: Uint32Array, i: number): number => words[i] ?? 0;
