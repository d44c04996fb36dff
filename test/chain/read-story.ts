import { replay, type Ledger } from '../../src/domain/engine';
import { formatMoney, formatUnits } from '../../src/domain/kernel/units';
import {
  type ChainTransaction,
  classifyHistory,
  ledgerEvents,
  type LedgerPolicies,
  valueTransactions,
  type WalletTransaction,
  withDoubts,
} from '../../src/domain/chain';
import { FIFO } from '../support/engine-events';
import { asset } from './chain-story';
import { ME } from './parties';

const owned = new Set([ME]);

/** By asset id. A list has one price per transaction of the story, in order. */
export type Prices = Readonly<Record<string, string | readonly string[]>>;
export const PRICES: Prices = {
  'ethereum:native': '2000',
  [asset('WETH').id]: '2000',
  [asset('stETH').id]: '2000',
  [asset('USDC').id]: '1',
  [asset('DAI').id]: '1',
  [asset('UNI').id]: '10',
};

export interface Told {
  told: WalletTransaction[];
  ledger: Ledger;
}

/** Reads a made-up history from movements to the ledger, with FIFO and without wash sales. */
export function readStory(
  txs: readonly ChainTransaction[],
  prices: Prices = PRICES,
  policies: Partial<LedgerPolicies> = {},
): Told {
  const times = txs.map(({ at }) => at);
  const valued = valueTransactions(classifyHistory(txs, { wallet: ME, owned }), (id, at) => {
    const price = prices[id];
    const usd = typeof price === 'string' ? price : price?.[times.indexOf(at)];
    return usd === undefined ? null : { usd, at, source: 'market' };
  });
  const told = [...withDoubts(valued)];
  const events = ledgerEvents(told, {
    gasPolicy: 'dispose',
    wrapPolicy: 'carry',
    depositPolicy: 'mixed',
    owned,
    ...policies,
  });
  return { told, ledger: replay(events, FIFO) };
}

/** `quantity symbol type proceeds basis gain term`, and the flags. */
export const sales = ({ disposals }: Ledger): string[] =>
  disposals.map(
    ({ asset: { symbol, decimals }, quantity, type, isLongTerm, flags, proceeds, costBasis, gain }) =>
      [
        `${formatUnits(quantity, decimals)} ${symbol} ${type}`,
        ...[proceeds, costBasis, gain].map(formatMoney),
        isLongTerm ? 'long' : 'short',
        ...flags,
      ].join(' '),
  );

/** `quantity symbol type value` */
export const earnings = ({ income }: Ledger): string[] =>
  income.map(({ asset: { symbol, decimals }, quantity, type, fairMarketValue }) =>
    [`${formatUnits(quantity, decimals)} ${symbol} ${type}`, formatMoney(fairMarketValue)].join(' '),
  );

/** Open lots: `quantity symbol basis place date`. The place is empty for the wallet itself. */
export const holdings = ({ lots }: Ledger): string[] =>
  lots
    .filter(({ remaining }) => remaining > 0n)
    .map(({ asset: { symbol, decimals }, remaining, cost, wallet, isUntracked }) =>
      [
        `${formatUnits(remaining, decimals)} ${symbol} ${formatMoney(cost)}`,
        ...(wallet === ME ? [] : [wallet.slice(ME.length)]),
        ...(isUntracked ? ['untracked'] : []),
      ].join(' '),
    );

export const kinds = ({ told }: Told): string[] => told.map(({ type, rule }) => `${type} ${rule}`);
