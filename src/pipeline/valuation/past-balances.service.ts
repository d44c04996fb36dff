import { Injectable } from '@nestjs/common';
import {
  balanceChanges,
  compareEvents,
  LedgerSession,
  positions,
  type BalanceChanges,
  type Ledger,
  type LedgerEvent,
  type ReplayOptions,
} from '../../domain/engine';
import type { DayEnd } from '../../domain/portfolio/history/value-history';
import { breathe } from '../../common/turns';
import type { ReadyWalletLedger } from '../ledger/wallet-ledger';
import { WalletLedgerService } from '../ledger/wallet-ledger.service';

/** Balances of a wallet over time, kept as long as its ledger. */
@Injectable()
export class PastBalances {
  readonly #changes = new WeakMap<Ledger, Map<string, Promise<readonly BalanceChanges[]>>>();

  constructor(private readonly ledgers: WalletLedgerService) {}

  /**
   * @param ends the days at whose ends the balances are needed, oldest first. Null: those of every change
   * @returns by asset. They equal the positions of the ledger of the events until then
   */
  async of(
    walletLedger: ReadyWalletLedger,
    ends: readonly DayEnd[] | null,
  ): Promise<readonly BalanceChanges[]> {
    const { ledger, subject } = walletLedger;
    const options = this.ledgers.recordOptions(walletLedger);
    if (ends !== null && (options.sharedPools ?? []).length > 0)
      return replayedBalances(await this.ledgers.events(walletLedger), options, subject.value, ends);
    const known = this.#changes.get(ledger) ?? new Map<string, Promise<readonly BalanceChanges[]>>();
    this.#changes.set(ledger, known);
    let changes = known.get(subject.value);
    if (!changes) {
      changes = this.ledgers.events(walletLedger).then((events) => balanceChanges(events, subject.value));
      known.set(subject.value, changes);
      changes.catch(() => known.delete(subject.value));
    }
    return changes;
  }
}

/** Wallets that share a pool can use the units of each other, so only a replay knows their positions. */
async function replayedBalances(
  events: readonly LedgerEvent[],
  options: ReplayOptions,
  wallet: string,
  ends: readonly DayEnd[],
): Promise<BalanceChanges[]> {
  const ordered = [...events].sort(compareEvents);
  const session = new LedgerSession(options);
  const byAsset = new Map<string, BalanceChanges>();
  let start = 0;
  for (const { at } of ends) {
    const from = start;
    while ((ordered[start]?.at ?? Infinity) <= at) start++;
    if (start === from) continue;
    const held = positions(session.append(ordered.slice(from, start)), wallet);
    const quantities = new Map(held.map(({ asset, quantity }) => [asset.id, quantity]));
    for (const { asset } of held) if (!byAsset.has(asset.id)) byAsset.set(asset.id, { asset, changes: [] });
    for (const [id, { changes }] of byAsset) changes.push({ at, quantity: quantities.get(id) ?? 0n });
    await breathe();
  }
  return [...byAsset.values()];
}
