import { taxYearOf, type Disposal, type Ledger } from '../engine';
import { tokenKeyOf } from '../kernel/asset';
import type { Money, Quantity } from '../kernel/units';
import type { LawInForce } from '../law';
import type { DisposalEntry, ManualEntry } from '../overlays/manual-entry';
import type { FilingScope } from './figures';

/** GIVEN_AWAY: outflows without a gain, and the form that lists them. */
export const GIVEN_AWAY = {
  donation: 'Form 8283',
  gift: 'Form 709',
  stolen: 'Form 4684',
  lost: 'Form 4684',
} as const;
export type GivenAwayType = keyof typeof GIVEN_AWAY;

export interface GivenAway {
  type: GivenAwayType;
  tokenKey: string;
  symbol: string;
  quantity: Quantity;
  decimals: number;
  /** ms UTC */
  at: number;
  basis: Money;
  /** Fair value then: as stated, else at the market price. Null when neither is known. */
  value: Money | null;
  term: 'short' | 'long' | 'mixed';
  /** ms UTC. Null when unknown. */
  acquiredAt: number | null;
  recipient: string | null;
  transactionId: string;
  txHash: string | null;
}

/**
 * Donations, gifts, losses and thefts of one wallet and year, in order of time.
 * @param entries state the value and the recipient
 * @source tax-rules 10.8
 */
export function givenAway(
  ledger: Ledger,
  entries: readonly ManualEntry[],
  tokenKeys: ReadonlyMap<string, string>,
  { wallet, year, timezone }: FilingScope,
): GivenAway[] {
  const groups = new Map<string, Disposal[]>();
  for (const disposal of ledger.disposals) {
    if (!isGivenAway(disposal.type) || disposal.wallet !== wallet) continue;
    if (taxYearOf(disposal.disposedAt, timezone) !== year) continue;
    const key = `${disposal.transactionId}|${disposal.asset.id}|${disposal.type}`;
    groups.set(key, [...(groups.get(key) ?? []), disposal]);
  }
  const stated = entries.filter(
    (entry): entry is DisposalEntry => entry.kind === 'disposal_entry' && entry.wallet === wallet,
  );
  return [...groups.values()].flatMap((slices) => summed(slices, stated, tokenKeys));
}

const isGivenAway = (type: string): type is GivenAwayType => Object.hasOwn(GIVEN_AWAY, type);

function summed(
  slices: readonly Disposal[],
  entries: readonly DisposalEntry[],
  tokenKeys: ReadonlyMap<string, string>,
): GivenAway[] {
  const [first] = slices;
  if (!first || !isGivenAway(first.type)) return [];
  const { asset, type, transactionId, txHash, disposedAt } = first;
  const entry = entries.find(
    (each) =>
      each.assetId === asset.id &&
      each.type === type &&
      (each.id === transactionId || (txHash !== null && each.txHash?.toLowerCase() === txHash.toLowerCase())),
  );
  const acquired = slices.map(({ acquiredAt }) => acquiredAt);
  const terms = new Set(slices.map(({ isLongTerm }) => isLongTerm));
  return [
    {
      type,
      tokenKey: tokenKeyOf(tokenKeys, asset),
      symbol: asset.symbol,
      quantity: slices.reduce((sum, { quantity }) => sum + quantity, 0n),
      decimals: asset.decimals,
      at: disposedAt,
      basis: slices.reduce((sum, { costBasis }) => sum + costBasis, 0n),
      value: entry?.value ?? marketValue(slices),
      term: terms.size > 1 ? 'mixed' : first.isLongTerm ? 'long' : 'short',
      acquiredAt: acquired.some((at) => at === null) ? null : Math.min(...acquired.map((at) => at ?? 0)),
      recipient: entry?.recipient ?? null,
      transactionId,
      txHash,
    },
  ];
}

const marketValue = (slices: readonly Disposal[]): Money | null =>
  slices.reduce<Money | null>(
    (sum, { valueGiven }) => (sum === null || valueGiven === null ? null : sum + valueGiven),
    0n,
  );

/** @source IRC 2503(b) */
export interface RecipientTotal {
  recipient: string | null;
  value: Money;
  count: number;
  missing: number;
  isAboveExclusion: boolean;
}

const MONEY_PER_USD = 10n ** 18n;

/** Per recipient. @source IRC 2503(b) */
export const annualExclusion = (law: LawInForce): Money => law.amount('gift_exclusion_usd') * MONEY_PER_USD;

export function giftTotals(gifts: readonly GivenAway[], law: LawInForce): RecipientTotal[] {
  const totals = new Map<string | null, RecipientTotal>();
  for (const { type, recipient, value } of gifts) {
    if (type !== 'gift') continue;
    const total = totals.get(recipient) ?? {
      recipient,
      value: 0n,
      count: 0,
      missing: 0,
      isAboveExclusion: false,
    };
    total.count++;
    if (value === null) total.missing++;
    total.value += value ?? 0n;
    totals.set(recipient, total);
  }
  return [...totals.values()]
    .map((total) => ({ ...total, isAboveExclusion: total.value > annualExclusion(law) }))
    .sort((a, b) => (a.value === b.value ? 0 : a.value > b.value ? -1 : 1));
}

/**
 * Above this value of similar donated items in a year, the deduction needs a qualified appraisal. Digital assets are
 * no publicly traded securities, so a price of an exchange does not replace it.
 * @source IRC 170(f)(11)(C), (F); CCA 202302012
 */
const appraisalAbove = (law: LawInForce): Money => law.amount('appraisal_above_usd') * MONEY_PER_USD;

/** By token key. The donations of the year count together. */
export interface Appraisals {
  needed: string[];
  undecided: string[];
}

export function appraisalsOf(gone: readonly GivenAway[], law: LawInForce): Appraisals {
  const above = appraisalAbove(law);
  const values = new Map<string, Money>();
  const unvalued = new Set<string>();
  for (const { type, tokenKey, value } of gone) {
    if (type !== 'donation') continue;
    values.set(tokenKey, (values.get(tokenKey) ?? 0n) + (value ?? 0n));
    if (value === null) unvalued.add(tokenKey);
  }
  const isNeeded = (tokenKey: string): boolean => (values.get(tokenKey) ?? 0n) > above;
  return {
    needed: [...values.keys()].filter(isNeeded),
    undecided: [...unvalued].filter((tokenKey) => !isNeeded(tokenKey)),
  };
}
