import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { EvmHistorySource } from '../src/adapters/providers/evm/evm.provider';
import { marketPrices } from '../src/adapters/providers/prices';
import { UpstreamClient } from '../src/adapters/upstream/upstream-client';
import { loadConfig } from '../src/config/env';
import { GAINLESS, replay as replayLedger } from '../src/domain/engine';
import { parseAddress } from '../src/domain/kernel/address';
import { CHAINS, type ChainName } from '../src/domain/kernel/chain';
import { finished } from '../src/domain/kernel/slices';
import { formatMoney, money, type Money } from '../src/domain/kernel/units';
import {
  assetGroup,
  type ChainTransaction,
  classifyHistory,
  ledgerEvents,
  marketQueries,
  priceQueries,
  valueTransactions,
  withMarkets,
  withPoolPrices,
  type WalletTransaction,
} from '../src/domain/chain';
import { priceQueryKey, type PriceSource } from '../src/ports/upstream/price-source';
import { coverageTables, withSection } from '../test/support/coverage-tables';
import { PROJECT_ROOT } from '../test/support/project-root';
import { startReplay } from '../test/support/replay';
import { FakeClock } from '../test/fakes/fake-clock';

/**
 * Measures the recorded wallets: how many transactions a rule recognises, and how much of what is sold has a
 * basis and a price. Prices are the recorded daily closes. About a minute.
 * Run: npm run -s coverage, with `-- --write` to put the figures and the tables into docs/coverage.md, or with
 * `-- --tables` to put the tables alone.
 */

const PAGE = join(PROJECT_ROOT, 'docs/coverage.md');
const EVM = (Object.keys(CHAINS) as ChainName[]).filter((chain) => CHAINS[chain].family === 'evm');
const clock = new FakeClock(Date.UTC(2026, 10, 20));
const never = new AbortController().signal;

/** Rules that only see a direction. */
const FALLBACKS: ReadonlySet<string> = new Set(['spend', 'unknown']);
const isFallback = ({ rule, flags }: WalletTransaction): boolean =>
  FALLBACKS.has(rule) || (rule === 'transfer-in' && flags.includes('classification_uncertain'));
const UNCERTAIN: ReadonlySet<string> = new Set(['classification_uncertain', 'review', 'unmatched']);

async function valued(transactions: ChainTransaction[], wallet: string, prices: PriceSource) {
  const classified = classifyHistory(transactions, { wallet, owned: new Set([wallet]) });
  const markets = await prices.historical(marketQueries(classified), never);
  const shown = withMarkets(
    classified,
    (assetId, at) => markets.prices.get(priceQueryKey({ assetId, at })) ?? null,
  );
  const known = await prices.historical(priceQueries(shown), never);
  const at = (assetId: string, time: number) =>
    known.prices.get(priceQueryKey({ assetId, at: time })) ?? null;
  return finished(withPoolPrices(valueTransactions(shown, at)));
}

const percent = (part: number, whole: number): string =>
  whole === 0 ? '-' : `${((part / whole) * 100).toFixed(1)} %`;
const dollars = (value: Money): string => Math.round(Number(formatMoney(value))).toLocaleString('en-US');
const sum = (values: readonly Money[]): Money => values.reduce((total, value) => total + value, money('0'));

interface Figures {
  name: string;
  hashes: number;
  moving: number;
  recognised: number;
  disposals: number;
  withBasis: number;
  withPrice: number;
  value: Money;
  certain: Money;
  untracked: Money;
  phantoms: number;
}

function measure(name: string, wallet: string, txs: readonly WalletTransaction[]): Figures {
  const moving = txs.filter(({ isSpam, legs }) => !isSpam && legs.length > 0);
  const policies = { gasPolicy: 'dispose', wrapPolicy: 'carry', depositPolicy: 'mixed' } as const;
  const events = ledgerEvents([...txs], { ...policies, owned: new Set([wallet]) });
  const options = { method: 'fifo', timezone: 'UTC', washSales: false, groupOf: assetGroup } as const;
  const disposals = replayLedger(events, options).disposals.filter(({ type }) => type !== 'fee');
  const uncertain = new Set(
    moving.filter(({ flags }) => flags.some((flag) => UNCERTAIN.has(flag))).map(({ hash }) => hash),
  );
  const priced = disposals.filter(({ valueStatus }) => valueStatus === 'known');
  const isBare = ({ proceeds, costBasis, isUntracked, flags, type }: (typeof disposals)[number]) =>
    (proceeds === 0n || costBasis === 0n) && !isUntracked && flags.length === 0 && !GAINLESS.has(type);
  const untracked = moving
    .filter(({ type, flags }) => type === 'transfer_in' && flags.includes('untracked'))
    .flatMap(({ legs }) => legs.flatMap(({ valueUsd }) => valueUsd ?? []));
  return {
    name,
    hashes: txs.length,
    moving: moving.length,
    recognised: moving.filter((tx) => !isFallback(tx)).length,
    disposals: disposals.length,
    withBasis: disposals.filter(({ isUntracked }) => !isUntracked).length,
    withPrice: priced.length,
    value: sum(priced.map(({ proceeds }) => proceeds)),
    certain: sum(priced.filter(({ txHash }) => !uncertain.has(txHash ?? '')).map(({ proceeds }) => proceeds)),
    untracked: sum(untracked),
    phantoms: priced.filter(isBare).length,
  };
}

const HEAD = [
  '| Wallet | Hashes | By a rule | Disposals | With basis | With price | Certain value | Untracked in (USD) | Phantoms |',
  '| --- | --- | --- | --- | --- | --- | --- | --- | --- |',
];

const row = (one: Figures): string =>
  `| ${[
    one.name,
    one.hashes,
    percent(one.recognised, one.moving),
    one.disposals,
    percent(one.withBasis, one.disposals),
    percent(one.withPrice, one.disposals),
    percent(Number(formatMoney(one.certain)), Number(formatMoney(one.value))),
    dollars(one.untracked),
    one.phantoms,
  ].join(' | ')} |`;

function total(all: readonly Figures[]): Figures {
  const [first, ...rest] = all;
  if (!first) throw new Error('no wallet is recorded');
  const both = (a: Figures, b: Figures): Figures => ({
    name: 'All',
    hashes: a.hashes + b.hashes,
    moving: a.moving + b.moving,
    recognised: a.recognised + b.recognised,
    disposals: a.disposals + b.disposals,
    withBasis: a.withBasis + b.withBasis,
    withPrice: a.withPrice + b.withPrice,
    value: a.value + b.value,
    certain: a.certain + b.certain,
    untracked: a.untracked + b.untracked,
    phantoms: a.phantoms + b.phantoms,
  });
  return rest.reduce(both, { ...first, name: 'All' });
}

const writeSection = (name: string, text: string): void =>
  writeFileSync(PAGE, withSection(readFileSync(PAGE, 'utf8'), name, text));

async function main(): Promise<void> {
  if (process.argv.includes('--tables')) return writeSection('tables', coverageTables());
  const replay = await startReplay();
  const upstream = new UpstreamClient({ backoffMs: 1 });
  try {
    const config = loadConfig({ ...replay.env, EVM_CHAINS: EVM.join() });
    const source = new EvmHistorySource(config, clock, upstream);
    const prices = marketPrices(config, upstream, () => clock.now());
    const recorded = (await (await fetch(`${replay.url}/__wallets`)).json()) as {
      address: string;
      chainId?: number;
    }[];
    const all: Figures[] = [];
    for (const { address: given, chainId } of recorded) {
      const chain = EVM.find((name) => CHAINS[name].chainId === chainId);
      if (!chain) continue;
      const address = parseAddress(given);
      const rows = [];
      for await (const page of source.read(chain, address, null, never)) rows.push(...page.rows);
      const txs = await valued(source.interpret(chain, address, rows), address.value, prices);
      all.push(measure(`${chain} ${address.value.slice(0, 10)}`, address.value, txs));
    }
    const figures = [...HEAD, ...all.map(row), row(total(all))].join('\n');
    process.stdout.write(`${figures}\n`);
    if (!process.argv.includes('--write')) return;
    writeSection('figures', figures);
    writeSection('tables', coverageTables());
  } finally {
    await upstream.close();
    await replay.close();
  }
}

void main();
