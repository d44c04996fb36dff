import { cube, log, sineAndCosine, tenTo } from './functions';
import { MersenneTwister } from './mersenne-twister';

/**
 * Ledgers of any size, the same on every machine: rows evenly spread over 2021 to 2025, prices that wander, never more
 * sold than is held. `shallow` sells much and keeps few lots open; `deep` buys four times in five and sells crumbs,
 * so that the lots of an asset pile up.
 */
export type LedgerShape = 'shallow' | 'deep';

const LEDGER_HEAD = 'id,timestamp,type,asset,qty_e8,usd_cents,wallet';

const FROM = 1_609_459_200;
const TO = 1_767_225_599;
const ASSETS = 20;
const WALLET = 'w0';
const SHAPES: Record<LedgerShape, { seed: number; sales: number; hasDrawOfWallet: boolean }> = {
  shallow: { seed: 7, sales: 0.45, hasDrawOfWallet: true },
  deep: { seed: 11, sales: 0.2, hasDrawOfWallet: false },
};

/** Lines of CSV under `LEDGER_HEAD`: seconds, 1e-8 units, cents. */
export function* ledgerLines(rows: number, shape: LedgerShape = 'shallow'): Generator<string> {
  const { seed, sales, hasDrawOfWallet } = SHAPES[shape];
  const draw = new MersenneTwister(seed);
  const normal = normalDraws(draw);
  const prices = Array.from({ length: ASSETS }, () => tenTo(draw.uniform(-1, 4.5)));
  const held = prices.map(() => 0n);
  yield LEDGER_HEAD;
  for (let i = 0; i < rows; i++) {
    const asset = draw.below(ASSETS);
    // One wallet is drawn as well, which takes a word of the sequence.
    if (hasDrawOfWallet) draw.below(1);
    const price = Math.min(Math.max((prices[asset] ?? 0) * (1 + normal() * 0.01), 0.05), 2e5);
    prices[asset] = price;
    const balance = held[asset] ?? 0n;
    const isSale = balance > 0n && draw.random() < sales;
    const quantity = quantityOf(draw, shape, price, isSale ? balance : null);
    held[asset] = isSale ? balance - quantity : balance + quantity;
    const cents = atLeastOne((Number(quantity) * price) / 1e6);
    const at = FROM + Math.floor(((TO - FROM) * i) / rows);
    yield `${i},${at},${isSale ? 'sell' : 'buy'},A${asset},${quantity},${cents},${WALLET}`;
  }
}

export const ledgerText = (rows: number, shape?: LedgerShape): string =>
  [...ledgerLines(rows, shape), ''].join('\n');

function quantityOf(
  draw: MersenneTwister,
  shape: LedgerShape,
  price: number,
  balance: bigint | null,
): bigint {
  if (shape === 'shallow' && balance !== null)
    return least(balance, atLeastOne(Number(balance) * cube(draw.random())));
  const bought = atLeastOne((draw.uniform(10, 5000) / price) * 1e8);
  if (balance === null) return bought;
  return least(balance, atLeastOne(Number(bought) * tenTo(draw.uniform(-4, -2))));
}

const least = (a: bigint, b: bigint): bigint => (a < b ? a : b);
const atLeastOne = (value: number): bigint => BigInt(Math.max(1, Math.trunc(value)));

/** Box and Muller: two from each pair of draws. */
function normalDraws(draw: MersenneTwister): () => number {
  let kept: number | null = null;
  return () => {
    if (kept !== null) {
      const value = kept;
      kept = null;
      return value;
    }
    const angle = draw.random() * (2 * Math.PI);
    const radius = Math.sqrt(-2 * log(1 - draw.random()));
    const [sine, cosine] = sineAndCosine(angle);
    kept = sine * radius;
    return cosine * radius;
  };
}
