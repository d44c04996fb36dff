import { mulDiv, type Quantity } from '../../../kernel/units';
import { isNative, isNft } from '../../facts/assets';
import type { ChainTransaction } from '../../facts/chain-transaction';
import { isOfKind, isOwnCall, keyAt, escrowPlace, targetsOf, type Facts } from '../../facts/facts';
import type { NetLeg } from '../../facts/net-legs';
import { rule, type Decision } from '../rule';

/** What the shares of one contract were given for. */
interface Deposit {
  assetId: string;
  given: Quantity;
  shares: Quantity;
}

/**
 * Deposits by their share: shares of validators, receipts of farms. What comes beside the burn of a share is principal as far
 * as its deposit explains it.
 * @source Polygon, ValidatorShare; tax-rules 8.1, 10.5
 */
export class ShareDeposits {
  /** By the id of the share. Null: it was given for several assets. */
  private readonly deposits = new Map<string, Deposit | null>();

  /** Units of the asset that were given for so many shares. Null when the history does not show it. */
  explained(share: Pick<NetLeg, 'asset' | 'quantity'>, paid: Pick<NetLeg, 'asset'>): Quantity | null {
    const known = this.deposits.get(share.asset.id);
    if (!known || known.assetId !== paid.asset.id || known.shares < share.quantity) return null;
    return mulDiv(known.given, share.quantity, known.shares);
  }

  /** Call it once per transaction, in order, after the rules decided. */
  note({ ins, outs }: Facts, { outcome: { type, costs = [] } }: Decision): void {
    if (type !== 'stake' && type !== 'lp_add') return;
    const [given, ...more] = outs.filter((leg) => !costs.includes(leg));
    const [share, ...others] = ins;
    if (!given || !share || more.length + others.length > 0 || isNft(share.asset)) return;
    const known = this.deposits.get(share.asset.id);
    const isOther = known === null || (known !== undefined && known.assetId !== given.asset.id);
    this.deposits.set(
      share.asset.id,
      isOther
        ? null
        : {
            assetId: given.asset.id,
            given: given.quantity + (known?.given ?? 0n),
            shares: share.quantity + (known?.shares ?? 0n),
          },
    );
  }

  /** Rewards that a contract pays in the very call that deposits more, or takes out, in the asset of the deposit. */
  apart(
    tx: ChainTransaction,
    legs: readonly NetLeg[],
    escrow: ReadonlyMap<string, Quantity>,
  ): readonly NetLeg[] {
    if (!isOwnCall(tx) || tx.movements.length < 2) return legs;
    return legs.flatMap((leg) => this.ofDeposit(tx, leg, escrow) ?? this.ofReturn(tx, leg, legs) ?? [leg]);
  }

  /** The contract takes the whole deposit, and pays the reward. A refund of native coin is no reward. */
  private ofDeposit(
    tx: ChainTransaction,
    leg: NetLeg,
    escrow: ReadonlyMap<string, Quantity>,
  ): NetLeg[] | null {
    const { direction, counterparty, asset, quantity } = leg;
    if (direction !== 'out' || isNative(asset) || leg.isInternal || !isOfKind('deposit', tx)) return null;
    const place = escrowPlace(tx.chain, leg.kind, counterparty);
    const isHeld =
      (escrow.get(keyAt(tx, place, leg)) ?? 0n) > 0n ||
      targetsOf(tx).some((to) => this.deposits.get(`${tx.chain}:${to}`)?.assetId === asset.id);
    const paid = sumOf(tx, leg, 'in', counterparty);
    if (!isHeld || paid === 0n || sumOf(tx, leg, 'out', counterparty) !== quantity + paid) return null;
    return [
      { ...leg, quantity: quantity + paid },
      { ...leg, direction: 'in', quantity: paid, isMint: false, isBurn: false, earns: 'staking_reward' },
    ];
  }

  /** The principal in one movement, to the last unit, and the reward in another one. */
  private ofReturn(tx: ChainTransaction, leg: NetLeg, legs: readonly NetLeg[]): NetLeg[] | null {
    const share = legs.find((one) => one.direction === 'out' && one.isBurn && one !== leg);
    if (leg.direction !== 'in' || isNft(leg.asset) || leg.isInternal || !share) return null;
    const principal = this.explained(share, leg);
    const isApart = tx.movements.some(
      ({ asset, to, quantity }) => asset.id === leg.asset.id && to === tx.wallet && quantity === principal,
    );
    if (principal === null || !isApart || principal >= leg.quantity) return null;
    return [
      { ...leg, quantity: principal },
      { ...leg, quantity: leg.quantity - principal, earns: 'staking_reward' },
    ];
  }
}

const sumOf = (
  { movements, wallet }: ChainTransaction,
  { asset }: NetLeg,
  direction: NetLeg['direction'],
  other: string | null,
): bigint =>
  movements
    .filter((one) => one.asset.id === asset.id)
    .filter(({ from, to }) =>
      direction === 'in' ? to === wallet && from === other : from === wallet && to === other,
    )
    .reduce((sum, { quantity }) => sum + quantity, 0n);

/** Less than a half of what was given for the share: the principal is paid later. */
function paysOnlyReward(f: Facts): boolean {
  const [[share], [paid]] = [f.outs, f.ins];
  if (!f.isCaller || !share || !paid || f.outs.length + f.ins.length > 2) return false;
  if (!share.isBurn || isNft(share.asset) || isNft(paid.asset) || isNative(share.asset)) return false;
  const explained = f.explained(share, paid);
  return explained === null
    ? f.methods.some((method) => method.startsWith('sellvoucher'))
    : paid.quantity * 2n < explained;
}

/** The share is the claim on the principal, and keeps its basis until it is paid. */
export const REWARD_OF_EXIT = rule('exit-with-reward', paysOnlyReward, (f) => ({
  type: 'unstake',
  earned: f.ins.map((leg) => ({ leg, income: 'staking_reward' as const })),
  flags: ['classification_uncertain'],
}));
