// A generated wallet of any size: the same address, size and seed always give the same rows.
// Rows are built when asked for; only the moves are kept.
import { createHash } from 'node:crypto';

const USDC = '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48';
const ROUTER = '0x7a250d5630b4cf539739df2c5dacb4c659f2488d',
  PAIR = '0xb4e16d0168e52d35cacd2c6185b44281ec28c9dc';
const IN = 0,
  OUT = 1,
  BUY_USDC = 2,
  SELL_USDC = 3,
  FAILED = 4;
const FIRST_BLOCK = 6_988_615,
  FIRST_TIME = 1_546_300_800,
  LAST_TIME = 1_735_603_200; // 2019-01-01 to 2024-12-31
const GAS = [21000, 21000, 152000, 161000, 43000],
  GWEI = 1_000_000_000n,
  METHOD = ['0x', '0x', '0x7ff36ab5', '0x18cbafe5', '0xa9059cbb'];
const NAME = [
  '',
  '',
  'swapExactETHForTokens(uint256 amountOutMin, address[] path, address to, uint256 deadline)',
  'swapExactTokensForETH(uint256 amountIn, uint256 amountOutMin, address[] path, address to, uint256 deadline)',
  'transfer(address _to, uint256 _value)',
];

export class BigWallet {
  #kinds;
  #wei;
  #usdc;
  #perBlock;
  #seed;
  wei = 0n;
  usdc = 0n;

  /** @param shown number of transactions that the upstreams list so far; the others come later */
  constructor(
    { address, transactions, shown = transactions, seed = 1, per_block: perBlock = null, chain = 1 },
    usdPrice,
  ) {
    if (!/^0x[0-9a-f]{40}$/i.test(address ?? '')) throw new TypeError('address must be 0x and 40 hex digits');
    if (!(Number.isInteger(transactions) && transactions > 0 && transactions <= 200_000))
      throw new TypeError('transactions must be 1 to 200000');
    if (!(Number.isInteger(shown) && shown > 0 && shown <= transactions))
      throw new TypeError('shown must be 1 to transactions');
    Object.assign(this, { address: address.toLowerCase(), chain, transactions });
    this.#seed = createHash('sha256').update(`${this.address}:${seed}`).digest().readUInt32LE(0);
    this.#perBlock = perBlock;
    const random = (i, draw) => this.#draw(i, draw) / 2 ** 32;
    this.#kinds = new Uint8Array(transactions);
    this.#wei = new BigUint64Array(transactions);
    this.#usdc = new Float64Array(transactions);
    const tokens = [],
      internals = [];
    for (let i = 0; i < shown; i++) {
      const draw = random(i, 0),
        ether = BigInt(Math.floor(random(i, 1) * 2_000_000_000) + 1) * GWEI; // up to 2 ETH
      const price = usdPrice(this.#time(i)) ?? 2000,
        poor = this.wei < 3_000_000_000n * GWEI;
      let kind =
        poor || draw < 0.3
          ? IN
          : draw < 0.5
            ? OUT
            : draw < 0.75
              ? BUY_USDC
              : draw < 0.98
                ? SELL_USDC
                : FAILED;
      let usdc = Math.floor((Number(ether) / 1e18) * price * (0.997 + random(i, 2) * 0.002) * 1e6);
      if (kind === SELL_USDC && BigInt(usdc) > this.usdc) kind = BUY_USDC;
      this.#kinds[i] = kind;
      this.#wei[i] = kind === FAILED ? 0n : ether;
      this.#usdc[i] = kind === BUY_USDC || kind === SELL_USDC ? usdc : 0;
      if (kind !== IN) this.wei -= this.#fee(i);
      if (kind === IN || kind === SELL_USDC) this.wei += ether;
      else this.wei -= this.#wei[i];
      if (kind === BUY_USDC) this.usdc += BigInt(usdc);
      if (kind === SELL_USDC) {
        this.usdc -= BigInt(usdc);
        internals.push(i);
      }
      if (kind === BUY_USDC || kind === SELL_USDC) tokens.push(i);
    }
    this.span = [this.#time(0), this.#time(shown - 1)];
    const list = (indexes, length, row) => ({
      length,
      row: (n) => row(indexes ? indexes[n] : n),
      blockAt: (n) => this.#block(indexes ? indexes[n] : n),
    });
    const tokenIndex = Uint32Array.from(tokens),
      internalIndex = Uint32Array.from(internals);
    this.lists = {
      txlist: list(null, shown, (i) => this.#txRow(i)),
      tokentx: list(tokenIndex, tokenIndex.length, (i) => this.#tokenRow(i)),
      txlistinternal: list(internalIndex, internalIndex.length, (i) => this.#internalRow(i)),
    };
  }

  /** 32 bits that depend on nothing but the seed, the transaction and the draw. */
  #draw(i, draw) {
    let t = Math.imul(
      this.#seed ^ Math.imul(i + 1, 0x9e3779b1) ^ Math.imul(draw + 1, 0x85ebca6b),
      0xc2b2ae35,
    );
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return (t ^ (t >>> 14)) >>> 0;
  }
  #hex(i, from, digits) {
    let text = '';
    for (let draw = from; text.length < digits; draw++)
      text += this.#draw(i, draw).toString(16).padStart(8, '0');
    return text.slice(0, digits);
  }

  // Every seventh transaction shares its predecessor's block, unless a fixed number per block is asked for.
  #slot(i) {
    return this.#perBlock ? Math.floor(i / this.#perBlock) : i - (i % 7 === 6 ? 1 : 0);
  }
  #time(i) {
    return FIRST_TIME + Math.floor((this.#slot(i) * (LAST_TIME - FIRST_TIME)) / this.transactions);
  }
  #block(i) {
    return FIRST_BLOCK + Math.floor((this.#time(i) - FIRST_TIME) / 13);
  }
  #fee(i) {
    return BigInt(GAS[this.#kinds[i]]) * this.#gasPrice(i);
  }
  #gasPrice(i) {
    return BigInt(5 + ((i * 7919) % 60)) * GWEI;
  }
  #hash(i) {
    return `0x${this.#hex(i, 10, 58)}${i.toString(16).padStart(6, '0')}`;
  } // ends in the transaction's number
  #party(i) {
    return `0x${this.#hex(i % 40, 20, 40)}`;
  }

  #common(i) {
    const out = this.#kinds[i] !== IN;
    return {
      blockNumber: String(this.#block(i)),
      timeStamp: String(this.#time(i)),
      hash: this.#hash(i),
      nonce: String(i),
      blockHash: `0x${this.#block(i).toString(16).padStart(64, '0')}`,
      transactionIndex: String(i % 7),
      from: out ? this.address : this.#party(i),
    };
  }

  #gas(i) {
    const kind = this.#kinds[i],
      used = String(GAS[kind]);
    return {
      gas: String(GAS[kind] * 2),
      gasPrice: String(this.#gasPrice(i)),
      cumulativeGasUsed: used,
      gasUsed: used,
      confirmations: '1000000',
      methodId: METHOD[kind],
      functionName: NAME[kind],
    };
  }

  #txRow(i) {
    const kind = this.#kinds[i],
      failed = kind === FAILED ? '1' : '0';
    const to = [this.address, this.#party(i), ROUTER, ROUTER, USDC][kind];
    return {
      ...this.#common(i),
      to,
      value: kind === SELL_USDC ? '0' : String(this.#wei[i]),
      isError: failed,
      txreceipt_status: failed === '1' ? '0' : '1',
      input: METHOD[kind],
      contractAddress: '',
      ...this.#gas(i),
    };
  }

  #tokenRow(i) {
    const buy = this.#kinds[i] === BUY_USDC;
    return {
      ...this.#common(i),
      from: buy ? PAIR : this.address,
      contractAddress: USDC,
      to: buy ? this.address : PAIR,
      value: String(this.#usdc[i]),
      tokenName: 'USD Coin',
      tokenSymbol: 'USDC',
      tokenDecimal: '6',
      input: 'deprecated',
      ...this.#gas(i),
    };
  }

  #internalRow(i) {
    const { blockNumber, timeStamp, hash } = this.#common(i);
    return {
      blockNumber,
      timeStamp,
      hash,
      from: ROUTER,
      to: this.address,
      value: String(this.#wei[i]),
      contractAddress: '',
      input: '',
      type: 'call',
      gas: '9700',
      gasUsed: '0',
      traceId: '0_1',
      isError: '0',
      errCode: '',
    };
  }

  /** The internal rows of one transaction, when the hash is this wallet's. */
  internalsOf(hash) {
    const i = parseInt(hash.slice(-6), 16);
    return i < this.lists.txlist.length && this.#kinds[i] === SELL_USDC && this.#hash(i) === hash
      ? [this.#internalRow(i)]
      : [];
  }

  tokenBalance(contract) {
    return contract === USDC ? this.usdc : 0n;
  }

  summary() {
    const rows = Object.fromEntries(Object.entries(this.lists).map(([name, l]) => [name, l.length]));
    return {
      address: this.address,
      chainId: this.chain,
      rows,
      wei: String(this.wei),
      usdc: String(this.usdc),
      first: this.span[0],
      last: this.span[1],
    };
  }
}
