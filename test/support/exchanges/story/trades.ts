import type { Trade, VenueName } from './deeds';
import { at, HOUR, STORY_NOW } from './names';

/** Numbers that look random, the same at each run. */
function numbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** Pairs of an exchange with a price of 2023, and the digits of its units. */
type Pair = readonly [base: string, quote: string, price: number, digits: number];
const PAIRS: Readonly<Record<VenueName, readonly Pair[]>> = {
  kraken: [
    ['BTC', 'USD', 27_000, 8],
    ['ETH', 'USD', 1_800, 8],
    ['SOL', 'USD', 25, 6],
    ['DOT', 'USD', 6, 6],
  ],
  coinbase: [
    ['BTC', 'USD', 27_000, 8],
    ['ETH', 'USD', 1_800, 8],
    ['SOL', 'USDC', 25, 6],
  ],
  binanceus: [
    ['ETH', 'USD', 1_800, 5],
    ['BNB', 'USD', 300, 4],
    ['ADA', 'USDT', 1, 1],
    ['ETH', 'BTC', 1_800, 4],
  ],
  gemini: [
    ['BTC', 'USD', 27_000, 8],
    ['ETH', 'USD', 1_800, 9],
    ['LINK', 'USD', 7, 6],
  ],
  okx: [
    ['BTC', 'USDT', 27_000, 8],
    ['SOL', 'USDT', 25, 6],
  ],
};
/** More rows than a page has. */
const TRADES: Readonly<Record<VenueName, number>> = {
  kraken: 70,
  coinbase: 130,
  binanceus: 60,
  gemini: 120,
  okx: 110,
};

const units = (whole: number, digits: number): string =>
  `${Math.floor(whole / 10 ** digits)}.${String(whole % 10 ** digits).padStart(digits, '0')}`;

/** Purchases and sales of one account, more than a page has. */
export function tradesOf(venue: VenueName, seed: number): Trade[] {
  const next = numbers(seed);
  // The exchange keeps fills for three months.
  const from = venue === 'okx' ? STORY_NOW - 80 * 24 * HOUR : at('2022-02-01T00:00:00');
  const step = Math.floor((STORY_NOW - 20 * 24 * HOUR - from) / TRADES[venue] / 1_000) * 1_000;
  return Array.from({ length: TRADES[venue] }, (_, n): Trade => {
    const [base, quote, price, digits] = PAIRS[venue][n % PAIRS[venue].length] as Pair;
    // Few digits: the product of units and price is exact.
    const cents = Math.round(price * 100 * (0.7 + next(60) / 100));
    const whole = Math.floor(((20 + next(400)) / price) * 10 ** digits) + 1;
    const fee = units(1 + next(900), venue === 'okx' ? 6 : 4);
    const isRebate = venue === 'okx' && n % 10 === 9;
    const feeCoin = venue === 'binanceus' && n % 3 === 0 ? 'BNB' : quote;
    return {
      kind: 'trade',
      at: from + n * step + next(step / 2_000) * 1_000,
      side: Math.floor(n / PAIRS[venue].length) % 4 === 3 ? 'sell' : 'buy',
      base,
      quote,
      units: units(whole, digits),
      price: quote === 'BTC' ? units(6_000 + next(900), 5) : units(cents, 2),
      fee: { coin: feeCoin, units: isRebate ? `-${fee}` : fee },
    };
  });
}
