import type { Asset } from '../../../kernel/asset';
import { DAY_MS } from '../../../kernel/durations';
import { SLICE, type Sliced } from '../../../kernel/slices';
import { assetGroup, isNft, isStakedForm, liquidityRank, looksLikeReceipt } from '../../facts/assets';
import { isOwnCall } from '../../facts/facts';
import type { NetLeg } from '../../facts/net-legs';
import { isNamedAfter } from '../../facts/receipt-names';
import type { NettedTransaction } from '../spam/spam';
import { isBare, isTradeCall, marketsOf } from './places';

/** An asset given to a market, and what came out of it. */
interface Opening {
  key: string;
  at: number;
  given: NetLeg;
  /** Null: nothing but the token of a position. */
  got: NetLeg | null;
  hasToken: boolean;
  markets: readonly string[];
}

/**
 * Finds collateral by its return: what the wallet gave to a market for another asset comes back from the same market, to
 * the last unit, for at least as much of that asset, and no more than interest adds. A trade returns another quantity, or
 * costs what the price makes it. A position that its token stands for returns as much or less.
 * @source tax-rules 10.6
 */
export class ReturnedCollateral {
  /** Chain and asset -> openings, oldest first. */
  private readonly open = new Map<string, Opening[]>();
  private readonly found = new Map<string, 'opens' | 'closes'>();

  /** @param key `chain|hash` */
  of(key: string): 'opens' | 'closes' | null {
    return this.found.get(key) ?? null;
  }

  /**
   * Continues with the next transactions of the history, in slices.
   * @returns the openings that they return, as `chain|hash`
   */
  *adding(history: readonly NettedTransaction[]): Sliced<string[]> {
    const returned: string[] = [];
    for (const [index, netted] of history.entries()) {
      if (index % SLICE === 0) yield;
      const sides = sidesOf(netted);
      if (!sides) continue;
      const { given, got, hasToken, givesToken } = sides;
      const key = `${netted.tx.chain}|${netted.tx.hash}`;
      const markets = marketsOf(netted.tx);
      const opening = got && this.closedBy(given, got, markets, givesToken, netted.tx.at);
      if (opening) {
        this.found.set(key, 'closes');
        this.found.set(opening.key, 'opens');
        returned.push(opening.key);
      } else if (given && mayOpen(sides)) {
        const waiting = this.open.get(given.asset.id) ?? [];
        waiting.push({ key, at: netted.tx.at, given, got, hasToken, markets });
        this.open.set(given.asset.id, waiting);
      }
    }
    return returned;
  }

  /** @param givesToken without a loan, what is given for its token is locked: the token stands for it */
  private closedBy(
    paid: NetLeg | null,
    back: NetLeg,
    markets: readonly string[],
    givesToken: boolean,
    at: number,
  ): Opening | null {
    const waiting = this.open.get(back.asset.id) ?? [];
    const found = waiting.findLastIndex(
      ({ given, got, hasToken, markets: own, at: since }) =>
        (given.quantity === back.quantity || (hasToken && paid !== null && back.quantity < given.quantity)) &&
        own.some((market) => markets.includes(market)) &&
        !(givesToken && got === null && paid === null) &&
        (paid === null ||
          (got !== null &&
            isOneAsset(got.asset, paid.asset) &&
            paid.quantity >= got.quantity &&
            (hasToken || isInterest(paid.quantity - got.quantity, got.quantity, at - since)))),
    );
    return found < 0 ? null : (waiting.splice(found, 1)[0] ?? null);
  }
}

/** Percent. Loans of a short time have fees, and their rates are seldom above one hundred a year. */
const MOST_INTEREST = { once: 5n, perYear: 100n } as const;

/** True for what a loan of the time may cost. */
const isInterest = (more: bigint, lent: bigint, elapsed: number): boolean =>
  more * 100n * BigInt(365 * DAY_MS) <=
  lent * (MOST_INTEREST.once * BigInt(365 * DAY_MS) + MOST_INTEREST.perYear * BigInt(Math.max(elapsed, 0)));

interface Sides {
  given: NetLeg | null;
  got: NetLeg | null;
  hasToken: boolean;
  givesToken: boolean;
}

/** Null: not the call of a market by the wallet, or more than one asset on a side. */
function sidesOf({ tx, legs }: NettedTransaction): Sides | null {
  if (!tx.succeeded || !isOwnCall(tx) || isTradeCall(tx) || isBare(tx)) return null;
  const moved = legs.filter(({ asset, isInternal }) => !isNft(asset) && !isInternal);
  const [outs, ins] = (['out', 'in'] as const).map((side) => moved.filter((leg) => leg.direction === side));
  if (moved.length === 0 || !outs || !ins || outs.length > 1 || ins.length > 1) return null;
  const hasToken = legs.some(({ asset, isMint }) => isNft(asset) && isMint);
  const givesToken = legs.some(({ asset, direction }) => isNft(asset) && direction === 'out');
  return { given: outs[0] ?? null, got: ins[0] ?? null, hasToken, givesToken };
}

/** Coins of money, which debt is minted in. */
const MONEY = /USD|EUR|DAI/i;

/** A receipt carries its deposit, and a wrapped coin is the coin. What a loan mints is money. */
function mayOpen({ given, got, hasToken }: Sides): boolean {
  if (!given) return false;
  if (!got) return hasToken;
  if (!isOtherThing(given, got) || isStakedForm(given.asset) !== isStakedForm(got.asset)) return false;
  if (got.isMint || given.isBurn)
    return !given.isBurn && MONEY.test(got.asset.symbol) && !MONEY.test(given.asset.symbol);
  const isReceipt = (a: Asset, b: Asset): boolean => looksLikeReceipt(a) || isNamedAfter(a, b);
  return (
    (liquidityRank(given.asset) > 0 && liquidityRank(got.asset) > 0) ||
    (!isReceipt(given.asset, got.asset) && !isReceipt(got.asset, given.asset))
  );
}

export const isOtherThing = (given: NetLeg, got: NetLeg): boolean =>
  !isOneAsset(given.asset, got.asset) && !isEqual(given, got);

const isEqual = (a: NetLeg, b: NetLeg): boolean =>
  a.quantity === b.quantity && a.asset.decimals === b.asset.decimals;

const isOneAsset = (a: Asset, b: Asset): boolean =>
  a.id === b.id || (assetGroup(a.id) !== null && assetGroup(a.id) === assetGroup(b.id));
