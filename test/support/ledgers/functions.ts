/**
 * Elementary functions that give the same number on every machine: sums of two doubles (about 32 digits) built on the
 * four operations alone, rounded once. `Math.log` and its kin differ between engines and processors in the last bit.
 */
type Pair = readonly [high: number, low: number];

const LN_2: Pair = [0.6931471805599453, 2.3190468138462996e-17];
const LN_10: Pair = [2.302585092994046, -2.1707562233822494e-16];
const HALF_PI: Pair = [1.5707963267948966, 6.123233995736766e-17];
const SPLITTER = 2 ** 27 + 1;

/** a + b with its rounding error. @source Knuth, TAOCP 2, 4.2.2 */
function sumOf(a: number, b: number): Pair {
  const sum = a + b;
  const part = sum - a;
  return [sum, a - (sum - part) + (b - part)];
}

/** a * b with its rounding error. @source Dekker 1971 */
function productOf(a: number, b: number): Pair {
  const product = a * b;
  const [aHigh, aLow] = halves(a);
  const [bHigh, bLow] = halves(b);
  return [product, aHigh * bHigh - product + aHigh * bLow + aLow * bHigh + aLow * bLow];
}

function halves(a: number): Pair {
  const scaled = SPLITTER * a;
  const high = scaled - (scaled - a);
  return [high, a - high];
}

function add(a: Pair, b: Pair): Pair {
  const [high, error] = sumOf(a[0], b[0]);
  const [low, rest] = sumOf(a[1], b[1]);
  const [top, carry] = sumOf(high, error + low);
  return sumOf(top, carry + rest);
}

function multiply(a: Pair, b: Pair): Pair {
  const [product, error] = productOf(a[0], b[0]);
  return sumOf(product, error + (a[0] * b[1] + a[1] * b[0]));
}

function inverse(n: number): Pair {
  const first = 1 / n;
  const [product, error] = productOf(first, n);
  return sumOf(first, (1 - product - error) / n);
}

const scale = ([high, low]: Pair, power: number): Pair => [high * power, low * power];
const negative = (a: Pair): Pair => scale(a, -1);
const rounded = ([high, low]: Pair): number => high + low;

/** The factors from one term of a series to the next. */
const factors = (divisor: (n: number) => number): readonly Pair[] =>
  Array.from({ length: 20 }, (_, i) => inverse(divisor(i + 1)));
const OF_EXPONENTIAL = factors((n) => n + 1);
const OF_SINE = factors((n) => 2 * n * (2 * n + 1));
const OF_COSINE = factors((n) => (2 * n - 1) * 2 * n);

/** The sum of a term and those after it: each is the one before times `x` and its factor. */
function series(first: Pair, x: Pair, each: readonly Pair[]): Pair {
  let sum = first;
  let term = first;
  for (const factor of each) {
    term = multiply(multiply(term, x), factor);
    if (Math.abs(term[0]) < 1e-33) break;
    sum = add(sum, term);
  }
  return sum;
}

const DOUBLINGS = 5;

function exponential(x: Pair): Pair {
  const twos = Math.round(x[0] / LN_2[0]);
  const rest = scale(add(x, multiply([-twos, 0], LN_2)), 2 ** -DOUBLINGS);
  // e^x - 1 keeps the digits that 1 + x would lose.
  let less = series(rest, rest, OF_EXPONENTIAL);
  for (let i = 0; i < DOUBLINGS; i++) less = add(multiply(less, less), scale(less, 2));
  return scale(add(less, [1, 0]), 2 ** twos);
}

/** One step of Newton from the number at hand, which is right to its last bits. */
export function log(x: number): number {
  const guess = Math.log(x);
  return rounded(add([guess, 0], add(multiply([x, 0], exponential([-guess, 0])), [-1, 0])));
}

export const tenTo = (x: number): number => rounded(exponential(multiply([x, 0], LN_10)));

export const cube = (x: number): number => rounded(multiply(productOf(x, x), [x, 0]));

/** @param x in radians, 0 to 2 pi */
export function sineAndCosine(x: number): [number, number] {
  const quarters = Math.round(x / HALF_PI[0]);
  const rest = add([x, 0], multiply([-quarters, 0], HALF_PI));
  const square = negative(multiply(rest, rest));
  const sine = series(rest, square, OF_SINE);
  const cosine = series([1, 0], square, OF_COSINE);
  const turned: [Pair, Pair][] = [
    [sine, cosine],
    [cosine, negative(sine)],
    [negative(sine), negative(cosine)],
    [negative(cosine), sine],
  ];
  const [s, c] = turned[quarters % 4] ?? [sine, cosine];
  return [rounded(s), rounded(c)];
}
