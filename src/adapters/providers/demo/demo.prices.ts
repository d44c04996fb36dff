import { dayNumber, dayText } from '../../../domain/kernel/calendar';
import type { PricePoint } from '../../../ports/upstream/price-source';
import { demoAsset } from './demo.assets';
import { DEMO_DAYS } from './demo.days';

/**
 * USD per whole unit at 00:00 UTC, to four decimals, for the days of the story and one recent day (`AS_OF`). Public
 * data of the daily series of CoinGecko and Yahoo.
 */
const AS_OF = '2026-05-01';
const PRICES = {
  ETH: {
    '2021-01-12': '1092.9143',
    '2021-03-02': '1570.3997',
    '2021-04-15': '2429.6615',
    '2021-05-10': '3932.7541',
    '2021-05-19': '3399.0493',
    '2021-11-10': '4742.0809',
    '2022-01-18': '3216.593',
    '2022-04-05': '3520.9671',
    '2022-06-13': '1454.6868',
    '2022-07-02': '1068.8194',
    '2022-11-21': '1144.2532',
    '2023-01-10': '1321.6766',
    '2023-05-15': '1799.0087',
    '2024-03-13': '3978.6858',
    '2024-05-22': '3792.4862',
    '2024-05-23': '3741.8977',
    '2024-10-08': '2422.7506',
    '2025-02-03': '2884.5667',
    '2025-09-12': '4680.29',
    '2025-12-01': '2800.6912',
    '2026-02-19': '1947.9556',
    '2026-03-05': '2075.2817',
    '2026-05-01': '2293.04',
  },
  UNI: {
    '2021-03-02': '25.5927',
    '2021-04-15': '36.0739',
    '2022-01-18': '16.6782',
    '2026-05-01': '3.2',
  },
  RAY: {
    '2021-03-15': '10.9832',
    '2021-04-01': '9.1545',
  },
  SOL: {
    '2021-04-01': '19.4866',
    '2022-05-01': '85.303',
    '2024-03-18': '202.5189',
    '2024-11-22': '257.2507',
    '2025-08-14': '196.54',
    '2025-09-12': '238.07',
    '2025-10-31': '186.46',
    '2026-01-30': '115.51',
    '2026-05-01': '83.88',
  },
  USDC: {
    '2021-04-15': '0.9999',
    '2021-05-10': '0.9992',
    '2021-11-10': '1.0017',
    '2022-06-13': '1.0009',
    '2022-07-02': '1.0009',
    '2022-11-21': '1.0022',
    '2024-03-13': '1.0009',
    '2024-05-23': '1.0002',
    '2024-11-22': '1',
    '2025-02-03': '1',
    '2025-08-14': '0.9998',
    '2025-09-12': '0.9998',
    '2025-10-31': '0.9998',
    '2025-12-01': '0.9997',
    '2025-12-31': '0.9999',
    '2026-01-30': '0.9997',
    '2026-02-19': '0.9999',
    '2026-03-05': '0.9999',
    '2026-05-01': '0.9997',
  },
  LINK: {
    '2021-05-10': '51.8515',
    '2022-06-13': '6.3192',
    '2022-07-02': '6.1161',
    '2026-05-01': '9.13',
  },
  AAVE: {
    '2021-08-10': '374.7492',
    '2026-05-01': '92.23',
  },
  DAI: {
    '2022-01-18': '1.0014',
    '2022-04-05': '0.9995',
    '2026-05-01': '0.9998',
  },
  WSTETH: {
    '2023-01-10': '1463.0568',
    '2025-09-12': '5478.79',
  },
  BTC: {
    '2023-12-06': '44105.9448',
    '2024-04-20': '63988.8185',
    '2024-07-15': '60942.3277',
    '2024-08-10': '60912.5885',
    '2024-11-22': '98509.1186',
    '2024-12-06': '97201.5004',
    '2024-12-07': '99973.8515',
    '2025-10-06': '123506.1852',
    '2026-05-01': '78158.3984',
  },
  JUP: {
    '2025-08-14': '0.5152',
    '2025-10-31': '0.4042',
    '2026-05-01': '0.1804',
  },
  JITOSOL: {
    '2025-09-12': '292.42',
    '2026-01-30': '145.3',
  },
  OUSG: {
    '2026-02-19': '114.33',
    '2026-05-01': '115.09',
  },
  USDY: {
    '2026-03-05': '1.12',
    '2026-05-01': '1.12',
  },
} as const satisfies Record<string, Record<string, string>>;

/** One-to-one wrapped forms share the series of their coin. */
const SERIES: Record<keyof typeof PRICES, readonly string[]> = {
  ETH: ['ethereum:ETH', 'ethereum:WETH', 'base:ETH', 'base:WETH'],
  UNI: ['ethereum:UNI'],
  RAY: ['solana:RAY'],
  SOL: ['solana:SOL'],
  USDC: ['ethereum:USDC', 'base:USDC', 'solana:USDC'],
  LINK: ['ethereum:LINK'],
  AAVE: ['ethereum:AAVE'],
  DAI: ['ethereum:DAI'],
  WSTETH: ['ethereum:wstETH'],
  BTC: ['bitcoin:BTC'],
  JUP: ['solana:JUP'],
  JITOSOL: ['solana:JitoSOL'],
  OUSG: ['ethereum:OUSG'],
  USDY: ['ethereum:USDY'],
};

/** A pool share has no market price. Its price is the value of the underlying coins per share on that day. */
const POOL_SHARE = { '2021-11-10': '137841508.9065', '2022-11-21': '69082757.6814' };

type Series = Readonly<Record<string, string | undefined>>;

const BY_ASSET = new Map<string, Series>([
  ...(Object.keys(SERIES) as (keyof typeof PRICES)[]).flatMap((name) =>
    SERIES[name].map((key): [string, Series] => [demoAsset(key).id, PRICES[name]]),
  ),
  [demoAsset('ethereum:UNI-V2').id, POOL_SHARE],
]);

/** Days between those of the story: they value past holdings, but no transaction. Lazy. */
const YEARS_OF = new Map(
  (Object.keys(DEMO_DAYS) as (keyof typeof DEMO_DAYS)[]).flatMap((name) =>
    SERIES[name].map((key) => [demoAsset(key).id, DEMO_DAYS[name]] as const),
  ),
);

function daysOf(years: Readonly<Record<number, string>>): Series {
  const days = Object.entries(years).flatMap(([year, fields]) =>
    fields.split(' ').map((usd, day) => [dayText(dayNumber(Number(year), 1, 1) + day), usd] as const),
  );
  return Object.fromEntries(days.filter(([, usd]) => usd !== ''));
}

export const SOURCE = 'demo';

/** End of the bundled data, ms UTC. */
export const DEMO_AS_OF = Date.parse(AS_OF);

export const DEMO_PRICES: Readonly<Record<string, Series>> = PRICES;

/** Dated to the start of the UTC day of `at`. */
export function closeOf(assetId: string, at: number): PricePoint | null {
  return pointOf(assetId, new Date(at).toISOString().slice(0, 10));
}

export const latestOf = (assetId: string): PricePoint | null => priceUntil(assetId, Infinity);

/** The newest bundled price at or before a time, dated to its own day. */
export function priceUntil(assetId: string, at: number): PricePoint | null {
  const points = pointsOf(assetId);
  let [low, high] = [0, points.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((points[middle] as PricePoint).at <= at) low = middle + 1;
    else high = middle;
  }
  return points[low - 1] ?? null;
}

const points = new Map<string, readonly PricePoint[]>();

function pointsOf(assetId: string): readonly PricePoint[] {
  const known = points.get(assetId);
  if (known) return known;
  const days = { ...daysOf(YEARS_OF.get(assetId) ?? {}), ...BY_ASSET.get(assetId) };
  const sorted = Object.entries(days)
    .flatMap(([day, usd]) => (usd === undefined ? [] : [{ usd, at: Date.parse(day), source: SOURCE }]))
    .sort((a, b) => a.at - b.at);
  points.set(assetId, sorted);
  return sorted;
}

function pointOf(assetId: string, day: string): PricePoint | null {
  const usd = BY_ASSET.get(assetId)?.[day];
  return usd === undefined ? null : { usd, at: Date.parse(day), source: SOURCE };
}
