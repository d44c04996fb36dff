import type { ChainTransaction } from '../../facts/chain-transaction';
import { isOwnCall } from '../../facts/facts';
import type { NetLeg } from '../../facts/net-legs';
import type { Decision } from '../rule';
import { OWNER_TIER } from './owner-spam';
import type { NettedTransaction, PoisoningWatch } from './spam';

export const isPaidBy = (tx: ChainTransaction): boolean => isOwnCall(tx) || tx.fee !== null;

/** @returns the spam tier, or null for a genuine transaction */
export function spamVerdict(
  netted: NettedTransaction,
  spam: ReadonlyMap<string, string>,
  poisoning: PoisoningWatch,
): string | null {
  const { tx, legs } = netted;
  const isPoisoning = poisoning.isPoisoning(netted);
  if (isPaidBy(tx)) return null;
  // Dust sent to many addresses at once is advertisement, even when the asset is genuine.
  if (isPoisoning || tx.flags.includes('dust_fan_out')) return 'poisoning';
  const [first] = legs;
  // A call from another sender that moved nothing, mostly a transfer of zero units.
  if (!first) return tx.succeeded && tx.movements.length === 0 ? 'nothing-moved' : null;
  return legs.every((leg) => spam.has(leg.asset.id)) ? (spam.get(first.asset.id) ?? null) : null;
}

export const spamOutcome = (tier: string, legs: readonly NetLeg[]): Decision => ({
  rule: `spam-${tier}`,
  outcome: {
    ...(tier === OWNER_TIER ? { flags: ['manual'] } : {}),
    type:
      legs.length === 0
        ? 'unknown'
        : legs.some((leg) => leg.direction === 'in')
          ? 'transfer_in'
          : 'transfer_out',
  },
});
