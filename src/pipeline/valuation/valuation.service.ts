import { Injectable } from '@nestjs/common';
import { valuingLots, type Ledger, type Position } from '../../domain/engine';
import { type Asset, tokenKeyOf } from '../../domain/kernel/asset';
import { inTurns } from '../../common/turns';
import { dec } from '../../domain/kernel/decimal';
import type { Balance } from '../../domain/portfolio/balances';
import {
  bareHolding,
  byValue,
  holdingOf,
  totalsOf,
  type Holding,
  type Totals,
} from '../../domain/portfolio/holdings';
import {
  valueHeld,
  withEach,
  type HeldAsset,
  type WalletSnapshot,
} from '../../domain/portfolio/snapshots/wallet-snapshot';
import type { Address } from '../../domain/kernel/address';
import { BundledWallets } from '../../ports/bundled-wallets';
import type { PricePoint } from '../../ports/upstream/price-source';
import { Clock } from '../../ports/clock';
import type { Budget } from '../budget';
import { CurrentPricesService, type CurrentPrices } from './current-prices.service';
import { LedgerViews } from '../ledger/ledger-views.service';
import { isBasisPending, pendingTransactions } from '../ledger/snapshots/pending-transactions';
import { EarlyBalances } from '../balances/early-balances.service';
import type { WalletPart } from '../ledger/snapshots/found-snapshots';
import type { WalletLedger } from '../ledger/wallet-ledger';

/** A ledger with current prices. */
export interface Portfolio {
  /** Highest value first. */
  holdings: Holding[];
  /** Deposited elsewhere without a receipt, still owned. Not included in the totals. Highest value first. */
  deposited: Holding[];
  totals: Totals;
  /** True when a later call can return more: basis, prices or balances are pending. */
  partial: boolean;
  /** True when a current price could not be fetched. */
  pricesPending: boolean;
  /** Milliseconds UTC at which a price is fetched again; 0 for a partial portfolio. */
  currentUntil: number;
}

/** Minimum wait for prices that are not cached. Cached prices return immediately. */
const LEAST_WAIT_MS = 200;

/** Ledger + current prices within the budget -> complete or partial holdings. Never cached. */
@Injectable()
export class ValuationService {
  readonly #valued = new WeakMap<Ledger, Map<string, ValuedOnce>>();

  constructor(
    private readonly views: LedgerViews,
    private readonly prices: CurrentPricesService,
    private readonly bundled: BundledWallets,
    private readonly clock: Clock,
    private readonly early: EarlyBalances,
  ) {}

  /** As `ofAll`, of one ledger. */
  async of(walletLedger: WalletLedger, budget: Budget): Promise<Portfolio> {
    const [portfolio] = await this.ofAll([walletLedger], budget);
    if (!portfolio) throw new Error('no portfolio for the ledger');
    return portfolio;
  }

  /** Values several ledgers at the same prices, with one fetch. */
  async ofAll(all: readonly WalletLedger[], budget: Budget): Promise<Portfolio[]> {
    const wanted = await Promise.all(all.map((walletLedger) => this.heldIn(walletLedger, budget)));
    const isBundled = ({ walletLedger }: Held): boolean => this.bundled.has(walletLedger.subject.value);
    const market = await this.currentPrices(
      wanted.filter((held) => !isBundled(held)).flatMap(assetsOf),
      budget,
    );
    return Promise.all(
      wanted.map((held) =>
        this.portfolioOf(held, isBundled(held) ? this.bundledPrices(assetsOf(held)) : market),
      ),
    );
  }

  /** As `of`, without the ledger. The figures are the same. */
  async ofSnapshot(part: ValuedPart, budget: Budget): Promise<Portfolio> {
    const [portfolio] = await this.ofSnapshots([part], budget);
    if (!portfolio) throw new Error('no portfolio for the snapshot');
    return portfolio;
  }

  /** As `ofAll`, without the ledgers. The figures are the same. */
  async ofSnapshots(parts: readonly ValuedPart[], budget: Budget): Promise<Portfolio[]> {
    const isBundled = ({ subject }: ValuedPart): boolean => this.bundled.has(subject.value);
    const market = await this.currentPrices(
      parts.filter((part) => !isBundled(part)).flatMap(assetsHeld),
      budget,
    );
    return Promise.all(
      parts.map((part) => this.ofPart(part, isBundled(part) ? this.bundledPrices(assetsHeld(part)) : market)),
    );
  }

  private async ofPart(part: ValuedPart, current: CurrentPrices): Promise<Portfolio> {
    const { positions, deposits } = part.snapshot;
    const assets = assetsHeld(part);
    let [holdings, deposited] = [heldAt(positions, current), heldAt(deposits, current)];
    if (holdings === null || deposited === null) {
      const each = await part.eachLot();
      holdings = heldAt(withEach(positions, each.positions), current);
      deposited = heldAt(withEach(deposits, each.deposits), current);
    }
    if (holdings === null || deposited === null) throw new Error('a lot of the snapshot has no units');
    const pricesPending = assets.some(({ id }) => current.unanswered.has(id));
    const partial = pricesPending || part.isUnpriced;
    return {
      holdings,
      deposited,
      totals: totalsOf(holdings),
      partial,
      pricesPending,
      currentUntil: partial ? 0 : current.freshUntil,
    };
  }

  async pricesOf(subject: Address, assets: readonly Asset[], budget: Budget): Promise<CurrentPrices> {
    return this.bundled.has(subject.value) ? this.bundledPrices(assets) : this.currentPrices(assets, budget);
  }

  private async heldIn(walletLedger: WalletLedger, budget: Budget): Promise<Held> {
    await this.views.listPositions(walletLedger);
    return {
      walletLedger,
      positions: this.views.positions(walletLedger),
      deposits: this.views.deposits(walletLedger),
      bare: walletLedger.ledger
        ? []
        : await this.early.of(walletLedger.subject, walletLedger.transactions, budget),
    };
  }

  private async portfolioOf(held: Held, current: CurrentPrices): Promise<Portfolio> {
    const { walletLedger, positions, deposits } = held;
    const { ledger, history } = walletLedger;
    const { holdings, deposited } = ledger
      ? await this.valued(walletLedger, ledger, { positions, deposits }, current)
      : { holdings: bare(walletLedger, held.bare, current), deposited: [] };
    const pricesPending = assetsOf(held).some(({ id }) => current.unanswered.has(id));
    const partial = ledger === null || history.syncStatus.pricesPending || pricesPending;
    return {
      holdings,
      deposited,
      totals: totalsOf(holdings),
      partial,
      pricesPending,
      currentUntil: partial ? 0 : current.freshUntil,
    };
  }

  /** The same ledger at the same prices is valued once. */
  private valued(
    walletLedger: WalletLedger,
    ledger: Ledger,
    { positions, deposits }: { positions: readonly Position[]; deposits: readonly Position[] },
    current: CurrentPrices,
  ): Promise<Valued> {
    const wallet = walletLedger.subject.value;
    const priceKey = [...positions, ...deposits].map(({ asset }) => nameOf(current, asset)).join();
    const known = this.#valued.get(ledger) ?? new Map<string, ValuedOnce>();
    this.#valued.set(ledger, known);
    const last = known.get(wallet);
    if (last?.priceKey === priceKey) return last.valued;
    const both = async (): Promise<Valued> => ({
      holdings: await value(walletLedger, positions, current),
      deposited: await value(walletLedger, deposits, current),
    });
    const valued = both();
    known.set(wallet, { priceKey, valued });
    return valued;
  }

  /** @returns the number of cached portfolios of these ledgers */
  forget(ledger: Ledger): number {
    const count = this.#valued.get(ledger)?.size ?? 0;
    this.#valued.delete(ledger);
    return count;
  }

  /** Holdings without prices, by token key, for positions. */
  unpriced(walletLedger: WalletLedger): Holding[] {
    const pending = pendingTransactions(walletLedger);
    return this.views
      .positions(walletLedger)
      .map((position) =>
        holdingOf(
          position,
          tokenKeyOf(walletLedger.tokenKeys, position.asset),
          null,
          isBasisPending(position.lots, pending),
        ),
      )
      .sort((a, b) => (a.tokenKey < b.tokenKey ? -1 : 1));
  }

  /** As `unpriced`, without the ledger. The figures are the same. */
  unpricedOf({ positions }: Pick<WalletSnapshot, 'positions'>): Holding[] {
    return positions
      .map((held) => heldHolding(held, null, null))
      .sort((a, b) => (a.tokenKey < b.tokenKey ? -1 : 1));
  }

  private currentPrices(held: readonly Asset[], budget: Budget): Promise<CurrentPrices> {
    const wait = Math.max(LEAST_WAIT_MS, budget.deadline - this.clock.now());
    const assets = new Map(held.map((asset) => [asset.id, asset]));
    return this.prices.of([...assets.values()], wait, budget.signal);
  }

  private bundledPrices(assets: readonly Asset[]): CurrentPrices {
    const prices = assets.flatMap(({ id }): [string, PricePoint][] => {
      const price = this.bundled.price(id);
      return price ? [[id, price]] : [];
    });
    return { prices: new Map(prices), unanswered: new Set(), freshUntil: Infinity };
  }
}

type ValuedPart = WalletPart<'positions' | 'deposits'>;

const assetsHeld = ({ snapshot: { positions, deposits } }: ValuedPart): Asset[] =>
  [...positions, ...deposits].map(({ asset }) => asset);

interface Held {
  walletLedger: WalletLedger;
  positions: readonly Position[];
  deposits: readonly Position[];
  /** Balances, while there is no ledger. */
  bare: readonly Balance[];
}

const assetsOf = ({ positions, deposits, bare }: Held): Asset[] =>
  [...positions, ...deposits, ...bare].map(({ asset }) => asset);

interface Valued {
  holdings: Holding[];
  deposited: Holding[];
}

interface ValuedOnce {
  priceKey: string;
  valued: Promise<Valued>;
}

const nameOf = ({ prices }: CurrentPrices, { id }: Asset): string =>
  `${prices.get(id)?.usd ?? ''}@${prices.get(id)?.at ?? ''}`;

async function value(
  walletLedger: WalletLedger,
  positions: readonly Position[],
  { prices }: CurrentPrices,
): Promise<Holding[]> {
  const lots = positions.flatMap((position) => position.lots);
  const report = await inTurns(
    valuingLots(lots, ({ id }) => {
      const price = prices.get(id);
      return price ? dec(price.usd) : null;
    }),
  );
  const entries = new Map(report.assets.map((entry) => [entry.asset.id, entry]));
  const pending = pendingTransactions(walletLedger);
  return positions
    .map((position) => {
      const entry = entries.get(position.asset.id);
      const price = prices.get(position.asset.id);
      const valued = entry && price ? { entry, price } : null;
      return holdingOf(
        position,
        tokenKeyOf(walletLedger.tokenKeys, position.asset),
        valued,
        isBasisPending(position.lots, pending),
      );
    })
    .sort(byValue);
}

/** @returns null when a price needs the units of each lot, and they are not given */
function heldAt(held: readonly HeldAsset[], { prices }: CurrentPrices): Holding[] | null {
  const holdings: Holding[] = [];
  for (const one of held) {
    const price = one.asset.decimalsUnknown ? null : (prices.get(one.asset.id) ?? null);
    const valued = price && valueHeld(one, dec(price.usd));
    if (price && !valued) return null;
    holdings.push(heldHolding(one, price, valued));
  }
  return holdings.sort(byValue);
}

function heldHolding(
  { asset, tokenKey, quantity, cost, hasUntracked, lots, isBasisPending: isPending }: HeldAsset,
  price: PricePoint | null,
  valued: ReturnType<typeof valueHeld>,
): Holding {
  return {
    asset,
    tokenKey,
    quantity,
    cost: isPending ? null : cost,
    price,
    value: valued?.value ?? null,
    gain: isPending ? null : (valued?.gain ?? null),
    lots: [],
    lotCount: lots.count,
    hasUntracked,
  };
}

const bare = (walletLedger: WalletLedger, held: readonly Balance[], { prices }: CurrentPrices): Holding[] =>
  held
    .map((balance) =>
      bareHolding(
        balance,
        tokenKeyOf(walletLedger.tokenKeys, balance.asset),
        prices.get(balance.asset.id) ?? null,
      ),
    )
    .sort(byValue);
