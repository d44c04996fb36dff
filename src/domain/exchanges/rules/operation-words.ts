import type { Decimal } from '../../kernel/decimal';
import type { RecordKind } from '../record';

/**
 * WORDS: what an exchange pays, by the words of an operation that no table of its own names, the most specific first.
 * Names as exchanges have used them: `earn/airdrop`, `Card Cashback`, `Staking Rewards Payout`.
 */
const WORDS: readonly (readonly [RegExp, RecordKind])[] = [
  [/\bfork\b/, 'fork'],
  [/air ?drop|\bhodler\b|\bmegadrop\b|\blaunchpool\b|\blearn(ing)?\b|coinbase earn/, 'airdrop'],
  [/cash ?back|rebate|referr|kick ?back|\bvoucher\b|\bbonus(es)?\b|card rewards?|commission/, 'rebate'],
  [/(stak(e|ing)|dpos|validator|inflation|delegat\w*).*(reward|income|interest|profit|yield|pay)/, 'reward'],
  [/(reward|income|interest|profit|yield) .*\b(stak(e|ing)|dpos|validator)/, 'reward'],
  [/\binterest\b|(earn|savings?|lending|lend).*(reward|profit|income|pay|yield|distribut)/, 'interest'],
  [/\bmining\b|\bmined\b/, 'mining'],
  [/\breward(s|ed)?\b|incentive|giveaway|\bprize\b|promotion/, 'rebate'],
];

/** Words of moves, trades and costs: beside them, a word of income does not say what the row is. */
const OTHER =
  /subscri|redempt|redeem|purchase|transfer|deposit|withdraw|\b(un)?lock(s|up)?\b|allocat|conver|\bswap|migrat|loan|borrow|repay|collateral|\bfees?\b|\btax|settle|\bsell|\bbuy|\bsale|\bcommission\b(?!.*(rebate|shared|referr|back))/;

/** What takes income back, or a payment. */
const BACK = /revers|revert|refund|claw ?back|charge ?back|correct|cancel/;

/**
 * The kind of income that an operation names. Null: none, and the row is held as unknown. A row that takes units is what
 * takes such income back.
 */
export function incomeByWords(name: string, amount: Decimal): RecordKind | null {
  const words = name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, ' ')
    .trim();
  if (OTHER.test(words)) return null;
  if (BACK.test(words) && !amount.isNegative()) return null;
  return WORDS.find(([pattern]) => pattern.test(words))?.[1] ?? null;
}
