import type { Decimal } from '../../../kernel/decimal';
import { amountIn } from '../../cells';

/** `Converted 0.5 ETH to 900.1 USDC`. */
export const CONVERTED = /converted\s+([\d.,]+)\s+(\S+)\s+to\s+([\d.,]+)\s+(\S+)/i;

/** Notes are in the language of the owner: `0,5` where the column has 0.5. */
export function inNotes(text: string, isComma: boolean): Decimal | null {
  const isDecimal = isComma || /^\d+,(\d{1,2}|\d{4,})$|^0,/.test(text);
  return amountIn(isDecimal ? text.replace(/\./g, '').replace(',', '.') : text);
}

/** `Bought 0.01 BTC for 300 USDC on BTC-USDC`: the amount, then its coin. */
export const PAID = /\sfor\s+([\d.,]+(?:e[+-]?\d+)?)\s+([A-Z0-9]+)\s+on\s/i;

/** The coin that paid. */
export const quoteIn = (notes: string): string | null => {
  const [, pair] = /\son\s+[A-Z0-9]+-([A-Z0-9]+)\b/.exec(notes) ?? [];
  return pair ?? null;
};

export const addressIn = (notes: string): string | null => {
  const [, address] =
    /\bto\s+((?:0x[0-9a-fA-F]{40})|(?:bc1[a-z0-9]{20,})|(?:[13][1-9A-HJ-NP-Za-km-z]{25,34}))\b/.exec(notes) ??
    [];
  return address ?? null;
};

/** Coinbase states the amounts of pairs with USDC in dollars. */
const DOLLARS: ReadonlySet<string> = new Set(['USD', 'USDC']);
export const isSameMoney = (a: string, b: string): boolean => a === b || (DOLLARS.has(a) && DOLLARS.has(b));
