import type { Acquire, Dispose, Ledger, LedgerEvent, Move, ReplayOptions } from '../engine';
import { toCents, type Cents } from '../forms';
import { eventOf, unitsOf } from './own-rows';

/** What one disposal costs under other settings. */
export interface EventCost {
  costBasis: Cents;
  /** In steps of 10^-8. */
  longUnits: bigint;
}

export type Replay = (events: readonly LedgerEvent[], options: ReplayOptions) => Ledger;

export const SETTINGS = ['missing_transfer', 'wallet_vs_universal', 'method'] as const;
export type Setting = (typeof SETTINGS)[number];

/** Settings that are changed one after the other, each on top of those before. */
export interface Variant {
  name: string;
  steps: readonly { setting: Setting; name: string }[];
}

const METHODS = ['fifo', 'lifo', 'hifo'] as const;
type Method = (typeof METHODS)[number];

const single = (setting: Setting, name: string): Variant => ({ name, steps: [{ setting, name }] });

/** VARIANTS: the settings of other tools, single ones first. */
export const VARIANTS: readonly Variant[] = [
  single('missing_transfer', 'apart'),
  single('wallet_vs_universal', 'universal'),
  ...METHODS.map((method) => single('method', method)),
  ...METHODS.map((method) => ({
    name: `universal ${method}`,
    steps: [
      { setting: 'wallet_vs_universal' as const, name: 'universal' },
      { setting: 'method' as const, name: `universal ${method}` },
    ],
  })),
];

/** Later than every leg of a transaction. */
const ARRIVAL_LEG = 1_000_000_000;

/** Costs of all disposals under other settings. Each is replayed once, when it is asked for. */
export class OtherSettings {
  private readonly known = new Map<string, ReadonlyMap<string, EventCost>>();

  constructor(
    private readonly events: readonly LedgerEvent[],
    private readonly options: ReplayOptions,
    private readonly replay: Replay,
  ) {}

  costs(name: string): ReadonlyMap<string, EventCost> {
    const known = this.known.get(name);
    if (known) return known;
    const costs = costsOf(this.ledger(name));
    this.known.set(name, costs);
    return costs;
  }

  private ledger(name: string): Ledger {
    if (name === 'apart') return this.replay(this.events.flatMap(apart), this.options);
    const isUniversal = name.startsWith('universal');
    const method = METHODS.find((one) => name.endsWith(one));
    const options = method ? withMethod(this.options, method) : this.options;
    const events = method ? this.events.map(withoutSelections) : this.events;
    if (!isUniversal) return this.replay(events, options);
    return this.replay(
      events.filter(({ kind }) => kind !== 'allocate'),
      { ...options, brokerAccounts: undefined, sharedPools: onePool(events) },
    );
  }
}

const withMethod = (options: ReplayOptions, method: Method): ReplayOptions => ({
  ...options,
  method,
  elections: undefined,
  standing: undefined,
  brokerAccounts: undefined,
});

const withoutSelections = (event: LedgerEvent): LedgerEvent =>
  'selections' in event ? { ...event, selections: undefined } : event;

/** One pool of each asset over all wallets. */
function onePool(events: readonly LedgerEvent[]) {
  const wallets = new Set<string>();
  const assets = new Set<string>();
  for (const event of events) {
    wallets.add(event.wallet);
    assets.add(event.asset.id);
    if (event.kind !== 'move') continue;
    wallets.add(event.toWallet);
    assets.add(event.toAsset.id);
  }
  return [...assets].map((assetId) => ({ assetId, wallets: [...wallets] }));
}

/** A tool that does not know that both ends are own: units leave without a gain, and arrive without a basis. */
function apart(event: LedgerEvent): LedgerEvent[] {
  if (event.kind !== 'move' || event.wallet === event.toWallet) return [event];
  const { toWallet, toAsset, received, ...base } = event;
  return [outflow(base), arrival({ ...base, wallet: toWallet, asset: toAsset, quantity: received })];
}

type MoveBase = Omit<Move, 'toWallet' | 'toAsset' | 'received'>;

const placeOf = ({
  transactionId,
  txHash,
  stem,
  leg,
  wallet,
  asset,
  quantity,
  at,
  block,
  txIndex,
  logIndex,
}: MoveBase) => ({
  ...{ transactionId, txHash, stem, leg, wallet, asset, quantity, at, block, txIndex, logIndex },
  priceSource: null,
});

const outflow = (move: MoveBase): Dispose => ({
  ...placeOf(move),
  kind: 'dispose',
  type: 'gift',
  proceeds: null,
  fees: 0n,
});

const arrival = (move: MoveBase): Acquire => ({
  ...placeOf(move),
  leg: move.leg + ARRIVAL_LEG,
  kind: 'acquire',
  cost: 0n,
  source: 'unknown',
  basisSource: 'none',
  incomeType: null,
  untracked: true,
});

export function costsOf(ledger: Ledger): ReadonlyMap<string, EventCost> {
  const costs = new Map<string, EventCost>();
  for (const slice of ledger.disposals) {
    const key = eventOf(slice);
    const sum = costs.get(key) ?? { costBasis: 0n, longUnits: 0n };
    if (slice.valueStatus !== 'missing') sum.costBasis += toCents(slice.costBasis, 'cents');
    if (slice.isLongTerm) sum.longUnits += unitsOf(slice.quantity, slice.asset);
    costs.set(key, sum);
  }
  return costs;
}
