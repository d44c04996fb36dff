import {
  replay,
  taxSummary,
  unrealized,
  type Disposal,
  type Ledger,
  type ReplayOptions,
} from '../../../domain/engine';
import { dec } from '../../../domain/kernel/decimal';
import {
  formatMoney,
  formatUnits,
  fromUnits,
  MONEY_DECIMALS,
  type Money,
} from '../../../domain/kernel/units';
import { classifyHistory, ledgerEvents, priceQueries, valueTransactions } from '../../../domain/chain';
import type { WalletTransaction } from '../../../domain/chain';
import { MAIN, MINER, STAKER, VAULT } from './demo.addresses';
import { toChainTransaction, touches } from './demo.mapper';
import { closeOf, latestOf } from './demo.prices';
import { STORY } from './story';
import { POLICIES } from '../../../../test/chain/policies';
import { FIFO } from '../../../../test/support/engine-events';

/** Story -> ledger, through the same steps as the service. The wallets of one owner are replayed together. */
function ledgerOf(wallets: readonly string[], options: Partial<ReplayOptions> = {}) {
  const owned = new Set(wallets);
  const classified = wallets.flatMap((wallet) =>
    classifyHistory(
      STORY.filter((entry) => touches(entry, wallet)).map((entry) => toChainTransaction(entry, wallet)),
      { wallet, owned },
    ),
  );
  const transactions = valueTransactions(classified, closeOf);
  const events = ledgerEvents(transactions, {
    ...POLICIES,
    owned,
  });
  const ledger = replay(events, { ...FIFO, ...options });
  return { classified, transactions, ledger };
}

const alice = ledgerOf([MAIN, VAULT]);
const miner = ledgerOf([MINER]);
const staker = ledgerOf([STAKER]);

const dayOf = (at: number | null): string =>
  at === null ? 'unknown' : new Date(at).toISOString().slice(0, 10);
const cents = (value: Money): string => fromUnits(value, MONEY_DECIMALS).toFixed(2);

const line = (tx: WalletTransaction): string =>
  [dayOf(tx.at), tx.type, tx.incomeType, tx.isSpam ? 'spam' : null, ...tx.flags]
    .filter((word) => word !== null)
    .join(' ');
const toldOf = ({ transactions }: { transactions: WalletTransaction[] }, wallet: string, chain: string) =>
  transactions.filter((tx) => tx.wallet === wallet && tx.chain === chain).map(line);

describe('what each transaction was', () => {
  it('of the everyday wallet on Ethereum', () => {
    expect(toldOf(alice, MAIN, 'ethereum')).toEqual([
      '2021-01-12 income mining_reward',
      '2021-03-02 income airdrop',
      '2021-04-15 approve',
      '2021-04-15 swap',
      '2021-05-10 swap',
      '2021-05-19 failed',
      '2021-08-10 transfer_in untracked',
      '2021-09-18 transfer_in spam',
      '2021-11-10 wrap',
      '2021-11-10 approve',
      '2021-11-10 lp_add',
      '2022-01-18 internal_transfer',
      '2022-01-18 swap',
      '2022-04-05 transfer_out unmatched',
      '2022-06-13 swap',
      '2022-07-02 swap',
      '2022-11-21 lp_remove',
      '2022-11-21 unwrap',
      '2023-01-10 swap',
      '2023-03-14 transfer_in spam',
      '2023-07-22 transfer_in spam',
      '2023-09-02 transfer_in spam missing_metadata',
      '2024-02-11 transfer_out spam',
      '2024-05-22 bridge',
      '2025-09-12 swap',
      '2026-02-19 approve',
      '2026-02-19 swap',
    ]);
  });

  it('of the everyday wallet on Base', () => {
    expect(toldOf(alice, MAIN, 'base')).toEqual([
      '2024-05-22 bridge',
      '2024-05-23 swap',
      '2024-08-30 transfer_in spam',
      '2025-02-03 swap',
      '2025-12-01 swap',
    ]);
  });

  it('of the vault', () => {
    expect(toldOf(alice, VAULT, 'ethereum')).toEqual([
      '2022-01-18 internal_transfer',
      '2023-05-15 income staking_reward',
      '2024-03-13 swap',
      '2024-10-08 income staking_reward',
      '2025-12-01 income staking_reward',
      '2026-03-05 approve',
      '2026-03-05 swap',
    ]);
  });

  it('of the miner', () => {
    expect(toldOf(miner, MINER, 'bitcoin')).toEqual([
      '2023-12-06 income mining_reward',
      '2024-04-20 income mining_reward',
      '2024-07-15 income mining_reward',
      '2024-08-10 fee_only',
      '2024-11-22 transfer_in untracked',
      '2024-12-06 transfer_out unmatched',
      '2024-12-07 transfer_out unmatched',
      '2025-10-06 transfer_out unmatched',
    ]);
  });

  it('of the staker', () => {
    expect(toldOf(staker, STAKER, 'solana')).toEqual([
      '2021-03-15 income airdrop',
      '2021-04-01 swap',
      '2022-05-01 stake',
      '2024-03-18 unstake',
      '2024-11-22 swap',
      '2025-03-09 transfer_in spam',
      '2025-08-14 swap',
      '2025-09-12 swap',
      '2025-10-31 failed',
      '2025-10-31 swap',
      '2026-01-30 swap',
    ]);
  });

  it('and nothing is asked of the market that the bundle lacks', () => {
    const queries = [alice, miner, staker].flatMap(({ classified }) => priceQueries(classified));
    expect(queries.length).toBeGreaterThan(0);
    expect(queries.filter(({ assetId, at }) => closeOf(assetId, at) === null)).toEqual([]);
  });
});

/** Worked by hand in docs/demo-wallets.md: day, symbol, acquired, term, proceeds, basis, gain. */
const WORKED: [what: string, owner: { ledger: Ledger }, wallet: string, rows: string[]][] = [
  [
    'ether mined in 2021, moved to the vault and sold there',
    alice,
    VAULT,
    ['2024-03-13 ETH since 2021-01-12 long 1571.04 437.17 1133.88'],
  ],
  ['the LINK loss', alice, MAIN, ['2022-06-13 LINK since 2021-05-10 long 243.70 2078.34 -1834.64']],
  ['the pool share', alice, MAIN, ['2022-11-21 UNI-V2 since 2021-11-10 long 2849.44 5695.34 -2845.89']],
  [
    'ether of two lots for wstETH',
    alice,
    MAIN,
    [
      '2023-01-10 ETH since 2021-01-12 long 961.70 797.17 164.53',
      '2023-01-10 ETH since 2022-11-21 short 620.48 538.49 81.99',
    ],
  ],
  ['the wstETH gain', alice, MAIN, ['2025-09-12 wstETH since 2023-01-10 long 5924.70 1586.01 4338.69']],
  ['bitcoin a year to the day', miner, MINER, ['2024-12-06 BTC since 2023-12-06 short 486.01 220.53 265.48']],
  ['bitcoin a year and a day', miner, MINER, ['2024-12-07 BTC since 2023-12-06 long 499.87 220.53 279.34']],
];

const row = (d: Disposal): string =>
  [
    `${dayOf(d.disposedAt)} ${d.asset.symbol} since ${dayOf(d.acquiredAt)} ${d.isLongTerm ? 'long' : 'short'}`,
    ...[d.proceeds, d.costBasis, d.gain].map(cents),
  ].join(' ');

describe('the ledger', () => {
  it.each(WORKED)('agree to the cent with what was worked by hand: %s', (_, { ledger }, wallet, rows) => {
    const [day = '', symbol] = rows[0]?.split(' ') ?? [];
    const found = ledger.disposals.filter(
      (d) =>
        d.wallet === wallet && d.type !== 'fee' && dayOf(d.disposedAt) === day && d.asset.symbol === symbol,
    );
    expect(found.map(row)).toEqual(rows);
  });

  it('let the lot keep its date and cost on the way to the vault', () => {
    const moved = alice.ledger.lots.filter(
      (lot) => lot.wallet === VAULT && lot.asset.id === 'ethereum:native',
    );
    expect(dayOf(moved[0]!.acquiredAt)).toBe('2021-01-12');
    expect(dayOf(moved[0]!.receivedAt)).toBe('2022-01-18');
    expect(formatUnits(moved[0]!.originalQuantity, 18)).toBe('0.5');
    expect(formatMoney(moved[0]!.originalCost)).toBe('546.45715');
  });

  it('let wrapped and bridged ether keep theirs', () => {
    const wrapped = alice.ledger.disposals.find(
      (d) => d.asset.symbol === 'WETH' && dayOf(d.disposedAt) === '2021-11-10',
    );
    expect(row(wrapped!)).toBe('2021-11-10 WETH since 2021-01-12 short 2771.81 655.75 2116.06');
    const bridged = alice.ledger.lots.find((lot) => lot.asset.id === 'base:native');
    expect([dayOf(bridged!.acquiredAt), formatMoney(bridged!.originalCost)]).toEqual([
      '2022-11-21',
      '343.27596',
    ]);
  });

  it('count what the stake earned as income, and the stake itself as nothing', () => {
    const earned = staker.ledger.income.map((i) => [dayOf(i.receivedAt), i.type, cents(i.fairMarketValue)]);
    expect(earned).toEqual([
      ['2021-03-15', 'airdrop', '549.16'],
      ['2024-03-18', 'staking_reward', '328.08'],
    ]);
  });

  it('keep what came from a stranger apart, at no cost, and nothing else', () => {
    const untracked = [alice, miner, staker].flatMap(({ ledger }) =>
      ledger.lots.filter((l) => l.isUntracked),
    );
    expect(
      untracked.map((l) => [l.asset.symbol, formatUnits(l.remaining, l.asset.decimals), l.cost]),
    ).toEqual([
      ['AAVE', '2.5', 0n],
      ['BTC', '0.01', 0n],
    ]);
  });

  it('know no spam', () => {
    const spam = alice.transactions
      .filter((tx) => tx.isSpam)
      .flatMap((tx) => tx.legs.map((leg) => leg.asset.id));
    expect(spam).toHaveLength(6);
    for (const id of spam) expect(alice.ledger.assets.has(id)).toBe(false);
  });

  it('would lose a quarter of the LINK loss to a wash sale rule', () => {
    const { ledger } = ledgerOf([MAIN, VAULT], { washSales: true });
    const sale = ledger.disposals.find((d) => d.asset.symbol === 'LINK');
    expect(cents(sale!.washSaleDisallowed)).toBe('458.66');
    const replacement = ledger.lots.find((l) => l.asset.symbol === 'LINK' && l.remaining > 0n);
    expect(cents(replacement!.cost)).toBe('520.01');
  });
});

/** Short gains, short losses, long gains, long losses, income; recomputed apart from the engine. */
const YEARS: [year: number, who: string, owner: { ledger: Ledger }, wallet: string, totals: string][] = [
  [2021, 'the everyday wallet', alice, MAIN, '3984.78 152.49 0.00 0.00 12422.91'],
  [2022, 'the everyday wallet', alice, MAIN, '0.00 490.69 43.75 4684.95 0.00'],
  [2023, 'the everyday wallet', alice, MAIN, '82.51 0.00 164.53 0.00 0.00'],
  [2024, 'the everyday wallet', alice, MAIN, '0.00 0.00 265.10 0.00 0.00'],
  [2025, 'the everyday wallet', alice, MAIN, '0.00 4.71 4341.88 0.00 0.00'],
  [2026, 'the everyday wallet', alice, MAIN, '0.00 0.16 0.40 3.86 0.00'],
  [2023, 'the vault', alice, VAULT, '0.00 0.00 0.00 0.00 30.22'],
  [2024, 'the vault', alice, VAULT, '0.00 0.00 1148.88 0.00 42.40'],
  [2025, 'the vault', alice, VAULT, '0.00 0.00 0.00 0.00 47.89'],
  [2026, 'the vault', alice, VAULT, '0.00 0.00 0.59 2.24 0.00'],
  [2023, 'the miner', miner, MINER, '0.00 0.00 0.00 0.00 551.32'],
  [2024, 'the miner', miner, MINER, '267.94 0.00 281.57 0.00 1541.83'],
  [2025, 'the miner', miner, MINER, '0.00 0.00 287.57 0.00 0.00'],
  [2021, 'the staker', staker, STAKER, '0.00 92.39 0.00 0.00 549.16'],
  [2024, 'the staker', staker, STAKER, '0.00 0.00 1900.51 0.00 328.08'],
  [2025, 'the staker', staker, STAKER, '0.00 45.14 655.83 0.00 0.00'],
  [2026, 'the staker', staker, STAKER, '0.00 360.12 0.01 0.00 0.00'],
];

describe('the years', () => {
  it.each(YEARS)('%i of %s', (year, _, { ledger }, wallet, totals) => {
    const { short, long, income } = taxSummary(ledger, { wallet, year, timezone: 'UTC' });
    const shown = [short.gains, short.losses, long.gains, long.losses, income.total].map(cents);
    expect(shown.join(' ')).toBe(totals);
  });
});

/** Remaining quantities times the latest bundled prices; basis as in the lots. */
const WORTH: [who: string, owner: { ledger: Ledger }, value: string, cost: string][] = [
  ['Alice', alice, '13548.18', '16867.39'],
  ['the miner', miner, '2561.25', '1437.53'],
  ['the staker', staker, '3353.32', '2935.88'],
];

describe('what is left', () => {
  it.each(WORTH)('to %s has a price, all of it', (_, { ledger }, value, cost) => {
    const open = ledger.lots.filter((lot) => lot.remaining > 0n);
    const now = unrealized(open, (asset) => {
      const point = latestOf(asset.id);
      return point && dec(point.usd);
    });
    expect(now.priceless).toEqual([]);
    expect([cents(now.value), cents(now.cost)]).toEqual([value, cost]);
  });
});
