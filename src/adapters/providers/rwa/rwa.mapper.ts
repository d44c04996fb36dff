import { dec, formatDecimal, parseDecimal, ZERO, type Decimal } from '../../../domain/kernel/decimal';
import { RWA_LIST, type RwaToken } from '../../../domain/rwa';
import type { PastYield, RwaYield } from '../../../ports/upstream/rwa-market-source';
import { chartRow, poolRow, type PoolRow } from './rwa.schema';

export interface MarketToken extends RwaToken {
  live: Extract<NonNullable<RwaToken['live']>, { kind: 'market' }>;
}

export const MARKET_TOKENS: readonly MarketToken[] = RWA_LIST.filter(
  (token): token is MarketToken => token.live?.kind === 'market',
);

/** Percent a year. These are treasury bill funds: a higher yield is an upstream error. */
const MAX_APY = 100;

export const coinId = (token: RwaToken): string => `ethereum:${token.contracts.ethereum?.[0] ?? ''}`;

/** Null for an invalid price; else above zero. */
export function amountText(digits: unknown): string | null {
  const value = typeof digits === 'string' ? parseDecimal(digits) : null;
  return value?.gt(0) ? formatDecimal(value) : null;
}

/** Rows of known projects. Rows of another shape are skipped. */
export function ownPools(rows: readonly unknown[]): PoolRow[] {
  const projects = new Set(MARKET_TOKENS.map(({ live }) => live.project));
  return rows.flatMap((row) => {
    const project: unknown = typeof row === 'object' && row !== null ? Reflect.get(row, 'project') : null;
    if (typeof project !== 'string' || !projects.has(project)) return [];
    const parsed = poolRow.safeParse(row);
    return parsed.success ? [parsed.data] : [];
  });
}

/**
 * Project and contract must both match: other projects list the same contract with other yields. The pool of the
 * first Ethereum contract comes first, then the largest. The index reports 0 percent when its own source failed.
 * @param protocolTvl of the token's protocol, when it contains only this fund
 * @source providers.md 1.5
 */
export function yieldOf(
  token: MarketToken,
  pools: readonly PoolRow[],
  protocolTvl: string | null,
): RwaYield | null {
  const contracts = new Set(Object.values(token.contracts).flatMap((list) => lower(list)));
  const main = token.contracts.ethereum?.[0]?.toLowerCase() ?? '';
  const own = pools.filter(({ project }) => project === token.live.project);
  const best = own
    .filter((pool) => assetsOf(pool).some((contract) => contracts.has(contract)) && isPlausible(pool.apy))
    .sort(
      (a, b) => Number(assetsOf(b).includes(main)) - Number(assetsOf(a).includes(main)) || tvl(b).cmp(tvl(a)),
    )[0];
  if (best?.apy === undefined || best.apy === null) return null;
  const total = own
    .filter((pool) => isOf(pool, token, contracts))
    .reduce((sum, pool) => sum.plus(tvl(pool)), ZERO);
  const aum = protocolTvl ?? (total.gt(0) ? formatDecimal(total) : null);
  return { apy: formatDecimal(dec(best.apy)), aum, history: best.pool ?? null };
}

/** Skips implausible days: the index reports 0 percent when its own source failed. */
export function pastYieldsOf(rows: readonly unknown[]): PastYield[] {
  return rows.flatMap((row): PastYield[] => {
    const parsed = chartRow.safeParse(row);
    if (!parsed.success || !isPlausible(parsed.data.apy)) return [];
    const [day = ''] = parsed.data.timestamp.split('T');
    return /^\d{4}-\d{2}-\d{2}$/.test(day) ? [[day, formatDecimal(dec(parsed.data.apy))]] : [];
  });
}

/** On networks that are not indexed, only the symbol identifies a token. */
const isOf = (pool: PoolRow, token: MarketToken, contracts: ReadonlySet<string>): boolean =>
  pool.symbol.toUpperCase() === token.symbol.toUpperCase() ||
  assetsOf(pool).some((contract) => contracts.has(contract));

const isPlausible = (apy: number | null | undefined): boolean => (apy ?? 0) > 0 && (apy ?? 0) <= MAX_APY;

const tvl = ({ tvlUsd }: PoolRow): Decimal => (tvlUsd && tvlUsd > 0 ? dec(tvlUsd) : ZERO);

const assetsOf = ({ underlyingTokens }: PoolRow): string[] =>
  (underlyingTokens ?? []).flatMap((contract) => (contract === null ? [] : [contract.toLowerCase()]));

const lower = (list: readonly string[]): string[] => list.map((contract) => contract.toLowerCase());
