import { Injectable } from '@nestjs/common';
import type { Asset } from '../domain/kernel/asset';
import { priceQueryKey } from '../ports/price-source';
import { Clock } from '../ports/clock';
import { balances } from './balances';
import type { Budget } from './budget';
import { CurrentPricesService, type CurrentPrices } from './current-prices.service';
import { bareHolding, byValue, holdingOf, totalsOf, type Holding, type Totals } from './holdings';
import { WalletLedgerService, type WalletBooks } from './wallet-ledger.service';

/** Books and current prices together. */
export interface Portfolio {
  /** Highest value first. */
  holdings: Holding[];
  totals: Totals;
  /** True when a later call will know more: basis, prices or balances are still out. */
  partial: boolean;
  /** True when some current price could not be asked for. */
  pricesPending: boolean;
}

/** Prices remembered are answered at once; this is the least time given to asking for the others. */
const LEAST_WAIT_MS = 200;

/** Ledger + current prices within the budget -> holdings, or as much of them as is known. Never cached. */
@Injectable()
export class ValuationService {
  constructor(
    private readonly ledgers: WalletLedgerService,
    private readonly prices: CurrentPricesService,
    private readonly clock: Clock,
  ) {}

  async of(books: WalletBooks, budget: Budget): Promise<Portfolio> {
    const { ledger, history, tokenKeys } = books;
    const keyOf = (asset: Asset) => tokenKeys.get(asset.id) ?? asset.id;
    const positions = this.ledgers.positions(books).filter(({ quantity }) => quantity > 0n);
    const held = ledger ? [] : balances(books.transactions);
    const current = await this.currentPrices([...positions, ...held], budget);
    const pending = pendingTransactions(books);
    const priceOf = (asset: Asset) => current.prices.get(asset.id) ?? null;
    const holdings = [
      ...positions.map((position) =>
        holdingOf(
          position,
          keyOf(position.asset),
          priceOf(position.asset),
          position.lots.some(({ transactionId }) => pending.has(transactionId)),
        ),
      ),
      ...held.map((balance) => bareHolding(balance, keyOf(balance.asset), priceOf(balance.asset))),
    ].sort(byValue);
    const pricesPending = current.unanswered.size > 0;
    const partial = ledger === null || history.freshness.pricesPending || pricesPending;
    return { holdings, totals: totalsOf(holdings), partial, pricesPending };
  }

  private currentPrices(held: readonly { asset: Asset }[], budget: Budget): Promise<CurrentPrices> {
    const wait = Math.max(LEAST_WAIT_MS, budget.deadline - this.clock.now());
    return this.prices.of(
      held.map(({ asset }) => asset),
      wait,
      budget.signal,
    );
  }
}

/** Transactions whose value may change when prices still out come in: the basis of their lots is not known yet. */
export function pendingTransactions({ history }: WalletBooks): ReadonlySet<string> {
  const { open, transactions } = history.valued;
  if (open.length === 0) return new Set();
  const keys = new Set(open.map(priceQueryKey));
  const isOpen = (asset: Asset, at: number) => keys.has(priceQueryKey({ assetId: asset.id, at }));
  return new Set(
    transactions.filter(({ legs, at }) => legs.some(({ asset }) => isOpen(asset, at))).map(({ id }) => id),
  );
}
