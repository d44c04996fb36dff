import { EvmHistorySource } from '../../src/adapters/providers/evm/evm.provider';
import { UpstreamClient } from '../../src/adapters/upstream/upstream-client';
import { loadConfig } from '../../src/config/env';
import { balanceChanges, GAINLESS, positions, replay as replayLedger } from '../../src/domain/engine';
import { parseAddress } from '../../src/domain/kernel/address';
import { DAY_MS } from '../../src/domain/kernel/durations';
import { finished } from '../../src/domain/kernel/slices';
import {
  heldDays,
  pastHolding,
  unitPrice,
  valueHistory,
  type ValuePoint,
} from '../../src/domain/portfolio/history/value-history';
import { totalsOf } from '../../src/domain/portfolio/holdings';
import { CHAINS, type ChainName } from '../../src/domain/kernel/chain';
import {
  type ChainTransaction,
  classifyHistory,
  ledgerEvents,
  valueTransactions,
  type WalletTransaction,
} from '../../src/domain/chain';
import type { HistoryPage } from '../../src/ports/upstream/history-source';
import { type Replay, startReplay } from '../support/replay';
import { runningBalances } from './running-balances';
import { POLICIES } from '../chain/policies';
import { FIFO } from '../support/engine-events';
import { FakeClock } from '../fakes/fake-clock';
import { HastyClock } from '../fakes/hasty-clock';

const never = new AbortController().signal;
const EVM = (Object.keys(CHAINS) as ChainName[]).filter((chain) => CHAINS[chain].family === 'evm');

/**
 * Recorded in part: more goes out than the recording saw come in. What is missing, by chain and wallet; where nothing
 * is missing, no balance may ever be below zero.
 */
const RECORDED_IN_PART: Readonly<Record<string, string>> = {
  'ethereum 0xa1e4380a': 'its inner payments: what contracts paid to it',
  'ethereum 0xa109bc6f': 'all before July 2022, and most of its tokens',
  'polygon 0xa109bc6f': 'all but sixteen transactions',
  'ethereum 0x3c69bc9b': 'all but three inner payments',
  'base 0x2b888954': 'all but one transaction',
  'base 0x8de14e01': 'all but seven transactions of one day',
  'optimism 0xd6ade875': 'all but two transactions',
};

interface Recorded {
  address: string;
  chainId?: number;
}
interface Read {
  name: string;
  transactions: ChainTransaction[];
  classified: WalletTransaction[];
  wallet: string;
  last: HistoryPage | undefined;
}

/** The same numbers in each run, from 0 on. */
function seeded(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** A price of each asset and day; some assets have none, and one day in thirteen has none. */
const usdAt = (assetId: string, at: number): string | null => {
  const name = [...assetId].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 1_000_003, 7);
  const day = Math.floor(at / DAY_MS);
  if (name % 5 === 0 || (name + day) % 13 === 0) return null;
  return `${(name % 4_000) + (day % 7)}.${1 + (name % 89_999_999)}`;
};

const priceAt = (assetId: string, at: number) => {
  const usd = usdAt(assetId, at);
  return usd === null ? null : unitPrice(usd);
};

/** Assets that were below zero at some moment. */
function overdrawn({ wallet, transactions }: Read): string[] {
  const below = new Set<string>();
  for (const left of runningBalances(transactions, wallet))
    for (const [id, units] of left) if (units < 0n) below.add(id);
  return [...below];
}

describe('every recorded EVM wallet', () => {
  let replay: Replay;
  let upstream: UpstreamClient;
  const wallets: Read[] = [];

  beforeAll(async () => {
    replay = await startReplay();
    upstream = new UpstreamClient({ clock: new HastyClock() });
    const config = loadConfig({ ...replay.env, EVM_CHAINS: EVM.join() });
    const source = new EvmHistorySource(config, new FakeClock(Date.UTC(2026, 10, 20)), upstream);
    const recorded = (await (await fetch(`${replay.url}/__wallets`)).json()) as Recorded[];
    for (const { address: given, chainId } of recorded) {
      const chain = EVM.find((name) => CHAINS[name].chainId === chainId);
      if (!chain) continue;
      const address = parseAddress(given);
      const pages: HistoryPage[] = [];
      for await (const page of source.read(chain, address, null, never)) pages.push(page);
      const transactions = source.interpret(
        chain,
        address,
        pages.flatMap(({ rows }) => rows),
      );
      wallets.push({
        name: `${chain} ${address.value.slice(0, 10)}`,
        transactions,
        classified: classifyHistory(transactions, { wallet: address.value, owned: new Set([address.value]) }),
        wallet: address.value,
        last: pages.at(-1),
      });
    }
  });
  afterAll(async () => {
    await upstream?.close();
    await replay?.close();
  });

  it('is read to its end', () => {
    expect(wallets).toHaveLength(33);
    for (const { last } of wallets) expect(last).toMatchObject({ done: true, truncated: false });
  });

  it('has no balance below zero, but where the recording lacks what came in', () => {
    const below = wallets.filter((wallet) => overdrawn(wallet).length > 0).map(({ name }) => name);
    expect(below.sort()).toEqual(Object.keys(RECORDED_IN_PART).sort());
  });

  it('has a ledger in which nothing is below zero, and reports what it lacks', () => {
    for (const { name, classified, wallet } of wallets) {
      expect([name, classified.filter(({ type, isSpam }) => type === 'unknown' && !isSpam)]).toEqual([
        name,
        [],
      ]);
      const policies = { ...POLICIES } as const;
      const events = ledgerEvents(
        valueTransactions(classified, () => null),
        {
          ...policies,
          owned: new Set([wallet]),
        },
      );
      const ledger = replayLedger(events, FIFO);
      expect(ledger.lots.every(({ remaining }) => remaining >= 0n)).toBe(true);
      const isShort = ledger.lots.some((lot) => lot.acquiredAt === null && lot.parentId === null);
      if (!(name in RECORDED_IN_PART)) expect([name, isShort]).toEqual([name, false]);
    }
  });

  it.each([
    ['without prices', null],
    ['with a price for everything', '1'],
  ])('marks every row without proceeds or basis, %s', (_, usd) => {
    for (const { name, classified, wallet } of wallets) {
      const priced = valueTransactions(classified, (_id, at) =>
        usd === null ? null : { usd, at, source: 'market' },
      );
      const owned = new Set([wallet]);
      const { disposals } = replayLedger(
        ledgerEvents(priced, { ...POLICIES, depositPolicy: 'mixed', owned }),
        FIFO,
      );
      const bare = disposals.filter(
        ({ proceeds, costBasis, isUntracked, valueStatus, flags, type }) =>
          (proceeds === 0n || costBasis === 0n) &&
          !(isUntracked || valueStatus === 'missing' || flags.length > 0 || GAINLESS.has(type)),
      );
      expect([name, bare.map(({ txHash, asset, type }) => `${txHash} ${asset.symbol} ${type}`)]).toEqual([
        name,
        [],
      ]);
    }
  });

  it('has on 200 random days the value of the ledger of the events until then', () => {
    const histories = wallets.flatMap(({ name, classified, wallet }) => {
      const events = ledgerEvents(
        valueTransactions(classified, () => null),
        {
          ...POLICIES,
          owned: new Set([wallet]),
        },
      );
      const times = events.map(({ at }) => at);
      return events.length === 0
        ? []
        : [{ name, wallet, events, from: Math.min(...times), to: Math.max(...times) }];
    });
    expect(histories.length).toBeGreaterThan(20);
    const random = seeded(20);
    const known = { days: 0, gaps: 0, values: 0 };
    while (known.days < 200) {
      const { name, wallet, events, from, to } = histories[
        random(histories.length)
      ] as (typeof histories)[number];
      const day = Math.floor(from / DAY_MS) + random((to - from) / DAY_MS + 40);
      const ends = Array.from({ length: 30 }, (_, i) => ({ day: day + i, at: (day + i + 1) * DAY_MS - 1 }));
      const points = finished(valueHistory(heldDays(balanceChanges(events, wallet), ends), ends, priceAt));
      const { value, gap, unpriced, at } = points[random(points.length)] as ValuePoint;
      const then = positions(
        replayLedger(
          events.filter((event) => event.at <= at),
          FIFO,
        ),
        wallet,
      );
      const totals = totalsOf(
        then.map((position) => {
          const usd = usdAt(position.asset.id, at);
          return pastHolding(position, '', usd === null ? null : { usd, source: '', at }, false);
        }),
      );
      known.days += 1;
      known[value === null ? 'gaps' : 'values'] += 1;
      if (gap !== 'price_missing') expect([name, day, unpriced]).toEqual([name, day, totals.unpricedCount]);
      if (value !== null) expect([name, day, value]).toEqual([name, day, totals.value]);
    }
    expect(known.values).toBeGreaterThan(100);
  });

  it('takes no token for spam that its owner dealt with on purpose', () => {
    const dealt = wallets.map(({ classified, wallet }) => {
      const spam = new Set(
        classified.filter(({ isSpam }) => isSpam).flatMap(({ legs }) => legs.map(({ asset }) => asset.id)),
      );
      const own = classified.filter(({ from, isSpam }) => from === wallet && !isSpam);
      const tokens = [...new Set(own.flatMap(({ legs }) => legs.map(({ asset }) => asset.id)))];
      return { tokens: tokens.length, flagged: tokens.filter((id) => spam.has(id)) };
    });
    expect(dealt.flatMap(({ flagged }) => flagged)).toEqual([]);
    expect(dealt.reduce((sum, { tokens }) => sum + tokens, 0)).toBe(86);
  });
});
