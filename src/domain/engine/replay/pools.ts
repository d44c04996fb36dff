import type { Asset } from '../../kernel/asset';
import type { LotTable } from '../model/lot-table';
import { METHODS } from '../methods';
import type { BrokerCustody } from '../methods/broker-custody';
import { ElectedMethods, electionsAtBroker, type MethodElection } from '../methods/election';
import type { Method, Pool } from '../methods/method';
import type { Allocate, LedgerEvent, Move, SharedPool } from '../model/transaction';
import { BrokerPool } from '../identification/broker-pool';

/** Stands for the wallets that share a pool. No wallet has this name. */
const SHARED = '';

/**
 * One pool per wallet and asset. Methods never combine pools. Before 2025, units can share a pool until they are
 * allocated to wallets.
 * @source tax-rules 3.1, 3.3
 */
export class Pools {
  readonly assets = new Map<string, Asset>();
  private readonly byWallet = new Map<string, Map<string, Pool>>();

  /** The wallet of the last lookup: consecutive events mostly share a wallet. */
  private wallet: string | null = null;
  private ofWallet: Map<string, Pool> | undefined;

  private readonly elected: ElectedMethods | null;
  private readonly electedAtBroker: ElectedMethods | null;
  /** First in, first out: applies at a broker that was not told otherwise. */
  private readonly byDefaultAtBroker: Method;
  /** By asset, the wallets that share its pool. Null when none do. */
  private readonly shared: Map<string, ReadonlySet<string>> | null;
  /** A pool without an entry has the method of the replay. */
  private readonly methods = new WeakMap<Pool, Method>();

  constructor(
    private readonly method: Method,
    private readonly lots: LotTable,
    elections: readonly MethodElection[] = [],
    sharedPools: readonly SharedPool[] = [],
    private readonly custody: BrokerCustody | null = null,
  ) {
    this.elected = elections.length > 0 ? new ElectedMethods(elections) : null;
    const known = custody === null ? [] : electionsAtBroker(elections);
    this.electedAtBroker = known.length > 0 ? new ElectedMethods(known) : null;
    this.byDefaultAtBroker = method.readsSelections ? method : METHODS.fifo;
    const shared = sharedPools.map(({ assetId, wallets }) => [assetId, new Set(wallets)] as const);
    this.shared = shared.length > 0 ? new Map(shared) : null;
  }

  /** True when lots move one by one: pools have different orders, or become other pools. */
  get movesSingly(): boolean {
    return this.elected !== null || this.shared !== null || this.turnsAtBroker;
  }

  private get turnsAtBroker(): boolean {
    return this.custody !== null && this.method !== this.byDefaultAtBroker;
  }

  get hasShared(): boolean {
    return this.shared !== null;
  }

  private keyOf(wallet: string, { id }: Asset): string {
    return this.shared?.get(id)?.has(wallet) === true ? SHARED : wallet;
  }

  inForce(wallet: string, asset: Asset, at: number): Pool {
    const pool = this.of(wallet, asset);
    if (this.elected === null && !this.turnsAtBroker) return pool;
    const inBooks = this.methodOf(this.elected, wallet, at) ?? this.method;
    const isAtBroker = this.custody !== null && this.custody.decides(wallet, at);
    const method = isAtBroker
      ? (this.methodOf(this.electedAtBroker, wallet, at) ?? this.byDefaultAtBroker)
      : inBooks;
    const own = method === inBooks ? null : inBooks;
    const ordered = pool instanceof BrokerPool ? pool.ownMethod : null;
    if ((this.methods.get(pool) ?? this.method) === method && ordered === own) return pool;
    return this.reorder(pool, { wallet, asset }, method, own);
  }

  private methodOf(elected: ElectedMethods | null, wallet: string, at: number): Method | null {
    const name = elected === null ? null : elected.methodAt(wallet, at);
    return name === null ? null : METHODS[name];
  }

  private reorder(
    pool: Pool,
    { wallet, asset }: { wallet: string; asset: Asset },
    method: Method,
    own: Method | null,
  ): Pool {
    const lots = pool.open();
    const changed =
      own === null
        ? method.createPool(this.lots)
        : new BrokerPool(method.createPool(this.lots), own, this.lots);
    for (const lot of lots) changed.add(lot);
    this.methods.set(changed, method);
    this.byWallet.get(this.keyOf(wallet, asset))?.set(asset.id, changed);
    return changed;
  }

  of(wallet: string, asset: Asset): Pool {
    const key = this.shared === null ? wallet : this.keyOf(wallet, asset);
    let pools = this.ofWallet;
    if (key !== this.wallet || pools === undefined) pools = this.turnTo(key);
    const pool = pools.get(asset.id);
    return pool === undefined ? this.open(pools, asset) : pool;
  }

  private turnTo(wallet: string): Map<string, Pool> {
    let pools = this.byWallet.get(wallet);
    if (pools === undefined) this.byWallet.set(wallet, (pools = new Map<string, Pool>()));
    this.wallet = wallet;
    this.ofWallet = pools;
    return pools;
  }

  private open(pools: Map<string, Pool>, asset: Asset): Pool {
    if (!this.assets.has(asset.id)) this.assets.set(asset.id, asset);
    const pool = this.method.createPool(this.lots);
    pools.set(asset.id, pool);
    return pool;
  }

  swap({ wallet, asset, toWallet, toAsset }: Move): void {
    const from = this.of(wallet, asset);
    const to = this.of(toWallet, toAsset);
    this.byWallet.get(wallet)?.set(asset.id, to);
    this.byWallet.get(toWallet)?.set(toAsset.id, from);
  }

  /** Empties the pools of the wallets. Each wallet then has its own pool. @returns the lots, oldest first */
  release({ wallets, asset }: Allocate): number[] {
    const pools = new Set(wallets.map((wallet) => this.of(wallet, asset)));
    const lots = [...pools].flatMap((pool) => {
      const open = [...pool.open()];
      for (const lot of open) pool.remove(lot);
      return open;
    });
    this.shared?.delete(asset.id);
    return lots.sort((a, b) => this.lots.compare(a, b));
  }

  rebuild(): void {
    const { lots } = this;
    this.byWallet.clear();
    this.ofWallet = undefined;
    for (let row = 0; row < lots.length; row++) {
      if (lots.remaining[row] === 0n) continue;
      const { wallet, asset } =
        lots.details[row] === null ? (lots.events[row] as LedgerEvent) : lots.record(row);
      this.of(wallet, asset).add(row);
    }
  }
}
