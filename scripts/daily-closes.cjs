'use strict';

/**
 * Daily closes of the largest assets out of a CSV of daily prices -> src/adapters/providers/prices/floor.data.ts
 *
 *   node scripts/daily-closes.cjs <file.csv>
 *
 * Columns: symbol,date,price_usd,source_file. A series of CoinGecko is sampled at 00:00 UTC, so that what it says of
 * a day is the close of the day before; others say closes. Samples of unknown hours (top-100 lists) are left out.
 */
const { readFileSync, writeFileSync } = require('node:fs');
const { join } = require('node:path');

const COINS = {
  BTC: 'bitcoin',
  ETH: 'ethereum',
  SOL: 'solana',
  BNB: 'binancecoin',
  AVAX: 'avalanche-2',
  MATIC: 'matic-network',
};
const OUT = join(__dirname, '..', 'src', 'adapters', 'providers', 'prices', 'floor.data.ts');
const DAY_MS = 86_400_000;
const FIRST = Date.UTC(2015, 0, 1);
const DIGITS = 6;

/** @returns {Map<string, Map<number, string>>} coin -> day (ms UTC) -> close */
function closesOf(text) {
  const closes = new Map(Object.values(COINS).map((coin) => [coin, new Map()]));
  const direct = new Set();
  for (const line of text.trim().split(/\r?\n/).slice(1)) {
    const [symbol, date, price, source] = line.split(',');
    const coin = COINS[symbol];
    const usd = Number(price);
    if (!coin || source.includes('top100') || !(usd > 0)) continue;
    const isOpening = source.startsWith('coingecko');
    const day = Date.parse(`${date}T00:00:00Z`) - (isOpening ? DAY_MS : 0);
    if (!Number.isFinite(day)) throw new Error(`no date: ${line}`);
    // A close stated as such is better than the first price of the next day.
    if (day < FIRST || (isOpening && direct.has(`${coin}@${day}`))) continue;
    if (!isOpening) direct.add(`${coin}@${day}`);
    closes.get(coin).set(day, plain(usd));
  }
  return closes;
}

/** Six significant digits, never an exponent. */
function plain(usd) {
  const decimals = Math.max(0, DIGITS - 1 - Math.floor(Math.log10(usd)));
  const text = usd.toFixed(Math.min(decimals, 20));
  return text.includes('.') ? text.replace(/\.?0+$/, '') : text;
}

const dayOfYear = (day) => (day - Date.UTC(new Date(day).getUTCFullYear(), 0, 1)) / DAY_MS;

/** One text per year, one field per day from 1 January on; empty where nothing is known. */
function yearsOf(days) {
  const years = new Map();
  for (const [day, usd] of [...days].sort(([a], [b]) => a - b)) {
    const year = new Date(day).getUTCFullYear();
    const fields = years.get(year) ?? [];
    fields[dayOfYear(day)] = usd;
    years.set(year, fields);
  }
  return [...years].map(
    ([year, fields]) => `    ${year}: '${Array.from(fields, (field) => field ?? '').join(' ')}',`,
  );
}

const [file] = process.argv.slice(2);
if (file === undefined) {
  process.stderr.write('usage: node scripts/daily-closes.cjs <file.csv>\n');
  process.exit(2);
}
const closes = closesOf(readFileSync(file, 'utf8'));
const coins = [...closes].map(([coin, days]) => {
  const name = /^[a-z]+$/.test(coin) ? coin : `'${coin}'`;
  return `  ${name}: {\n${yearsOf(days).join('\n')}\n  },`;
});
const text = `/**
 * Daily closes in USD, six significant digits: by CoinGecko id and year, one field per UTC day from 1 January on, empty
 * where nothing is known. Made by scripts/daily-closes.cjs.
 */
export const DAILY_CLOSES = {
${coins.join('\n')}
} as const satisfies Record<string, Record<number, string>>;
`;
writeFileSync(OUT, text);
const counts = [...closes].map(([coin, days]) => `${coin} ${days.size}`).join(', ');
process.stdout.write(`${(text.length / 1000).toFixed(1)} kB: ${counts}\n`);
